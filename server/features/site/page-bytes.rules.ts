import { randomBytes } from 'node:crypto'
import { hashOf } from '../../platform/http/etag.ts'
import type { InlineStyle } from './style.rules.ts'

/**
 * Two parts are put into a page after it was rendered. Templates get names in their place that no text contains.
 *
 * Without PUBLIC_URL the URLs in a page contain the host of the request. One cached page serves every host; otherwise a
 * client that sends a new Host with each request would have a page rendered and cached for each. And most of a page is
 * its style sheet, which is encoded and kept once for all pages.
 */
const PREFIX = randomBytes(16).toString('hex')
const ANY_HOST = `${PREFIX}.invalid`
export const STYLE_PLACE = `${PREFIX}-style`
const PREFIX_BYTES = Buffer.from(PREFIX)
const DOT = '.'.charCodeAt(0)

/** The same scheme on any host. */
export function onAnyHost(origin: string): string {
  return `${origin.slice(0, origin.indexOf('//'))}//${ANY_HOST}`
}

/** The text of a page that was rendered for one host. */
export function withStyle(page: string, style: InlineStyle | undefined): string {
  return style ? page.replaceAll(STYLE_PLACE, () => style.css) : page
}

/** A page without the parts that are put into it, so that a cached page does not repeat the style sheet. */
export interface UnfinishedPage {
  /** What stands around the places, as one buffer. */
  readonly texts: Buffer
  readonly places: readonly Place[]
  readonly style: Buffer
  /** The same only for the same bytes, except for the host. */
  readonly state: string
}

interface Place {
  readonly of: 'host' | 'style'
  /** The offset in the texts. */
  readonly at: number
}

/** A page that was rendered for any host. The text is encoded first: each operation on it would copy it anew. */
export function unfinishedPage(page: string, style: InlineStyle | undefined): UnfinishedPage {
  const bytes = encoded(page)
  const pieces: Buffer[] = []
  const places: Place[] = []
  let from = 0
  let at = 0
  for (let found = next(bytes, 0); found !== -1; found = next(bytes, from)) {
    const isHost = bytes[found + PREFIX.length] === DOT
    pieces.push(bytes.subarray(from, found))
    at += found - from
    places.push({ of: isHost ? 'host' : 'style', at })
    from = found + (isHost ? ANY_HOST : STYLE_PLACE).length
  }
  pieces.push(bytes.subarray(from))
  const texts = Buffer.concat(pieces)
  return {
    texts,
    places,
    style: style?.bytes ?? NO_BYTES,
    state: `${hashOf(texts)} ${style?.hash ?? ''}`,
  }
}

/** Used again for each page: only the parts that are kept are copied. */
const encodedPage = Buffer.allocUnsafeSlow(256 * 1024)
const MAX_BYTES_PER_UNIT = 3

function encoded(page: string): Buffer {
  if (page.length * MAX_BYTES_PER_UNIT > encodedPage.length) return Buffer.from(page)
  return encodedPage.subarray(0, encodedPage.write(page))
}

const next = (bytes: Buffer, from: number) => bytes.indexOf(PREFIX_BYTES, from)

const NO_BYTES = Buffer.alloc(0)

/** The page as this host gets it, in pieces: the style sheet is sent as it is, without a copy for each response. */
export function piecesOn(host: string, { texts, places, style }: UnfinishedPage): Buffer[] {
  const hostBytes = Buffer.from(host)
  const pieces: Buffer[] = []
  let parts: Buffer[] = []
  let from = 0
  for (const { of, at } of places) {
    parts.push(texts.subarray(from, at))
    from = at
    if (of === 'host') parts.push(hostBytes)
    else {
      pieces.push(joined(parts), style)
      parts = []
    }
  }
  return [...pieces, joined([...parts, texts.subarray(from)])]
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first = NO_BYTES] = parts
  return parts.length > 1 ? Buffer.concat(parts) : first
}

export function namesHost({ places }: UnfinishedPage): boolean {
  return places.some(({ of }) => of === 'host')
}

/** In bytes, without the host. */
export function lengthOf({ texts, style }: UnfinishedPage): number {
  return texts.length + style.length
}
