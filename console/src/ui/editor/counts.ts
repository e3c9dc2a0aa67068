const LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WORDS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Reading speed per minute. */
const WORDS_A_MINUTE = 250
const LETTERS_A_MINUTE = 400

/** Words (a Chinese character counts as one), characters without spaces, and the minutes it takes to read. */
export function countsOf(text: string): { words: number; characters: number; minutes: number } {
  const letters = text.match(LETTERS)?.length ?? 0
  const words = text.replace(LETTERS, ' ').match(WORDS)?.length ?? 0
  const characters = [...text.replace(/\s+/g, '')].length
  const minutes = Math.ceil(words / WORDS_A_MINUTE + letters / LETTERS_A_MINUTE)
  return { words: words + letters, characters, minutes }
}
