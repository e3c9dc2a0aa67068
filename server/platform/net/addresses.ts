import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

interface Cidr {
  readonly network: Address
  readonly bits: number
}

export type CidrList = readonly Cidr[]

// A request whose connection is closed, or that came through a Unix socket, has no address.
const UNKNOWN_ADDRESS = 'unknown'

const MAPPED_PREFIX = '::ffff:'
const MAPPED_BITS = 96

/** The canonical form of an address: IPv4-mapped IPv6 as IPv4, without a zone; undefined if it is not an address. */
export function normalizeAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  // The form of an IPv4 peer on a dual-stack socket; most requests use this path or the one above.
  if (text.startsWith(MAPPED_PREFIX) && isIPv4(text.slice(MAPPED_PREFIX.length))) {
    return text.slice(MAPPED_PREFIX.length)
  }
  return parseAddress(text)?.toString()
}

/** Whether it is an address or a CIDR range. */
export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined
}

/**
 * Parses addresses and CIDR ranges separated by commas or white space; throws an Error that names the invalid entry.
 */
export function parseCidrList(text: string): CidrList {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const cidr = parseCidr(entry)
      if (!cidr) {
        throw new Error(
          `"${entry}" is neither an IP address nor a CIDR range (such as 10.0.0.0/8, 192.168.1.5 or fd00::/8)`,
        )
      }
      return cidr
    })
}

export function contains(list: CidrList, address: string): boolean {
  if (list.length === 0) return false
  const parsed = parseAddress(address)
  return parsed !== undefined && list.some(({ network, bits }) => matches(parsed, network, bits))
}

/** IPv6 is counted by /64: one household or machine has a whole /64 and can change its address. */
export function rateLimitKey(address: string): string {
  const normal = normalizeAddress(address)
  if (normal === undefined) return UNKNOWN_ADDRESS
  if (isIPv4(normal)) return normal
  const groups = ipaddr.IPv6.parse(normal).parts.slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * The client address: the peer of the socket, or, behind trusted proxies, the nearest address in X-Forwarded-For (from
 * the right) that is not one of them. An invalid entry ends the search, because its author could have written the rest
 * too.
 */
export function clientAddress(
  socketAddress: string | undefined,
  xForwardedFor: string | readonly string[] | undefined,
  trustedProxies: CidrList,
): string {
  let client = socketAddress === undefined ? undefined : normalizeAddress(socketAddress)
  if (client === undefined) return UNKNOWN_ADDRESS
  if (xForwardedFor === undefined || !contains(trustedProxies, client)) return client

  const hops = (typeof xForwardedFor === 'string' ? xForwardedFor : xForwardedFor.join(',')).split(',')
  while (contains(trustedProxies, client)) {
    const hop = hops.pop()
    const address = hop === undefined ? undefined : forwardedAddress(hop)
    if (address === undefined) return client
    client = address
  }
  return client
}

// Some proxies add the port: 203.0.113.9:4711 or [2001:db8::1]:4711. The parser always creates a new string: a slice
// would keep the whole header in memory as long as a counter uses the address.
function forwardedAddress(hop: string): string | undefined {
  const text = hop.trim()
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  return parseAddress(bare)?.toString()
}

function parseCidr(text: string): Cidr | undefined {
  const [addressText = '', bitsText, ...rest] = text.split('/')
  if (rest.length > 0 || (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText))) return undefined
  const written = parseUnmapped(addressText)
  if (!written) return undefined

  const maximum = written.kind() === 'ipv4' ? 32 : 128
  const writtenBits = bitsText === undefined ? maximum : Number(bitsText)
  if (writtenBits > maximum) return undefined

  if (isMapped(written) && writtenBits >= MAPPED_BITS) {
    return { network: written.toIPv4Address(), bits: writtenBits - MAPPED_BITS }
  }
  return { network: written, bits: writtenBits }
}

function parseAddress(text: string): Address | undefined {
  const address = parseUnmapped(text)
  return address && isMapped(address) ? address.toIPv4Address() : address
}

// The library reads "10" as 0.0.0.10 and "010.1" as 8.0.0.1; Node's own check rejects incomplete addresses.
function parseUnmapped(text: string): Address | undefined {
  const bare = text.includes(':') ? text.replace(/%.*$/s, '') : text
  const family = isIP(bare)
  if (family === 0) return undefined
  if (family === 4) return ipaddr.IPv4.parse(bare)
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare)
  if (!dotted) return ipaddr.IPv6.parse(bare)
  // The library confuses ::127.0.0.1 with the mapped ::ffff:127.0.0.1; in hexadecimal it does not.
  const [, head = '', ...octets] = dotted
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  return ipaddr.IPv6.parse(`${head}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)
}

function isMapped(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress()
}

function matches(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
