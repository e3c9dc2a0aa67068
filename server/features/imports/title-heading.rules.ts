import { markdownToHtml } from '../../platform/markdown/markdown-to-html.ts'
import { plainText } from '../../platform/search/plain-text.ts'

const FIRST_HEADING = /^(?: {0,3}#[ \t]+([^\n]{1,500})| {0,3}(\S[^\n]{0,499})\n {0,3}=+[ \t]*)(?:\n|$)/
/** Its id for a site generator, and the number signs that may close it. */
const END = /(?:\s+#+)?(?:\s*\{[^{}\n]{1,100}\})?\s*$/

/** A text that begins with its title as a heading, as without front matter; undefined if nothing would be left of it. */
export function splitTitle(text: string): { title: string; content: string } | undefined {
  const given = text.replaceAll('\r\n', '\n')
  const [heading, marked, underlined] = FIRST_HEADING.exec(given) ?? []
  if (heading === undefined) return undefined
  const title = plainText(markdownToHtml((marked ?? underlined ?? '').replace(END, ''))).trim()
  const content = given.slice(heading.length).replace(/^\s*\n/, '')
  return title === '' || content.trim() === '' ? undefined : { title, content }
}
