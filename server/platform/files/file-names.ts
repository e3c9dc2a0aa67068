import createContentDisposition from 'content-disposition'

export type FileNameRefusal = 'nul-in-name' | 'path-in-name'

const NAME_MAX_BYTES = 255
const NAMELESS = 'file'
// A longer one is part of the name, not a file type.
const EXTENSION_MAX_BYTES = 20

// Control characters, and those that reorder or hide text: with them "cod.exe" reads as "exe.doc".
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/gu
const FORBIDDEN_ON_WINDOWS = /[<>:"|?*]/g
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i

/** Rejects names that no honest client sends. Some browsers send a relative path ("photos/a.png"), which is cleaned. */
export function fileNameRefusal(name: string): FileNameRefusal | undefined {
  if (name.includes('\0')) return 'nul-in-name'
  const segments = name.split(/[/\\]/)
  const climbs = segments.length > 1 && segments.includes('..')
  const isAbsolute = /^(?:[/\\]|[a-z]:)/i.test(name)
  return climbs || isAbsolute ? 'path-in-name' : undefined
}

/** A safe file name: never a path, never empty, at most 255 bytes, with its extension. */
export function cleanFileName(name: string): string {
  const seen = name.toWellFormed().normalize('NFC').replace(UNSEEN, '')
  const base = seen.split(/[/\\]/).at(-1) ?? ''
  const plain = base.replace(/^[a-z]:/i, '').replace(FORBIDDEN_ON_WINDOWS, '_')
  const trimmed = withoutEdges(plain)
  const usable = RESERVED_ON_WINDOWS.test(trimmed) ? `_${trimmed}` : trimmed
  return shorten(usable || NAMELESS)
}

/** Not a regular expression: at each of many spaces it would search for the end again. */
function withoutEdges(name: string): string {
  let [start, end] = [0, name.length]
  while (start < end && isEdge(name[start])) start += 1
  while (end > start && isEdge(name[end - 1])) end -= 1
  return name.slice(start, end)
}

const isEdge = (character = '') => character === '.' || character.trim() === ''

/** In lower case, without the dot; empty if there is none. */
export function fileExtension(name: string): string {
  return /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** RFC 6266: the name in UTF-8 (RFC 5987) and an ASCII fallback for old clients. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  return createContentDisposition(cleanFileName(name), { type })
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= NAME_MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const extension = Buffer.byteLength(ending) <= EXTENSION_MAX_BYTES ? ending : ''
  const stem = extension ? name.slice(0, dot) : name
  return `${cutToBytes(stem, NAME_MAX_BYTES - Buffer.byteLength(extension)).trimEnd()}${extension}`
}

function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return cut
}
