import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type CidrList, contains, normalizeAddress, parseCidrList } from './addresses.ts'
import type { SafeRequest } from './one-request.ts'

export type { SafeRequest }

export type SafeAnswer =
  | {
      readonly ok: true
      readonly status: number
      readonly headers: Readonly<Record<string, string | string[] | undefined>>
      readonly body: Buffer
      readonly truncated: boolean
      readonly durationMs: number
    }
  | {
      readonly ok: false
      readonly reason: FailureReason
      readonly detail: string
      readonly durationMs: number
    }

type FailureReason = 'bad-url' | 'refused-address' | 'dns' | 'connection' | 'timeout'

export type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeAnswer>

interface SafeFetchOptions {
  /** Private or reserved networks that are allowed. */
  readonly allow: CidrList
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
}

// IANA's special-purpose registries and cloud metadata addresses. 168.63.129.16 is a public address that leads to the
// host agent on Azure.
const SPECIAL_IPV4 = parseCidrList(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`)
// Everything else is reserved: unspecified, loopback, IPv4-compatible, NAT64, unique local, link-local, multicast.
const GLOBAL_IPV6 = parseCidrList('2000::/3')
// Teredo, ORCHID and benchmarking; documentation; 6to4; AS112.
const SPECIAL_IPV6 = parseCidrList('2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20')

/**
 * Fetches a URL from a user. Results and failures are returned as data; redirects are not followed. Each request has
 * its own lookup and connection, so that no kept-alive socket outlives the check, and a receiver that closes idle
 * connections causes no failed delivery.
 */
export function createSafeFetch({ allow, resolve = systemResolve }: SafeFetchOptions): SafeFetch {
  const mayReach = (address: string) => contains(allow, address) || isPublic(address)

  const lookup: LookupFunction = (hostname, _options, callback) => {
    checkedAddresses(hostname).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }

  // Checked and connected in the same lookup, so that a second DNS response cannot slip in. One forbidden address among
  // several rejects the name, because the connection may use any of them.
  async function checkedAddresses(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname).catch((error) => {
      throw new Failure('dns', describe(error))
    })
    if (addresses.length === 0) throw new Failure('dns', `${hostname} has no address`)
    for (const { address } of addresses) requireReachable(address, `${hostname} resolves to ${address}`)
    return [...addresses]
  }

  function requireReachable(address: string, finding: string): void {
    if (!mayReach(address)) throw new Failure('refused-address', `${finding}: a private or reserved address`)
  }

  async function fetchChecked(text: string, request: SafeRequest, signal: AbortSignal) {
    const url = parseUrl(text)
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // A literal address does not go through the lookup.
    if (isIP(literal) !== 0) requireReachable(literal, literal)

    const { sendOnce } = await import('./one-request.ts')
    return sendOnce(url, request, lookup, signal)
  }

  return async (url, request) => {
    const startedAt = performance.now()
    const durationMs = () => Math.round(performance.now() - startedAt)
    const signal = AbortSignal.timeout(request.timeoutMs)
    try {
      return { ok: true, ...(await fetchChecked(url, request, signal)), durationMs: durationMs() }
    } catch (error) {
      return { ok: false, ...failureOf(error, signal, request.timeoutMs), durationMs: durationMs() }
    }
  }
}

/** Checks a URL before any network access; its name may still resolve to a forbidden address. */
export function addressIssue(text: string, allow: CidrList): 'bad-url' | 'refused-address' | undefined {
  try {
    const literal = parseUrl(text).hostname.replace(/^\[(.*)\]$/, '$1')
    return isIP(literal) === 0 || contains(allow, literal) || isPublic(literal)
      ? undefined
      : 'refused-address'
  } catch {
    return 'bad-url'
  }
}

class Failure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

function failureOf(error: unknown, signal: AbortSignal, timeoutMs: number) {
  if (error instanceof Failure) return { reason: error.reason, detail: error.message }
  if (signal.aborted)
    return { reason: 'timeout' as const, detail: `no complete response within ${timeoutMs} ms` }
  // An invalid header or method is a bug of the caller, not a network failure.
  if (codeOf(error) === 'UND_ERR_INVALID_ARG') throw error
  return { reason: 'connection' as const, detail: describe(error) }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw new Failure('bad-url', 'not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Failure('bad-url', `${url.protocol} is not http: or https:`)
  }
  if (url.username !== '' || url.password !== '') throw new Failure('bad-url', 'the URL carries credentials')
  return url
}

function isPublic(address: string): boolean {
  const normal = normalizeAddress(address)
  if (normal === undefined) return false
  if (isIP(normal) === 4) return !contains(SPECIAL_IPV4, normal)
  return contains(GLOBAL_IPV6, normal) && !contains(SPECIAL_IPV6, normal)
}

function systemResolve(hostname: string): Promise<LookupAddress[]> {
  return systemLookup(hostname, { all: true })
}

// If all addresses of a name fail, Node throws an AggregateError without a message.
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ')
  if (error instanceof Error && error.message !== '') return error.message
  return codeOf(error) ?? String(error)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
