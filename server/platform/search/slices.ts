const SLICE_CHARACTERS = 20_000
const MAX_SLICE_LENGTH = 24_000
const SPACE = /\s/g

/** A long text in slices that end at white space if possible, so that words and pairs are not split. */
export function* slicesOf(text: string): Generator<string> {
  if (text.length <= MAX_SLICE_LENGTH) return yield text
  for (let at = 0; at < text.length; ) {
    SPACE.lastIndex = at + SLICE_CHARACTERS
    const end = Math.min(SPACE.exec(text)?.index ?? text.length, at + MAX_SLICE_LENGTH)
    yield text.slice(at, end)
    at = end
  }
}
