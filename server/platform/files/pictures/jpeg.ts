import { type ByteWindow, WINDOW_BYTES } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'

const END = 0xd9
const SCAN = 0xda
const PROFILE = 0xe2
// The JFIF and Adobe segments: without them colours are wrong.
const COLOUR_SEGMENTS = new Set([0xe0, 0xee])
const COMMENT = 0xfe

/**
 * The segments of a JPEG that are needed to draw it, and its colour profile, byte for byte: no EXIF, XMP, thumbnail
 * or comment, and no second picture or video after the end. Undefined if it is truncated.
 */
export async function stripJpeg(window: ByteWindow): Promise<Piece[] | undefined> {
  const pieces: Piece[] = [{ start: 0, end: 2 }]
  for (let at: number | undefined = 2; at !== undefined; ) {
    const start: number | undefined = await nextMarker(window, at)
    if (start === undefined) return undefined
    const [, kind = 0, ...length] = await window.bytes(start, 4)
    if (kind === END) return [...pieces, { start, end: start + 2 }]
    const end: number = start + 2 + (length[0] ?? 0) * 256 + (length[1] ?? 0)
    const next: number | undefined = kind === SCAN ? await nextMarker(window, end) : end
    if (next === undefined) return undefined
    if (await draws(window, kind, start)) pieces.push({ start, end: next })
    at = next
  }
  return undefined
}

async function draws(window: ByteWindow, kind: number, start: number): Promise<boolean> {
  if (kind === PROFILE) return (await window.bytes(start + 4, 12)).toString('latin1') === 'ICC_PROFILE\0'
  const isApplication = kind >= 0xe0 && kind <= 0xef
  return kind !== COMMENT && (!isApplication || COLOUR_SEGMENTS.has(kind))
}

/** Skips the pixels of a scan. Escaped markers and restart markers are part of it. */
async function nextMarker(window: ByteWindow, from: number): Promise<number | undefined> {
  for (let at = from; at + 1 < window.size; ) {
    const stretch = await window.bytes(at, WINDOW_BYTES)
    const found = markerIn(stretch)
    if (found !== undefined) return at + found
    if (stretch.length < 2) return undefined
    // The last byte may be the first half of a marker.
    at += stretch.length - 1
  }
  return undefined
}

function markerIn(stretch: Buffer): number | undefined {
  for (let at = stretch.indexOf(0xff); at >= 0 && at + 1 < stretch.length; at = stretch.indexOf(0xff, at)) {
    const kind = stretch[at + 1]
    const isInside = kind === 0 || (kind !== undefined && kind >= 0xd0 && kind <= 0xd7)
    if (!isInside && kind !== 0xff) return at
    at += isInside ? 2 : 1
  }
  return undefined
}
