import { type FileHandle, open } from 'node:fs/promises'
import type { FileRefusal } from '../refusals.ts'

// Each fragment of a long video has two boxes; no video has more than this.
const BOXES_MAX = 200_000

/** The file must consist of boxes, including the two that are required for playback. */
export async function mp4Refusal(file: string, size: number): Promise<FileRefusal | undefined> {
  const handle = await open(file, 'r')
  try {
    const kinds = await topLevelBoxes(handle, size)
    if (!kinds) return 'damaged-file'
    return kinds.has('moov') && (kinds.has('mdat') || kinds.has('moof')) ? undefined : 'damaged-file'
  } finally {
    await handle.close()
  }
}

async function topLevelBoxes(handle: FileHandle, size: number): Promise<Set<string> | undefined> {
  const kinds = new Set<string>()
  const header = Buffer.alloc(16)
  let at = 0
  for (let count = 0; at < size; count += 1) {
    const { bytesRead } = await handle.read(header, 0, 16, at)
    const length = boxLength(header, bytesRead, size - at)
    if (length === undefined || count > BOXES_MAX) return undefined
    kinds.add(header.toString('latin1', 4, 8))
    at += length
  }
  return kinds
}

function boxLength(header: Buffer, available: number, remaining: number): number | undefined {
  if (available < 8) return undefined
  const short = header.readUInt32BE(0)
  if (short === 0) return remaining
  if (short === 1 && available < 16) return undefined
  const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short
  return length >= (short === 1 ? 16 : 8) && length <= remaining ? length : undefined
}
