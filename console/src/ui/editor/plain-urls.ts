/** Chinese, Japanese and Korean letters and punctuation. They end a plain URL: browsers copy those in an address as `%…`. */
const CHINESE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef‘’“”…—]/u
const EACH = new RegExp(CHINESE, 'gu')

/** A plain URL that ends where Chinese begins, or that Chinese stands before. */
export const LINK_BEFORE_CHINESE = new RegExp(
  `((?:https?://|(?<![\\w@./-])www\\.)[!-~]*[\\w/#=&~%+-])[.,;:!?)\\]'"]*(?:${CHINESE.source})+$`,
  'iu',
)

/** The same text with spaces in place of Chinese, so that URLs are found at the same places. */
export const withoutChinese = (text: string) => text.replace(EACH, (letter) => ' '.repeat(letter.length))

/** The part of a text before Chinese begins. */
export function beforeChinese(text: string): string {
  const end = text.search(CHINESE)
  return end < 0 ? text : text.slice(0, end)
}

/** Whether a URL that stands alone is meant as a whole: Chinese letters may be in its path. */
export const isWholeUrl = (url: string) =>
  !CHINESE.test(url) || /^https?:\/\/[!-~]+\/[!-~\p{L}\p{N}]*$/u.test(url)
