import { Tokenizer } from 'htmlparser2'

// The text of an HTML document, valid or not, with single spaces.
export function plainText(html: string): string {
  let text = ''
  readText(html, (piece) => {
    text += piece
    return true
  })
  return withSingleSpaces(text).trim()
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
