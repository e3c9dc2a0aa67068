import { Tokenizer } from 'htmlparser2'

// The text of an HTML document, valid or not, with single spaces.
export function plainText(html: string): string {
  return withSingleSpaces(simpleText(html) ?? textOf(html)).trim()
}

function textOf(html: string): string {
  let text = ''
  readText(html, (piece) => {
    text += piece
    return true
  })
  return text
}

/**
 * The text of HTML as our sanitiser writes it, which is nearly all of it, in a quarter of the time of the tokenizer.
 * Undefined if there is anything else in it.
 */
function simpleText(html: string): string | undefined {
  const hasEntities = html.includes('&')
  if (hasEntities && OTHER_ENTITY.test(html)) return undefined
  let text = ''
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const nameAt = html.charCodeAt(open + 1) === SLASH ? open + 2 : open + 1
    const nameEnd = endOfName(html, nameAt)
    const replacement = REPLACEMENTS.get(html.slice(nameAt, nameEnd))
    const end = replacement === undefined ? -1 : endOfTag(html, nameEnd)
    if (end < 0) return undefined
    text += html.slice(at, open) + replacement
    at = end
  }
  text += html.slice(at)
  return hasEntities ? text.replace(ENTITY, (entity) => ENTITIES.get(entity) ?? entity) : text
}

function endOfName(html: string, start: number): number {
  let end = start
  for (let unit = html.charCodeAt(end); isOfName(unit); unit = html.charCodeAt(end)) end++
  return end
}

function isOfName(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** The end of a tag behind its name; -1 if it is not a simple one. */
function endOfTag(html: string, nameEnd: number): number {
  if (html.charCodeAt(nameEnd) === GREATER) return nameEnd + 1
  REST_OF_SIMPLE_TAG.lastIndex = nameEnd
  return REST_OF_SIMPLE_TAG.test(html) ? REST_OF_SIMPLE_TAG.lastIndex : -1
}

/** Single spaces are not matched: replacing each by itself takes three times as long. */
export function withSingleSpaces(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}

const PIECE = 4_096

/** The first characters of `plainText`. Reads only as much of the document as necessary. */
export function beginningOf(html: string, count: number): string {
  // A character may take two code units, and the last one may be a space that is removed.
  const enough = 2 * count + 1
  let text = ''
  readText(html, (piece) => {
    for (let at = 0; at < piece.length && text.length < enough; at += PIECE)
      text = withSingleSpaces(text + piece.slice(at, at + PIECE)).trimStart()
    return text.length < enough
  })
  return firstCharacters(text.trim(), count)
}

/**
 * Passes the text of an HTML document on in parts, until `take` returns false. Uses only htmlparser2's tokenizer: its
 * parser searches the stack of open elements at every closing tag, which is quadratic for hostile input.
 */
function readText(html: string, take: (piece: string) => boolean): void {
  let isCode = false
  const add = (piece: string) => {
    if (!isCode && !take(piece)) tokenizer.pause()
  }
  const enter = (start: number, end: number) => {
    const name = html.slice(start, end).toLowerCase()
    if (!INLINE.has(name)) add(' ')
    return name
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => {
        const name = enter(start, end)
        isCode = name === 'script' || name === 'style'
      },
      onclosetag: (start, end) => {
        isCode = false
        enter(start, end)
      },
      onselfclosingtag: () => {
        isCode = false
      },
      onopentagend: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  )
  tokenizer.write(html)
  if (tokenizer.running) tokenizer.end()
}

// By code points, so that no surrogate pair is split.
export function firstCharacters(text: string, count: number): string {
  let end = 0
  for (let taken = 0; taken < count && end < text.length; taken++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

// All other elements separate words, unknown ones too.
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q ruby s samp small span strike ' +
    'strong sub sup time tt u var wbr'
  ).split(' '),
)

const SLASH = 0x2f
const GREATER = 0x3e
/** With attributes in double quotes or none. A `>` in one of them leaves the tag to the tokenizer. */
const REST_OF_SIMPLE_TAG = /(?: [^<>"']*(?:"[^"<>]*"[^<>"']*)*)?\/?>/y
const SEPARATING =
  'blockquote br caption dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p pre section table tbody td tfoot th thead tr ul'
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ...[...INLINE].map((name) => [name, ''] as const),
  ...SEPARATING.split(' ').map((name) => [name, ' '] as const),
])
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
])
const ENTITY = /&[a-z#0-9]+;/g
const OTHER_ENTITY = /&(?!(?:amp|lt|gt|quot|#39|nbsp);)/
