import { Readable } from 'node:stream'
import { type Column, cellText, type Row, type TableDocument } from './cells.ts'
import { inChunks } from './chunks.ts'

// Without it, Excel uses a legacy code page.
const BYTE_ORDER_MARK = '\ufeff'

// RFC 4180 requires quotes around commas, quotes and line breaks. Semicolons and tabs are separators in other dialects.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export function csvDocument(table: TableDocument): Readable {
  return Readable.from(inChunks(lines(table)), { objectMode: false })
}

async function* lines({ columns, rows }: TableDocument): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(columns.map(({ title }) => quoted(cellText(title))))
  for await (const row of rows) yield line(columns.map((column) => cell(column, row)))
}

function cell({ key, kind }: Column, row: Row): string {
  const value = row[key]
  if (value === null || value === undefined) return ''
  // A negative number is not escaped as a formula, so that it can be summed.
  if (typeof value === 'number' && kind === 'integer') return String(value)
  return quoted(cellText(String(value)))
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function line(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
