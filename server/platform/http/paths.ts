export function isApi(url: string): boolean {
  return url.startsWith('/api/') || url === '/api' || url.startsWith('/api?')
}

/** `/api/v1/x` and `/api/x` are the same thing. */
export function unversioned(url: string): string {
  return url === '/api/v1' || url.startsWith('/api/v1/') || url.startsWith('/api/v1?')
    ? `/api${url.slice('/api/v1'.length)}`
    : url
}
