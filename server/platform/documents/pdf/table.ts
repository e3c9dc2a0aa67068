import type { Pace } from '../../core/pace.ts'
import type { TableCell, TableRow } from './block.ts'
import { PAGE } from './file.ts'
import { breakLines, type Line, naturalWidth } from './lines.ts'
import { COLORS, type Page } from './page.ts'

const TEXT = { size: 9, height: 14 }
const PADDING = 5
const MIN_COLUMN_WIDTH = 24
// In a table whose columns do not fit beside each other.
const COLUMN_WIDTH_OF_PARTS = 90
const GAP_ABOVE_REST = 6
const MAX_HEADER_LINES = 8
const MAX_LINES_KEPT_TOGETHER = 20
// Enough rows to estimate the column widths.
const ROWS_MEASURED = 50

interface Place {
  readonly left: number
  readonly width: number
}

/** Columns that do not fit beside each other continue below. Header rows are repeated on every page. */
export async function drawTable(
  { page, pace }: { page: Page; pace: Pace },
  rows: readonly TableRow[],
  { left, width }: Place,
): Promise<void> {
  const asked = askedWidths(page, rows)
  for (const columns of fittingColumns(asked, width)) {
    if (columns.from > 0) page.y += GAP_ABOVE_REST
    const part = rows.map((row) => rowWithin(row, columns)).filter(({ cells }) => cells.length > 0)
    await drawRows({ page, pace }, part, left, sharedWidths(asked.slice(columns.from, columns.to), width))
  }
}

async function drawRows(
  { page, pace }: { page: Page; pace: Pace },
  rows: readonly TableRow[],
  left: number,
  widths: readonly number[],
): Promise<void> {
  const [first] = rows
  const header = first?.isHeader ? placeCells(page, first, widths) : []
  const repeated = linesOf(header) <= MAX_HEADER_LINES ? header : []
  for (const row of rows) {
    const above = row === first ? [] : repeated
    drawRow(page, placeCells(page, row, widths), { left, isHeader: row.isHeader, repeated: above })
    await pace.breathe()
  }
}

interface Columns {
  readonly from: number
  readonly to: number
}

/** All columns if they fit, otherwise as many at a time as have room for some words. */
function fittingColumns(asked: readonly number[], room: number): Columns[] {
  if (asked.length * MIN_COLUMN_WIDTH <= room) return [{ from: 0, to: asked.length }]
  const parts: Columns[] = []
  let from = 0
  let used = 0
  for (const [column, width] of asked.entries()) {
    const wanted = Math.min(width, COLUMN_WIDTH_OF_PARTS)
    if (used + wanted > room) {
      parts.push({ from, to: column })
      from = column
      used = 0
    }
    used += wanted
  }
  return [...parts, { from, to: asked.length }]
}

/** The cells of a row in these columns. The text of a cell that spans more is in the first of them. */
function rowWithin(row: TableRow, { from, to }: Columns): TableRow {
  let column = 0
  const cells: TableCell[] = []
  for (const { inlines, columns } of row.cells) {
    const inside = Math.min(column + columns, to) - Math.max(column, from)
    if (inside > 0) cells.push({ inlines: column < from ? [] : inlines, columns: inside })
    column += columns
  }
  return { ...row, cells }
}

interface RowLook {
  readonly left: number
  readonly isHeader: boolean
  readonly repeated: readonly PlacedCell[]
}

function drawRow(page: Page, cells: readonly PlacedCell[], { left, isHeader, repeated }: RowLook): void {
  const lineCount = linesOf(cells)
  for (let from = 0; from < lineCount; ) {
    const rest = lineCount - from
    const fitting = Math.floor((PAGE.bottom - page.y - 2 * PADDING) / TEXT.height)
    if (fitting < 1 || (fitting < rest && rest <= MAX_LINES_KEPT_TOGETHER)) {
      page.addPage()
      if (repeated.length > 0)
        drawSlice(page, repeated, { from: 0, count: linesOf(repeated), left, isHeader: true })
      continue
    }
    const count = Math.min(fitting, rest)
    drawSlice(page, cells, { from, count, left, isHeader })
    from += count
  }
}

function linesOf(cells: readonly PlacedCell[]): number {
  return cells.reduce((most, { lines }) => Math.max(most, lines.length), 1)
}

interface PlacedCell {
  readonly x: number
  readonly width: number
  readonly lines: readonly Line[]
}

function placeCells(page: Page, row: TableRow, widths: readonly number[]): PlacedCell[] {
  let column = 0
  let x = 0
  return row.cells.map(({ inlines, columns }) => {
    const width = widths.slice(column, column + columns).reduce((sum, each) => sum + each, 0)
    const lines = [...breakLines(page.faces, inlines, { width: width - 2 * PADDING, size: TEXT.size })]
    const placed = { x, width, lines }
    column += columns
    x += width
    return placed
  })
}

interface Slice {
  readonly from: number
  readonly count: number
  readonly left: number
  readonly isHeader: boolean
}

function drawSlice(page: Page, cells: readonly PlacedCell[], { from, count, left, isHeader }: Slice): void {
  const height = count * TEXT.height + 2 * PADDING
  for (const { x, width, lines } of cells) {
    const area = { x: left + x, y: page.y, width, height }
    if (isHeader) page.shade(area, COLORS.shade)
    page.outline(area, COLORS.line)
    for (const [i, line] of lines.slice(from, from + count).entries())
      page.drawLine(line, { x: area.x + PADDING, y: page.y + PADDING + i * TEXT.height, ...TEXT })
  }
  page.y += height
}

/** The natural widths of the columns. */
function askedWidths(page: Page, rows: readonly TableRow[]): number[] {
  const asked: number[] = []
  for (const [i, { cells }] of rows.entries())
    measureRow(page, cells, { asked, byContent: i < ROWS_MEASURED })
  return asked
}

/** If the natural widths do not fit, the widest columns share the remaining room. */
function sharedWidths(asked: readonly number[], room: number): number[] {
  const widths = asked.map(() => 0)
  const fromNarrowest = asked.map((width, column) => ({ width, column })).sort((a, b) => a.width - b.width)
  let left = room
  for (const [i, { width, column }] of fromNarrowest.entries()) {
    const given = Math.min(width, left / (fromNarrowest.length - i))
    widths[column] = given
    left -= given
  }
  return widths
}

interface MeasuredWidths {
  readonly asked: number[]
  readonly byContent: boolean
}

function measureRow(page: Page, cells: readonly TableCell[], { asked, byContent }: MeasuredWidths): void {
  let column = 0
  for (const { inlines, columns } of cells) {
    const counts = byContent && columns === 1
    const width = counts ? naturalWidth(page.faces, inlines, TEXT.size) + 2 * PADDING + 1 : 0
    for (let i = column; i < column + columns; i++) asked[i] = Math.max(asked[i] ?? MIN_COLUMN_WIDTH, width)
    column += columns
  }
}
