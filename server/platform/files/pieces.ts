import { type FileHandle, open, rm } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024

/** New bytes, or a range of another file: copied, or replaced by zeros of the same length. */
export type Piece = Buffer | { start: number; end: number; isBlank?: boolean }

/** Returns the number of bytes written. After an error there is no file. */
export async function writePieces(source: string, outFile: string, pieces: Piece[]): Promise<number> {
  const from = await open(source, 'r')
  try {
    return await writeWhole(outFile, async (to) => {
      let size = 0
      for (const piece of pieces) size += await writePiece(from, to, piece)
      return size
    })
  } finally {
    await from.close()
  }
}

export function writeBytes(outFile: string, bytes: Buffer | string): Promise<number> {
  return writeWhole(outFile, async (to) => {
    await to.writeFile(bytes)
    return Buffer.byteLength(bytes)
  })
}

async function writeWhole(outFile: string, write: (to: FileHandle) => Promise<number>): Promise<number> {
  const to = await open(outFile, 'w')
  try {
    return await write(to)
  } catch (error) {
    await rm(outFile, { force: true })
    throw error
  } finally {
    await to.close()
  }
}

async function writePiece(from: FileHandle, to: FileHandle, piece: Piece): Promise<number> {
  if (Buffer.isBuffer(piece)) {
    await to.writeFile(piece)
    return piece.length
  }
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, piece.end - piece.start))
  for (let at = piece.start; at < piece.end; ) {
    const length = Math.min(chunk.length, piece.end - at)
    const read = piece.isBlank ? length : (await from.read(chunk, 0, length, at)).bytesRead
    if (read === 0) throw new Error('the file became shorter while it was read')
    await to.writeFile(chunk.subarray(0, read))
    at += read
  }
  return piece.end - piece.start
}
