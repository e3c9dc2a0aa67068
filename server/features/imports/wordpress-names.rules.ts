import { plainText } from '../../platform/search/plain-text.ts'
import { decoded } from './address-keys.rules.ts'
import { commentText } from './comment-text.rules.ts'

/** A name or title, which WordPress stores as HTML, as plain text. Without markup and entities it keeps its spaces. */
export function plainName(html: string): string {
  return /[<&]/.test(html) ? plainText(html) : html.trim()
}

export function termName(html: string, nicename: string): string {
  return plainName(html) || decoded(nicename)
}

/** Its paragraphs stay. */
export function plainDescription(html: string): string {
  return /[<&]/.test(html) ? commentText(html) : html
}
