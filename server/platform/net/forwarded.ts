import type { IncomingMessage } from 'node:http'
import { type CidrList, contains } from './addresses.ts'

type Received = Pick<IncomingMessage, 'headers' | 'socket'>

const LONGEST_HOST = 255
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** A host as a Host header may hold it: a name or an address, with or without a port. */
export function isHost(text: string): boolean {
  return text.length <= LONGEST_HOST && HOST.test(text)
}

/** The host under which the client reached us. A trusted proxy says it where it sends another Host itself. */
export function clientHost(request: Received, trustedProxies: CidrList): string {
  const forwarded = told(request, 'x-forwarded-host', trustedProxies)
  const host = forwarded !== undefined && isHost(forwarded) ? forwarded : (request.headers.host ?? '')
  return host.toLowerCase()
}

/** Scheme and host under which the client reached us; what a stranger says was forwarded is not believed. */
export function clientOrigin(request: Received, trustedProxies: CidrList): string {
  const forwarded = told(request, 'x-forwarded-proto', trustedProxies)?.toLowerCase()
  const scheme = forwarded === 'https' ? 'https' : 'http'
  return `${scheme}://${clientHost(request, trustedProxies)}`
}

/** The last of several values: that one was written by the proxy which is connected to us. */
function told({ headers, socket }: Received, name: string, trustedProxies: CidrList): string | undefined {
  const value = headers[name]
  if (value === undefined || !contains(trustedProxies, socket.remoteAddress ?? '')) return undefined
  return String(value).split(',').at(-1)?.trim()
}
