import { isIPv4 } from 'node:net'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'

// The first match wins: Edge and Opera also contain Chrome, and Chrome contains Safari.
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

const MAX_LENGTH = 100
const READ_OF_IT = 500

/** A short name of browser and system, or of the program. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ_OF_IT)
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, form]) => form.test(text))?.[0]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  const first = /^[\x21-\x7e]+/.exec(text)?.[0] ?? ''
  return (browser ?? system ?? first.split('/')[0] ?? '').slice(0, MAX_LENGTH)
}

/** Identifies a device by its name and its wider network, not by its IP address, which changes often. */
export function deviceKey(device: string, address: string): string {
  const network = rateLimitKey(address)
  const wide = isIPv4(network) ? network.split('.').slice(0, 2) : network.split(':').slice(0, 2)
  return sha256Hex(`${device} ${wide.join(' ')}`)
}
