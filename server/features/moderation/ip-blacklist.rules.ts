import type { BlockDuration } from '@inkstone/contract/moderation.ts'
import ipaddr from 'ipaddr.js'
import { normalizeAddress } from '../../platform/net/addresses.ts'

const DAY_MS = 86_400_000
const MAPPED_BITS = 96

/** When a block that starts now ends; null for never. */
export function blockEnd(duration: BlockDuration, now: number): number | null {
  if (duration === 'permanent') return null
  return now + (duration === '7d' ? 7 : 30) * DAY_MS
}

/**
 * The canonical form of an address or network: always with its prefix length, and with the other bits cleared.
 * Undefined if it is neither.
 */
export function canonicalNetwork(text: string): string | undefined {
  const [written = '', bitsText, ...rest] = text.trim().split('/')
  const address = normalizeAddress(written)
  if (address === undefined || rest.length > 0) return undefined
  const most = maxBits(address)
  if (bitsText === undefined) return `${address}/${most}`
  if (!/^\d{1,3}$/.test(bitsText)) return undefined
  // The prefix length of an IPv4-mapped IPv6 address is reduced by 96.
  const isMapped = most === 32 && written.includes(':')
  const bits = Number(bitsText) - (isMapped ? MAPPED_BITS : 0)
  return bits < 0 || bits > most ? undefined : networkOf(address, bits)
}

/** Every network that contains the address, including itself. It is blocked if one of them is. */
export function networksAround(address: string): string[] {
  const normal = normalizeAddress(address)
  if (normal === undefined) return []
  return Array.from({ length: maxBits(normal) + 1 }, (_, bits) => networkOf(normal, bits))
}

/** The display form: a single address without its prefix length. */
export function shownNetwork(network: string): string {
  const [address = '', bits] = network.split('/')
  return Number(bits) === maxBits(address) ? address : network
}

function maxBits(address: string): 32 | 128 {
  return address.includes(':') ? 128 : 32
}

function networkOf(address: string, bits: number): string {
  const family = maxBits(address) === 32 ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}
