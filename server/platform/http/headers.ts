import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isHost } from '../net/forwarded.ts'

export const API_VERSION = 'v1.0'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** The headers of every response. */
export function headersOfAll(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-api-version': API_VERSION,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  }
}

const CONTENT_SECURITY = "default-src 'none'; frame-ancestors 'none'"
/** Not by language: a success is the same in every language. Problems add it. */
const VARY = 'Authorization, X-Site, Accept-Encoding'

/** More headers of every response under /api. `before` is the current Vary. */
export function headersOfApi(before: string | undefined): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY,
    vary: before === undefined ? VARY : `${before}, ${VARY}`,
  }
}

/** A body that would have to be decompressed first. */
export function isEncoded({ 'content-encoding': coding = '' }: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(coding.trim().toLowerCase())
}

/** Checked before anything is logged or answered under that name. */
export function isBadHost({
  headers: { host },
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>): boolean {
  if (host === undefined && httpVersion !== '1.1') return false
  return host === undefined || !hasOneHost(rawHeaders) || (host !== '' && !isHost(host))
}

/** Node uses the first of two Host headers, but a proxy may have used the second. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1
}
