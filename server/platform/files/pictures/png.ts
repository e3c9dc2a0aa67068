import type { ByteWindow } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'

const SIGNATURE_BYTES = 8
// The chunks with pixels and colour information. All others contain text, time, EXIF or data of some program.
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sRGB cICP sBIT bKGD pHYs'.split(' '))

/**
 * The chunks of a PNG that are needed to draw it, byte for byte, and nothing after the last one; undefined if it is
 * truncated.
 */
export async function stripPng(window: ByteWindow): Promise<Piece[] | undefined> {
  const pieces: Piece[] = [{ start: 0, end: SIGNATURE_BYTES }]
  for (let at = SIGNATURE_BYTES; ; ) {
    const header = await window.bytes(at, 8)
    if (header.length < 8) return undefined
    const end = at + 12 + header.readUInt32BE(0)
    if (end > window.size) return undefined
    const kind = header.toString('latin1', 4, 8)
    if (KEPT.has(kind)) pieces.push({ start: at, end })
    if (kind === 'IEND') return pieces
    at = end
  }
}
