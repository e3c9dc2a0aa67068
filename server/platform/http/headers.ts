export const API_VERSION = 'v1.0'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** What every answer of the service says. */
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
/** Not by language: a success says the same in every one. Problems add it. */
const VARY = 'Authorization, X-Site, Accept-Encoding'

/** What every answer under /api says besides. `before` is what it varies by already. */
export function headersOfApi(before: string | undefined): Record<string, string> {
  return {
    'content-security-policy': CONTENT_SECURITY,
    vary: before === undefined ? VARY : `${before}, ${VARY}`,
  }
}

/** Node keeps the first of two Host headers; whoever stands before us may have read the second. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1
}
