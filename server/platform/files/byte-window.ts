import { open } from 'node:fs/promises'

const WINDOW_BYTES = 64 * 1024

export interface ByteWindow {
  size: number
  /** Fewer than asked for only where the file ends. */
  bytes(at: number, length: number): Promise<Buffer>
}

/** A file read here and there without ever being in memory as a whole. */
export async function withByteWindow<T>(file: string, work: (window: ByteWindow) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    let start = 0
    let held = Buffer.alloc(0)
    const bytes = async (at: number, length: number) => {
      const isHeld = at >= start && Math.min(at + length, size) <= start + held.length
      if (!isHeld) {
        const wanted = Math.max(length, WINDOW_BYTES)
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
        held = buffer.subarray(0, bytesRead)
        start = at
      }
      return held.subarray(at - start, at - start + length)
    }
    return await work({ size, bytes })
  } finally {
    await handle.close()
  }
}
