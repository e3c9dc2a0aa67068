import type { Check } from './vocabulary.ts'

/** The cleaned value; undefined if nothing is left. `lost` tells whether something was removed. */
interface Checked {
  readonly value: string | undefined
  readonly lost: boolean
}

export function checkValue(check: Check, given: string): Checked {
  if (given.length > MAX_VALUE_LENGTH) return { value: undefined, lost: true }
  if (check === 'sources') return checkSources(given)
  if (check === 'classes') return checkClasses(given)
  if (check === 'alignment') return checkAlignment(given)
  const value = CHECKS[check](given)
  return { value, lost: value === undefined }
}

// The checks make several passes over a value, so values that are checked repeatedly must be short.
const MAX_VALUE_LENGTH = 8000
const MAX_URL_LENGTH = 4000
const MAX_CLASSES = 30
const MAX_SOURCES = 50

type SimpleCheck = Exclude<Check, 'alignment' | 'classes' | 'sources'>

const CHECKS: Readonly<Record<SimpleCheck, (value: string) => string | undefined>> = {
  address: (value) => allowedAddress(value, MEDIA_SCHEMES),
  link: (value) => allowedAddress(value, LINK_SCHEMES),
  dimension: (value) => /^(\d{1,5}(?:\.\d{1,3})?%?)(?:px)?$/.exec(value.trim())?.[1],
  flag: () => '',
  id: (value) =>
    /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,127}$/u.test(value) && !CLOBBERS.has(value) ? value : undefined,
  language: (value) => matching(value, /^[A-Za-z0-9-]{1,35}$/),
  number: (value) => matching(value, /^-?\d{1,6}$/),
  text: (value) => value,
  word: (value) => matching(value, /^[A-Za-z0-9_-]{1,40}$/),
}

function matching(value: string, form: RegExp): string | undefined {
  return form.test(value) ? value : undefined
}

/** An element with such an id would shadow a property of the document or window (DOM clobbering). */
const CLOBBERS = new Set(
  (
    'anchors attributes body children childNodes cookie currentScript defaultView doctype document documentElement ' +
    'domain embeds firstChild forms frames fullscreenElement getElementById getElementsByName head history images ' +
    'implementation lastChild links location name nodeName nodeType origin parent parentNode plugins querySelector ' +
    'querySelectorAll referrer root scripts self status top window __proto__ constructor prototype'
  ).split(' '),
)

const MEDIA_SCHEMES = new Set(['http', 'https'])
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const SPACE = 0x20
const DELETE = 0x7f

function allowedAddress(value: string, schemes: ReadonlySet<string>): string | undefined {
  const address = asBrowsersParse(value)
  if (address === undefined || address === '' || address.length > MAX_URL_LENGTH) return undefined
  const colon = address.search(/[:/?#]/)
  // A colon before the first slash ends a scheme, or disguises one.
  const hasScheme = colon !== -1 && address[colon] === ':'
  return !hasScheme || schemes.has(address.slice(0, colon).toLowerCase()) ? address : undefined
}

/**
 * Browsers ignore tabs and line breaks anywhere, and spaces and control characters at the ends. Undefined if another
 * control character is left. Without regular expressions, which are quadratic in long runs of spaces.
 */
function asBrowsersParse(value: string): string | undefined {
  let [start, end] = [0, value.length]
  while (start < end && value.charCodeAt(start) <= SPACE) start++
  while (end > start && value.charCodeAt(end - 1) <= SPACE) end--
  const address = value.slice(start, end).replace(/[\t\n\r]/g, '')
  for (let at = 0; at < address.length; at++) {
    const code = address.charCodeAt(at)
    if (code < SPACE || code === DELETE) return undefined
  }
  return address
}

/** Each candidate is a URL and at most one descriptor. An invalid one is removed, the others stay. */
function checkSources(given: string): Checked {
  const kept: string[] = []
  let lost = false
  // A comma is part of the URL unless a space follows it or a descriptor precedes it.
  for (const candidate of given.split(/,\s|(?<=\s\d{1,6}[wx]),/)) {
    const [address = '', descriptor = '', ...rest] = candidate.split(/\s+/).filter((part) => part !== '')
    if (address === '') continue
    const clean = address.includes(',,') ? undefined : allowedAddress(withoutComma(address), MEDIA_SCHEMES)
    const fits = rest.length === 0 && /^(\d{1,6}(\.\d{1,3})?[wx])?$/.test(descriptor)
    if (clean === undefined || !fits || kept.length === MAX_SOURCES) lost = true
    else kept.push(descriptor === '' ? clean : `${clean} ${descriptor}`)
  }
  return kept.length === 0 ? { value: undefined, lost: true } : { value: kept.join(', '), lost }
}

function withoutComma(address: string): string {
  return address.slice(address.startsWith(',') ? 1 : 0, address.endsWith(',') ? -1 : undefined)
}

function checkClasses(given: string): Checked {
  const names = given.split(/\s+/).filter((name) => name !== '')
  const kept = [...new Set(names.filter((name) => /^[\p{L}\p{N}_-]{1,64}$/u.test(name)))].slice(
    0,
    MAX_CLASSES,
  )
  return { value: kept.length === 0 ? undefined : kept.join(' '), lost: kept.length < new Set(names).size }
}

/** The only style that is kept is the text alignment. */
function checkAlignment(given: string): Checked {
  const parts = given
    .split(';')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
  const [last, ...others] = parts
    .filter((part) => /^text-align\s{0,9}:\s{0,9}(left|right|center|justify|start|end)$/.test(part))
    .reverse()
  const value = last && `text-align: ${last.slice(last.indexOf(':') + 1).trim()}`
  return { value, lost: parts.length > others.length + (last ? 1 : 0) }
}
