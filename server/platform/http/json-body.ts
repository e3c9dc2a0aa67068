import { isUtf8 } from 'node:buffer'
import { type FieldIssues, type Issue, Problem } from '../problem.ts'

/** Deeper than any body of ours, and shallow enough for whatever walks it. */
const DEEPEST = 64
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `__proto__`, or an escape of one of its letters. */
const MAY_NAME_PROTO = /__proto__|\\u00(?:5f|70|72|6f|74)/i

/** Reads a JSON body. An empty one is an empty object, so that each required field is reported by its name. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Problem('bad-encoding')
  if (isTooDeep(bytes)) throw new Problem('json-too-deep')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text, MAY_NAME_PROTO.test(text) ? withoutProto : undefined)
  } catch {
    throw new Problem('bad-json')
  }
  if (text.includes('\\u')) refuseUnstorable(value)
  return value
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

/** Looked at before parsing, byte by byte: every byte of UTF-8 below 128 is a character of its own. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) quoted = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return false
}

/** An escaped NUL or half a surrogate pair is valid JSON and no text: PostgreSQL refuses it, files mangle it. */
function refuseUnstorable(value: unknown): void {
  const fields = new Map<string, Issue[]>()
  walk(value, [], fields)
  if (fields.size > 0) throw new Problem('invalid', { fields: fields as FieldIssues })
}

function walk(value: unknown, path: readonly string[], fields: Map<string, Issue[]>): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      fields.set(path.join('.') || 'body', [{ name: 'bad-characters' }])
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, typeof item === 'object' ? [...path, String(index)] : path, fields)
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key.includes('\0') || !key.isWellFormed())
        fields.set(path.join('.') || 'body', [{ name: 'bad-characters' }])
      else walk(item, [...path, key], fields)
    }
  }
}
