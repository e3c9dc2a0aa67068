import { open } from 'node:fs/promises'

/** At most `length` bytes from `start`; fewer at the end of the file. */
export async function readSlice(file: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
