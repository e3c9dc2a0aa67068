import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** The path, with `/` between folders. */
  readonly path: string
  readonly content: string | Readable
  /** Whether it is stored without compression, like images. */
  readonly stored?: boolean
}

/** A zip as a stream. Only one entry is in memory at a time. */
export function zipDocument(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(chunks(entries), { objectMode: false })
}

async function* chunks(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  // `writing` reports errors of an entry. Without a listener here they would end the process.
  zip.on('error', (error: Error) => void output.destroy(error))
  output.on('error', () => {})
  const writing = writeEntries(zip, entries, stop.signal).catch((error: Error) => void output.destroy(error))
  try {
    yield* output
  } finally {
    stop.abort()
    await writing
  }
}

async function writeEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { path, content, stored = false } of entries) {
    const stream = typeof content === 'string' ? Readable.from(piecesOf(Buffer.from(content))) : content
    if (signal.aborted) return void stream.destroy()
    const end = () => void stream.destroy(new Error('the reader of the zip file has left'))
    signal.addEventListener('abort', end, { once: true })
    zip.addReadStream(stream, path, { compress: !stored })
    await finished(stream)
    signal.removeEventListener('abort', end)
  }
  zip.end()
}

const PIECE_BYTES = 64 * 1024

/** A long text at once would be summed up for its checksum at once. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
