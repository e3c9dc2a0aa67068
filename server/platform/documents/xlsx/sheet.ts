import { type Column, cellText, cutTo, type Row } from '../cells.ts'
import { webAddress } from '../web-address.ts'
import {
  escapeXml,
  filter,
  LINK_ADDRESSES,
  LINK_CELLS,
  linkAddress,
  linkCell,
  SHEET_END,
  SHEET_ROWS_END,
  STYLES,
  sheetStart,
} from './parts.ts'

const WIDTHS = { text: 32, integer: 12, datetime: 20, link: 40 } as const
const MAX_COLUMN_WIDTH = 255

// Excel decodes _x0041_ to a character, even if a user typed exactly that.
const EXCEL_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi
const WALL_CLOCK = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/
const DAY_MS = 86_400_000
const DAYS_BEFORE_1970 = 25_569
// Excel treats 1900 as a leap year: day numbers are correct from here on.
const FIRST_RIGHT_DAY = 61

/** What Excel can open. */
export const EXCEL_LIMITS = {
  rowsPerSheet: 1_048_576,
  linksPerSheet: 65_530,
  cellCharacters: 32_767,
  linkCharacters: 2_079,
}

export interface SheetWriter {
  /** The sheet as a stream, with as many rows as fit. */
  xml(takeRow: () => Promise<Row | undefined>): AsyncGenerator<string>
  /** The URLs of its links as a stream; complete when the sheet is written. */
  relationships(): AsyncGenerator<string>
  hasLinks(): boolean
  range(): string
}

export function createSheet(
  columns: readonly Column[],
  { rowsPerSheet, linksPerSheet, cellCharacters, linkCharacters }: typeof EXCEL_LIMITS,
  isFirst: boolean,
): SheetWriter {
  const letters = columns.map((_, i) => columnLetters(i))
  const linkedCells: string[] = []
  const addresses: string[] = []
  let rowCount = 1

  function text(ref: string, value: string, style: number): string {
    const safe = cutTo(cellText(value).replace(/\r\n?/g, '\n'), cellCharacters)
    if (safe === '') return ''
    const xml = escapeXml(safe.replace(EXCEL_ESCAPE, '_x005F_'))
    return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`
  }

  function link(ref: string, value: string): string {
    const address = webAddress(value)
    if (address === undefined || address.length > linkCharacters || addresses.length >= linksPerSheet)
      return text(ref, value, STYLES.text)
    linkedCells.push(ref)
    addresses.push(address)
    return text(ref, value, STYLES.link)
  }

  function cell({ key, kind }: Column, row: Row, ref: string): string {
    const value = row[key]
    if (value === null || value === undefined) return ''
    if (kind === 'integer' && Number.isFinite(value)) return number(ref, Number(value), STYLES.integer)
    if (kind === 'link') return link(ref, String(value))
    const day = kind === 'datetime' ? excelDay(String(value)) : undefined
    return day === undefined ? text(ref, String(value), STYLES.text) : number(ref, day, STYLES.datetime)
  }

  function rowXml(row: Row): string {
    const cells = columns.map((column, i) => cell(column, row, `${letters[i]}${rowCount}`))
    return `<row r="${rowCount}">${cells.join('')}</row>`
  }

  function header(): string {
    const cells = columns.map(({ title }, i) => text(`${letters[i]}1`, title, STYLES.header))
    return `<row r="1">${cells.join('')}</row>`
  }

  function hasLinks(): boolean {
    return addresses.length > 0
  }

  function range(): string {
    return `A1:${letters.at(-1) ?? 'A'}${rowCount}`
  }

  async function* xml(takeRow: () => Promise<Row | undefined>): AsyncGenerator<string> {
    yield sheetStart(columns.map(width), isFirst) + header()
    while (rowCount < rowsPerSheet) {
      const row = await takeRow()
      if (row === undefined) break
      rowCount++
      yield rowXml(row)
    }
    yield SHEET_ROWS_END + filter(range())
    if (hasLinks()) {
      yield LINK_CELLS.start
      for (const [i, ref] of linkedCells.entries()) yield linkCell(ref, i + 1)
      yield LINK_CELLS.end
    }
    yield SHEET_END
  }

  async function* relationships(): AsyncGenerator<string> {
    yield LINK_ADDRESSES.start
    for (const [i, address] of addresses.entries()) yield linkAddress(address, i + 1)
    yield LINK_ADDRESSES.end
  }

  return { xml, relationships, hasLinks, range }
}

function width({ kind, width }: Column): number {
  return Math.min(width ?? WIDTHS[kind], MAX_COLUMN_WIDTH)
}

function number(ref: string, value: number, style: number): string {
  return `<c r="${ref}" s="${style}"><v>${value}</v></c>`
}

function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** Days since the end of 1899, with the time as a fraction; undefined if the text is not a time. */
function excelDay(text: string): number | undefined {
  const parts = WALL_CLOCK.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const moment = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(moment)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  if (!exists || minute > 59 || second > 59) return undefined
  const days = moment / DAY_MS + DAYS_BEFORE_1970
  return days < FIRST_RIGHT_DAY ? undefined : days
}
