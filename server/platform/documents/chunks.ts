import { createPace } from '../core/pace.ts'

const CHUNK_CHARACTERS = 32_768

/** Joins small texts into larger buffers. The first one is sent immediately, so that the download starts. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const pace = createPace()
  let text = ''
  let enough = 0
  for await (const piece of pieces) {
    text += piece
    if (text.length > enough) {
      yield Buffer.from(text)
      text = ''
      enough = CHUNK_CHARACTERS
    }
    await pace.breathe()
  }
  if (text !== '') yield Buffer.from(text)
}
