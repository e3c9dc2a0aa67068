import type { ByteWindow } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'
import { type ItemLocations, metadataExtents } from './avif-items.ts'

const IDLE_BOXES = new Set(['free', 'skip', 'uuid'])
// This box only lists the items. The pixels are in another one.
const META_MAX_BYTES = 4 * 1024 * 1024

interface Box {
  kind: string
  /** The start of the content, after the header. */
  start: number
  end: number
}

/**
 * The same picture with its metadata overwritten by zeros. All offsets stay valid, so the picture need not be encoded
 * again, which would take from six seconds to a minute. Undefined if there is metadata that cannot be located.
 */
export async function stripAvif(window: ByteWindow): Promise<Piece[] | undefined> {
  const boxes = await topLevelBoxes(window)
  const meta = boxes?.find(({ kind }) => kind === 'meta')
  if (!boxes || !meta || meta.end - meta.start > META_MAX_BYTES) return undefined
  const list: ItemLocations = {
    bytes: await window.bytes(meta.start, meta.end - meta.start),
    origin: meta.start,
  }
  const extents = metadataExtents(list)
  const idle = boxes.filter(({ kind }) => IDLE_BOXES.has(kind))
  return extents && blankedPieces([...extents, ...idle], window.size)
}

async function topLevelBoxes(window: ByteWindow): Promise<Box[] | undefined> {
  const boxes: Box[] = []
  for (let at = 0; at < window.size; ) {
    const header = await window.bytes(at, 16)
    if (header.length < 8) return undefined
    const short = header.readUInt32BE(0)
    if (short === 1 && header.length < 16) return undefined
    const length = short === 0 ? window.size - at : short === 1 ? Number(header.readBigUInt64BE(8)) : short
    const headerLength = short === 1 ? 16 : 8
    if (length < headerLength || at + length > window.size) return undefined
    boxes.push({ kind: header.toString('latin1', 4, 8), start: at + headerLength, end: at + length })
    at += length
  }
  return boxes
}

function blankedPieces(blanks: { start: number; end: number }[], size: number): Piece[] | undefined {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end } of blanks.sort((one, other) => one.start - other.start)) {
    if (!(start <= end && end <= size)) return undefined
    if (start > at) pieces.push({ start: at, end: start })
    if (end > at) pieces.push({ start: Math.max(at, start), end, isBlank: true })
    at = Math.max(at, end)
  }
  return at < size ? [...pieces, { start: at, end: size }] : pieces
}
