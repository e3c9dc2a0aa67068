import { open } from 'node:fs/promises'

export const WINDOW_BYTES = 64 * 1024

export interface ByteWindow {
  size: number
  /** Fewer bytes than requested only at the end of the file. Valid until the next call. */
  bytes(at: number, length: number): Promise<Buffer>
}

/** Random access to a file without loading all of it. */
export async function withByteWindow<T>(file: string, work: (window: ByteWindow) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    let space = Buffer.allocUnsafe(WINDOW_BYTES)
    let start = 0
    let held = space.subarray(0, 0)
    const bytes = async (at: number, length: number) => {
      const isHeld = at >= start && Math.min(at + length, size) <= start + held.length
      if (!isHeld) {
        if (length > space.length) space = Buffer.allocUnsafe(length)
        const { bytesRead } = await handle.read(space, 0, space.length, at)
        held = space.subarray(0, bytesRead)
        start = at
      }
      return held.subarray(at - start, at - start + length)
    }
    return await work({ size, bytes })
  } finally {
    await handle.close()
  }
}
