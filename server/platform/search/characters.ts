// The kind of a code point for the analyser. `unspaced` are the scripts written without spaces between words.
export const OTHER = 0
export const LETTER = 1
export const DIGIT = 2
export const UNSPACED = 3
export type Kind = typeof OTHER | typeof LETTER | typeof DIGIT | typeof UNSPACED

const WORD = /^[\p{L}\p{N}\p{M}]$/u
const NUMBER = /^\p{N}$/u
const SCRIPT_WITHOUT_SPACES =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u

const UNKNOWN = 255
const kinds = new Uint8Array(0x10000).fill(UNKNOWN)

export function kindOf(codePoint: number): Kind {
  const known = kinds[codePoint]
  if (known !== undefined && known !== UNKNOWN) return known as Kind
  const kind = classify(String.fromCodePoint(codePoint))
  kinds[codePoint] = kind // no effect beyond the table, in the astral planes
  return kind
}

function classify(char: string): Kind {
  if (!WORD.test(char)) return OTHER
  if (SCRIPT_WITHOUT_SPACES.test(char)) return UNSPACED
  return NUMBER.test(char) ? DIGIT : LETTER
}
