import { randomBytes } from 'node:crypto'
import { hashOf } from '../../platform/http/etag.ts'
import type { InlineStyle } from './style.rules.ts'

/**
 * Two parts are put into a page after it was rendered. Templates get names in their place that no text contains.
 *
 * Without PUBLIC_URL the URLs in a page contain the host of the request. One cached page serves every host; otherwise a
 * client that sends a new Host with each request would have a page rendered and cached for each. And most of a page is
 * its style sheet, which need not be encoded again for every page.
 */
const PREFIX = randomBytes(16).toString('hex')
const ANY_HOST = `${PREFIX}.invalid`
export const STYLE_PLACE = `${PREFIX}-style`
const PLACES = new RegExp(`(${PREFIX}(?:\\.invalid|-style))`)

/** The same scheme on any host. */
export function onAnyHost(origin: string): string {
  return `${origin.slice(0, origin.indexOf('//'))}//${ANY_HOST}`
}

/** The text of a page that was rendered for one host. */
export function withStyle(page: string, style: InlineStyle | undefined): string {
  return style ? page.replaceAll(STYLE_PLACE, () => style.css) : page
}

/** The bytes of a page and the places of the host in them. */
export interface PageBytes {
  readonly bytes: Buffer
  readonly host: string
  readonly hostAt: readonly number[]
  /** Of everything but the host. */
  readonly hash: string
}

/** A page that was rendered for any host, for this one. */
export function pageBytes(page: string, style: InlineStyle | undefined, host: string): PageBytes {
  const pieces = page.split(PLACES)
  const inserted = Buffer.from(host)
  const hostAt: number[] = []
  const texts: Buffer[] = []
  const parts: Buffer[] = []
  let length = 0
  for (const [index, piece] of pieces.entries()) {
    const part = index % 2 === 0 ? Buffer.from(piece) : piece === ANY_HOST ? inserted : style?.bytes
    if (!part) continue
    if (part === inserted) hostAt.push(length)
    if (index % 2 === 0) texts.push(part)
    parts.push(part)
    length += part.length
  }
  const hash = hashOf(Buffer.concat([...texts, Buffer.from(style?.hash ?? '')]))
  return { bytes: Buffer.concat(parts, length), host, hostAt, hash }
}

/** The same page on another host. If it contains no host, it is the same on all. */
export function onHost(page: PageBytes, other: string): PageBytes {
  const { bytes, host, hostAt, hash } = page
  if (hostAt.length === 0) return page
  const inserted = Buffer.from(other)
  const longer = inserted.length - host.length
  const pieces: Buffer[] = []
  let from = 0
  for (const at of hostAt) {
    pieces.push(bytes.subarray(from, at), inserted)
    from = at + host.length
  }
  pieces.push(bytes.subarray(from))
  return {
    bytes: Buffer.concat(pieces),
    host: other,
    hostAt: hostAt.map((at, index) => at + index * longer),
    hash,
  }
}

export function hashOnHost({ hash, host, hostAt }: PageBytes): string {
  return hostAt.length === 0 ? hash : hashOf(`${hash} ${host}`)
}
