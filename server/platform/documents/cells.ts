export interface Column {
  readonly key: string
  readonly title: string
  readonly kind: 'text' | 'integer' | 'datetime' | 'link'
  /** In characters; each kind has a default. */
  readonly width?: number
}

/** By column key. A `datetime` is wall-clock time, `YYYY-MM-DD HH:MM:SS`; a `link` is an absolute address. */
export type Row = Readonly<Record<string, string | number | null | undefined>>

export interface TableDocument {
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<Row> | Iterable<Row>
}

// Spreadsheets ignore leading invisible characters, and Asian editions also accept full-width signs.
const FORMULA_START = /^(?:[\t\r\n]|[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML 1.0 forbids.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text that is safe in a cell: without invalid XML characters, and not a formula. */
export function cellText(text: string): string {
  return withoutFormula(text.replace(NOT_XML, '').replace(LONE_SURROGATE, '\ufffd'))
}

/** A leading apostrophe is how spreadsheets themselves mark text; it survives saving in another format. */
export function withoutFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

export function cutTo(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, limit - 1)
  return `${kept.replace(/[\ud800-\udbff]$/, '')}…`
}
