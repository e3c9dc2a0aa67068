import type { ByteWindow } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'

const KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])
const HAS_EXIF_OR_XMP = 0x0c

/** The chunks of a WebP that are needed to draw it, byte for byte; undefined if it is not a complete WebP. */
export async function stripWebp(window: ByteWindow): Promise<Piece[] | undefined> {
  const head = await window.bytes(0, 12)
  if (head.length < 12) return undefined
  const end = 8 + head.readUInt32LE(4)
  const pieces: Piece[] = []
  let kept = 0
  for (let at = 12; at + 8 <= end; ) {
    const header = await window.bytes(at, 18)
    if (header.length < 8) return undefined
    const kind = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    const next = at + 8 + length + (length % 2)
    if (next > window.size) return undefined
    if (KEPT.has(kind)) {
      pieces.push(kind === 'VP8X' && length === 10 ? withoutMetadataFlags(header) : { start: at, end: next })
      kept += next - at
    }
    at = next
  }
  return kept > 0 ? [riffHeader(kept), ...pieces] : undefined
}

function withoutMetadataFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk)
  copy.writeUInt8(copy.readUInt8(8) & ~HAS_EXIF_OR_XMP, 8)
  return copy
}

function riffHeader(length: number): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(4 + length, 4)
  return header
}
