import type { IncomingMessage } from 'node:http'
import { type CidrList, contains } from './addresses.ts'

type Received = Pick<IncomingMessage, 'headers' | 'socket'>

const MAX_HOST_LENGTH = 255
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** A valid Host header: a name or an address, with or without a port. */
export function isHost(text: string): boolean {
  return text.length <= MAX_HOST_LENGTH && HOST.test(text)
}

/** The host of the request, as the client sees it. A trusted proxy may forward it. */
export function clientHost(request: Received, trustedProxies: CidrList): string {
  const forwarded = told(request, 'x-forwarded-host', trustedProxies)
  const host = forwarded !== undefined && isHost(forwarded) ? forwarded : (request.headers.host ?? '')
  return host.toLowerCase()
}

/** Scheme and host of the request, as the client sees them. Forwarded values are used only from trusted proxies. */
export function clientOrigin(request: Received, trustedProxies: CidrList): string {
  const forwarded = told(request, 'x-forwarded-proto', trustedProxies)?.toLowerCase()
  const scheme = forwarded === 'https' ? 'https' : 'http'
  return `${scheme}://${clientHost(request, trustedProxies)}`
}

/** The last of several values, which the connected proxy wrote. */
function told({ headers, socket }: Received, name: string, trustedProxies: CidrList): string | undefined {
  const value = headers[name]
  if (value === undefined || !contains(trustedProxies, socket.remoteAddress ?? '')) return undefined
  return String(value).split(',').at(-1)?.trim()
}
