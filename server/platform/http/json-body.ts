import { isUtf8 } from 'node:buffer'
import { type FieldIssues, type Issue, MAX_REPORTED_FIELDS, Problem } from '../core/problem.ts'
import { isStorable } from '../texts/storable.ts'

/** Deeper than any valid body, and shallow enough for code that walks it. */
const MAX_DEPTH = 64
/** More values than any valid body has, and few enough to be parsed and walked in a few milliseconds. */
const MAX_VALUES = 50_000
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Reads a JSON body. An empty one is an empty object, so that each required field is reported by its name. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Problem('bad-encoding')
  rejectOversized(bytes)
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('bad-json')
  }
  // Only an escape can hide `__proto__`, a NUL or half a surrogate pair, so most bodies need no walk.
  if (bytes.includes('\\u') || bytes.includes('__proto__')) value = cleaned(value)
  return value
}

/**
 * One pass over the bytes before parsing: every UTF-8 byte below 128 is a character of its own. What it accepts is
 * cheap for `JSON.parse`, whatever its size.
 */
function rejectOversized(bytes: Buffer): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      if (++depth > MAX_DEPTH) throw new Problem('json-too-deep')
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (values > MAX_VALUES) throw new Problem('json-too-long')
  }
}

/** Up to here a loop is faster than a call into native code. */
const NEAR = 32

/** The position of the closing quote of the string that starts here. A long text costs little more than a short one. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  for (;;) {
    const near = Math.min(bytes.length, at + NEAR)
    while (at < near && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    if (at < near || at >= bytes.length) return at
    const quote = bytes.indexOf(QUOTE, at)
    if (quote === -1) return bytes.length
    let backslashes = 0
    while (quote - backslashes > at && bytes[quote - backslashes - 1] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    at = quote + 1
  }
}

/**
 * Removes keys named `__proto__`, which `Object.assign` would apply. Rejects an escaped NUL or half a surrogate pair:
 * they are valid JSON, but PostgreSQL rejects them and files cannot store them.
 */
function cleaned(value: unknown): unknown {
  const fields = new Map<string, Issue[]>()
  walk(value, [], fields)
  if (fields.size > 0) throw new Problem('invalid', { fields: fields as FieldIssues })
  return value
}

function walk(value: unknown, path: readonly string[], fields: Map<string, Issue[]>): void {
  if (fields.size > MAX_REPORTED_FIELDS) return
  if (typeof value === 'string') {
    if (!isStorable(value)) fields.set(path.join('.') || 'body', [{ name: 'bad-characters' }])
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, typeof item === 'object' ? [...path, String(index)] : path, fields)
    })
  } else if (typeof value === 'object' && value !== null) walkObject(value, path, fields)
}

function walkObject(value: object, path: readonly string[], fields: Map<string, Issue[]>): void {
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') delete (value as Record<string, unknown>)[key]
    else if (!isStorable(key)) fields.set(path.join('.') || 'body', [{ name: 'bad-characters' }])
    else walk(item, [...path, key], fields)
  }
}
