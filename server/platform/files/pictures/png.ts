import type { ByteWindow } from '../byte-window.ts'
import type { Piece } from '../pieces.ts'

const SIGNATURE_BYTES = 8
// Pixels and what their colours mean. All else is text, time, EXIF, or some program's own.
const KEPT = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sRGB cICP sBIT bKGD pHYs'.split(' '))

/** The chunks of a PNG that draw it, the same bytes, and nothing behind the last; undefined when that is not reached. */
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
