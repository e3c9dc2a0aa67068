import { beforeChinese } from './plain-urls.ts'

const BLOCK_SIGNS = [
  /^ {0,3}#{1,6}\s+\S/m,
  /^ {0,3}```/m,
  /^ {0,3}>\s+\S/m,
  /^\|.*\|\s*\n\|[\s:|-]+\|/m,
  /^ {0,3}[-*+]\s+\S.*\n {0,3}[-*+]\s+\S/m,
  /^ {0,3}1[.)]\s+\S.*\n {0,3}2[.)]\s+\S/m,
  /^ {0,3}[-*+]\s+\[[ xX]\]\s/m,
]
const INLINE_SIGNS = [
  /\*\*\S(?:[^*]*\S)?\*\*/,
  /!?\[[^[\]]+\]\((?:https?:|\/|#|mailto:)[^()\s]*\)/,
  /(^|\s)`[^`\n]+`/,
]

/** Whether a plain text is Markdown. One sign is enough if it has no other common use. */
export function looksLikeMarkdown(text: string): boolean {
  return BLOCK_SIGNS.some((sign) => sign.test(text)) || INLINE_SIGNS.some((sign) => sign.test(text))
}

/** Fetched when it is first needed. */
export async function htmlFromMarkdown(text: string): Promise<string> {
  const { marked, Tokenizer } = await import('marked')
  class PlainTokenizer extends Tokenizer {
    override url(text: string) {
      return super.url(beforeChinese(text))
    }
  }
  return marked.parse(text, { gfm: true, async: false, tokenizer: new PlainTokenizer() })
}
