import type { ByteWindow } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff
// These two set how often an animation repeats. XMP and colour profiles use other names.
const LOOP_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * The parts of a GIF that are needed to draw it: no comments, no metadata, nothing after its end. Undefined for a
 * truncated GIF, which the decoder would accept.
 */
export async function stripGif(window: ByteWindow): Promise<Piece[] | undefined> {
  const head = await window.bytes(0, 13)
  if (head.length < 13) return undefined
  let at = 13 + colourTableLength(head.readUInt8(10))
  const pieces: Piece[] = [{ start: 0, end: at }]
  let images = 0
  for (;;) {
    const kind = (await window.bytes(at, 1))[0]
    if (kind === TRAILER) return images > 0 ? [...pieces, { start: at, end: at + 1 }] : undefined
    const end = await blockEnd(window, kind, at)
    if (end === undefined) return undefined
    if (kind === IMAGE) images += 1
    if (kind === IMAGE || (await drawsOrLoops(window, at))) pieces.push({ start: at, end })
    at = end
  }
}

async function blockEnd(
  window: ByteWindow,
  kind: number | undefined,
  at: number,
): Promise<number | undefined> {
  if (kind === EXTENSION) return subBlocksEnd(window, at + 2)
  const flags = kind === IMAGE ? (await window.bytes(at + 9, 1))[0] : undefined
  // Ten bytes of image descriptor, the colour table, and one byte for the code size.
  return flags === undefined ? undefined : subBlocksEnd(window, at + 10 + colourTableLength(flags) + 1)
}

function colourTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

async function subBlocksEnd(window: ByteWindow, start: number): Promise<number | undefined> {
  for (let at = start; ; ) {
    const length = (await window.bytes(at, 1))[0]
    if (length === undefined) return undefined
    at += 1 + length
    if (length === 0) return at
  }
}

async function drawsOrLoops(window: ByteWindow, at: number): Promise<boolean> {
  const header = await window.bytes(at, 14)
  if (header[1] === GRAPHIC_CONTROL) return true
  return header[1] === APPLICATION && LOOP_APPLICATIONS.has(header.toString('latin1', 3, 14))
}
