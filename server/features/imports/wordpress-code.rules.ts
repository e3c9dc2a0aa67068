import { escapedHtml } from './embeds.rules.ts'
import { htmlComments, replaceElements } from './scanning.rules.ts'

const OPENED = /(?<!\[)\[(?:source)?code(\s[^[\]]{0,500})?\]/gi
const CLOSED = /\[\/(?:source)?code\]/gi
const LANGUAGE = /\blang(?:uage)?\s*=\s*["']?([\w+#.-]{1,40})/i

/** Marks the place of held code. A mark that is already in the text is taken out of it first. */
const MARK = '\ue001'
export const HELD_CODE: RegExp = new RegExp(`^${MARK}\\d+${MARK}$`)

/**
 * Takes the code in shortcodes out of a text, so that nothing in it is read as markup. `back` puts it in again, as blocks
 * of code.
 */
export function holdCode(text: string): { held: string; back: (text: string) => string } {
  const blocks: string[] = []
  const held = replaceElements(
    text.replaceAll(MARK, ''),
    OPENED,
    CLOSED,
    ([, attributes = '']) =>
      (inner) =>
        `\n\n${MARK}${blocks.push(blockOf(inner, attributes)) - 1}${MARK}\n\n`,
  )
  const place = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')
  return { held, back: (given) => given.replace(place, (_, at: string) => blocks[Number(at)] ?? '') }
}

function blockOf(inner: string, attributes: string): string {
  const [, language] = LANGUAGE.exec(attributes) ?? []
  const opening = language === undefined ? '<code>' : `<code class="language-${language.toLowerCase()}">`
  return `<pre>${opening}${escapedCode(inner.replace(/^(?:[ \t]*\n)+/, '').trimEnd())}</code></pre>`
}

/** Editors store code with entities, or as it was typed. */
function escapedCode(code: string): string {
  const isEscaped = !/[<>]/.test(code) && /&(?:lt|gt|amp|quot|#\d{1,6});/.test(code)
  return isEscaped ? code.replaceAll('"', '&quot;') : escapedHtml(code)
}

const BLOCK_MARK = /^<!--(?:\s*\/?wp:|\s*(?:more|nextpage|noteaser|StartFragment|EndFragment)\b|\s*-->)/

/** What browsers do not show and the sanitiser removes: PHP, and comments other than the marks of WordPress. */
export function hiddenLosses(text: string): string[] {
  const comments = htmlComments(text).filter((comment) => !BLOCK_MARK.test(comment.text)).length
  const php = text.match(/<\?(?:php\b|=)/gi)?.length ?? 0
  return [
    ...(comments > 0 ? [`HTML comments in it are removed (${comments})`] : []),
    ...(php > 0 ? [`PHP code in it is removed (${php})`] : []),
  ]
}
