import { escapedHtml } from './embeds.rules.ts'
import { htmlComments, replaceElements } from './scanning.rules.ts'

const LANGUAGES =
  'bash|cpp|csharp|css|diff|html|java|javascript|js|objc|perl|php|powershell|python|py|ruby|scala|shell|sql|vb|xml'
const NAMES = `code|sourcecode|pre|${LANGUAGES}`
const OPENED = new RegExp(`(?<!\\[)\\[(${NAMES})(\\s[^[\\]]{0,500})?\\]`, 'gi')
const CLOSED = new RegExp(`\\[/(${NAMES})\\]`, 'gi')
const IS_LANGUAGE = new RegExp(`^(?:${LANGUAGES})$`, 'i')
const QUOTE = `["'\u201c\u201d\u2033]|&(?:quot|#(?:34|8220|8221|8243));`
const LANGUAGE = new RegExp(`\\blang(?:uage)?\\s*=\\s*(?:${QUOTE})?([\\w+#.-]{1,40})`, 'i')

/** Marks the place of held code. A mark that is already in the text is taken out of it first. */
const MARK = '\ue001'
export const HELD_CODE: RegExp = new RegExp(`^${MARK}\\d+${MARK}$`)

/**
 * Takes the code in shortcodes and in elements of highlighters out of a text, so that nothing in it is read as markup.
 * `back` puts it in again, as blocks of code.
 */
export function holdCode(text: string): { held: string; back: (text: string) => string } {
  const blocks: string[] = []
  const hold = (block: string) => `\n\n${MARK}${blocks.push(block) - 1}${MARK}\n\n`
  const withoutShortcodes = replaceShortcodes(text.replaceAll(MARK, ''), (name, attributes, inner) =>
    hold(
      blockOf(
        LANGUAGE.exec(attributes)?.[1] ?? (IS_LANGUAGE.test(name) ? name : undefined),
        escapedCode(inner),
      ),
    ),
  ).replace(AROUND, '$1')
  const held = replaceElements(withoutShortcodes, PRE, PRE_END, ([, comment = '', attributes = '']) => {
    const language = HIGHLIGHTED.exec(attributes)?.[1] ?? /"language":"([\w+#.-]{1,40})"/.exec(comment)?.[1]
    if (language === undefined || NO_LANGUAGE.test(language)) return undefined
    return (inner, whole) =>
      /<code\b/i.test(inner) || inner.includes(MARK)
        ? whole
        : hold(blockOf(language, IS_TYPED.test(attributes) ? escapedCode(inner) : inner))
  })
  const place = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')
  return { held, back: (given) => given.replace(place, (_, at: string) => blocks[Number(at)] ?? '') }
}

/** Elements of SyntaxHighlighter, Crayon, WP-Syntax, Prettify and Enlighter. */
const PRE = /(?:<!-- wp:[\w/-]{1,60} (\{[^<>]{0,500}\}) -->\s?)?<pre\b([^<>]*)>/gi
const PRE_END = /<\/pre>/gi
const HIGHLIGHTED =
  /(?:\bbrush:\s?|\blang:|\blang(?:uage)?-|\s(?:data-enlighter-language|data-language|lang)\s?=\s?["']?)([\w+#.-]{1,40})/i
/** Their editors store what was typed. */
const IS_TYPED = /\blang:|\slang\s?=/i
/** `lang="zh"` names the language of a text. */
const NO_LANGUAGE = /^(?:default|generic|plain|text|raw|none|zh|en|[a-z]{2}-[a-z]{2,4})$/i

/** A paragraph or a block of code around it. */
const AROUND = new RegExp(
  `<(?:p|pre)(?:\\s[^<>]{0,500})?>(?:<code>)?(\\s*${MARK}\\d+${MARK}\\s*)(?:</code>)?</(?:p|pre)>`,
  'gi',
)

/** Each shortcode to its own end, with what is in it. */
function replaceShortcodes(
  text: string,
  replace: (name: string, attributes: string, inner: string) => string,
): string {
  const ends = endsIn(text)
  const written: string[] = []
  let from = 0
  for (const { 0: opening, 1: name = '', 2: attributes = '', index } of text.matchAll(OPENED)) {
    if (index < from) continue
    const inside = index + opening.length
    const end = ends(name.toLowerCase(), inside)
    if (!end) continue
    written.push(text.slice(from, index), replace(name, attributes, text.slice(inside, end.at)))
    from = end.after
  }
  return [...written, text.slice(from)].join('')
}

/** The next end of a shortcode after a place. Each place is behind the one before. */
function endsIn(text: string) {
  const ends = new Map<string, { at: number; after: number }[]>()
  for (const { 0: closing, 1: name = '', index } of text.matchAll(CLOSED)) {
    const known = ends.get(name.toLowerCase()) ?? []
    known.push({ at: index, after: index + closing.length })
    ends.set(name.toLowerCase(), known)
  }
  const passed = new Map<string, number>()
  return (name: string, place: number) => {
    const ofName = ends.get(name) ?? []
    let next = passed.get(name) ?? 0
    while ((ofName[next]?.at ?? Number.POSITIVE_INFINITY) < place) next += 1
    passed.set(name, next)
    return ofName[next]
  }
}

function blockOf(language: string | undefined, code: string): string {
  const opening = language === undefined ? '<code>' : `<code class="language-${language.toLowerCase()}">`
  return `<pre>${opening}${code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}</code></pre>`
}

const ENTITY = /&(?:lt|gt|amp|quot|nbsp|#\d{1,6}|#x[\da-f]{1,5});/i
const LINE_END = '<br\\s*/?>\\n?'
const BLOCK_EDGE = '<!-- /?wp:paragraph -->\\n?'
const PARAGRAPH = '<(?:p|div)(?:\\s[^<>]{0,500})?>'
const PARAGRAPH_END = '</(?:p|div)>'
const ANY = (...forms: string[]) => new RegExp(forms.join('|'), 'gi')

/** The HTML of code that was stored as it was typed, or as HTML: with entities and with elements for its lines. */
function escapedCode(code: string): string {
  // WordPress stores no such character without an entity, unless the writer may store any HTML.
  const isTyped = /<|&(?!(?:[a-z]{2,10}|#\d{1,6}|#x[\da-f]{1,5});)/i.test(
    code.replace(ANY(LINE_END, BLOCK_EDGE, PARAGRAPH, PARAGRAPH_END), ''),
  )
  const isOneLine = /\S<br\s*\/?>/i.test(code) && !code.trim().includes('\n')
  if (isTyped || !(isOneLine || ENTITY.test(code) || ANY(BLOCK_EDGE).test(code))) return escapedHtml(code)
  const betweenParagraphs = ANY(LINE_END).test(code) ? '\n\n' : '\n'
  return code
    .replace(ANY(BLOCK_EDGE), '')
    .replace(ANY(LINE_END), '\n')
    .replace(ANY(`${PARAGRAPH_END}\\s*${PARAGRAPH}`), betweenParagraphs)
    .replace(ANY(PARAGRAPH, PARAGRAPH_END), '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
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
