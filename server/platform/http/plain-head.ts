/** The headers of a request, by their names in small letters. */
export type PlainHeaders = Readonly<Record<string, string>>

export interface PlainHead {
  readonly url: string
  /** Everything after the request line, as it came: the same for most requests of a connection. */
  readonly rest: string
}

const LONGEST = 8 * 1024
const END = '\r\n\r\n'
const START = 'GET /'
const VERSION = ' HTTP/1.1'
const FIRST_LETTER = START.charCodeAt(0)

/** Letters that mean nothing but themselves, to every server and proxy. */
const URL_LETTERS = /^[\w\-.~/?=&%,:+]+$/
const NAME = /^[A-Za-z0-9-]+$/
/** Lines end with both letters, and there is nothing in them but visible ASCII and spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ODD = /[^\r]\n|\r[^\n]|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\xff]/

/**
 * What came over a connection at once, if it is one whole GET in the plainest of forms. Where there is room for two
 * opinions on what it is or where it ends, it is not plain, and Node decides.
 */
export function readPlainHead(chunk: Buffer): PlainHead | undefined {
  if (chunk[0] !== FIRST_LETTER || chunk.length > LONGEST) return undefined
  const text = chunk.toString('latin1')
  if (!text.startsWith(START) || text.indexOf(END) !== text.length - END.length) return undefined
  const lineEnd = text.indexOf('\r\n')
  const urlEnd = lineEnd - VERSION.length
  if (!text.startsWith(VERSION, urlEnd)) return undefined
  const url = text.slice(START.length - 1, urlEnd)
  return URL_LETTERS.test(url) ? { url, rest: text.slice(lineEnd) } : undefined
}

/** Undefined if a line is odd, or a name comes twice. */
export function readPlainHeaders(rest: string): PlainHeaders | undefined {
  if (ODD.test(rest)) return undefined
  const headers: Record<string, string> = Object.create(null)
  for (const line of rest.slice('\r\n'.length, -END.length).split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (colon < 1 || !NAME.test(name) || name in headers) return undefined
    headers[name] = line.slice(colon + 1).trim()
  }
  return headers
}
