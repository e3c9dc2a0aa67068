import { randomBytes } from 'node:crypto'

/**
 * Without PUBLIC_URL the URLs in a page contain the host of the request. One cached page serves every host: it is
 * rendered with a name that no text contains, and the host is put in its place when the page is sent. Otherwise a client
 * that sends a new Host with each request would have a page rendered and cached for each.
 */
const ANY_HOST = `${randomBytes(16).toString('hex')}.invalid`

/** The same scheme on any host. */
export function onAnyHost(origin: string): string {
  return `${origin.slice(0, origin.indexOf('//'))}//${ANY_HOST}`
}

/** The bytes of a page and the places of the host in them. */
export interface HostedBytes {
  readonly bytes: Buffer
  readonly host: string
  readonly hostAt: readonly number[]
}

export function hostedBytes(page: string): HostedBytes {
  const bytes = Buffer.from(page)
  const hostAt: number[] = []
  for (let at = bytes.indexOf(ANY_HOST); at !== -1; at = bytes.indexOf(ANY_HOST, at + ANY_HOST.length))
    hostAt.push(at)
  return { bytes, host: ANY_HOST, hostAt }
}

/** The same page on another host. If it contains no host, it is the same on all. */
export function onHost(hosted: HostedBytes, other: string): HostedBytes {
  const { bytes, host, hostAt } = hosted
  if (hostAt.length === 0) return hosted
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
  }
}
