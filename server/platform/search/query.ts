import { END_OF_RUN, type Token, tokensOf } from './analyse.ts'

// Tokens at consecutive positions. With `prefix` the last one stands for every token that starts with it.
export interface Phrase {
  tokens: string[]
  prefix: boolean
}

// What one word of the query asks for: any of these phrases. When any word of the query may do, `parts` replaces
// them if it has some: a long run without spaces is several words, though we cannot tell which. Wanted whole, it is not
// taken for the beginning of a word: what is quoted, and a script without spaces, where any part of a run is found.
export interface Term {
  phrases: Phrase[]
  parts: Phrase[]
  whole: boolean
}

export interface Query {
  terms: Term[]
}

// all: every word of the query must occur; any: one is enough.
export type Mode = 'all' | 'any'

const LONGEST_QUERY = 1000
const MAX_TERMS = 20
export const LONGEST_PHRASE = 64
const PAIRS_OF_SEVERAL_WORDS = 3

// No operators: what looks like one is text. Only pairs of quotes mean something, a phrase.
export function parseQuery(text: string): Query {
  const terms = new Map<string, Term>()
  for (const segment of segmentsOf(text.slice(0, LONGEST_QUERY)))
    for (const term of segment.quoted ? quotedTerm(segment.text) : plainTerms(segment.text)) {
      if (terms.size >= MAX_TERMS) break
      const asked = JSON.stringify(term.phrases)
      terms.set(asked, { ...term, whole: term.whole || terms.get(asked)?.whole === true })
    }
  return { terms: [...terms.values()] }
}

export function phrasesOf(term: Term, mode: Mode): Phrase[] {
  return mode === 'any' && term.parts.length > 0 ? term.parts : term.phrases
}

// Whether a token may stand at this place of a phrase.
export function fits({ tokens, prefix }: Phrase, at: number, token: string): boolean {
  const wanted = tokens[at] ?? ''
  return prefix && at === tokens.length - 1 ? token.startsWith(wanted) : token === wanted
}

// An index reads all that begins so: of one letter a tenth of it. Of many short words only the last are taken for
// beginnings, where somebody is still typing.
const SHORTEST_LONG_BEGINNING = 3
const MAX_SHORT_BEGINNINGS = 3

// The same with every word as the beginning of one, or undefined if none can be: that would ask the same again.
export function byBeginnings({ terms }: Query): Query | undefined {
  const begun = terms.filter(({ whole }) => !whole)
  if (begun.length === 0) return undefined
  const spared = new Set(begun.filter(isShort).slice(0, -MAX_SHORT_BEGINNINGS))
  return { terms: terms.map((term) => (term.whole || spared.has(term) ? term : asBeginning(term))) }
}

function isShort({ phrases }: Term): boolean {
  return phrases.some(({ tokens }) => (tokens.at(-1)?.length ?? 0) < SHORTEST_LONG_BEGINNING)
}

// Of words tied together only the last is begun, and the joined form is: `node.j` asks for `node j…` or `nodej…`.
export function asBeginning(term: Term): Term {
  return { ...term, phrases: term.phrases.map(({ tokens }) => ({ tokens, prefix: true })) }
}

// The same words in a scope: what every token of some documents starts with, so that they are found without looking at
// the others. It must not be one that words of another scope can continue.
export function inScope({ terms }: Query, scope: string): Query {
  const scopedPhrase = ({ tokens, prefix }: Phrase) => ({
    tokens: tokens.map((token) => scope + token),
    prefix,
  })
  return {
    terms: terms.map(({ phrases, parts, whole }) => ({
      phrases: phrases.map(scopedPhrase),
      parts: parts.map(scopedPhrase),
      whole,
    })),
  }
}

const CLOSING = new Map(
  Object.entries({ '"': '"', '＂': '＂', '“': '”', '”': '”', '„': '“', '«': '»', '「': '」', '『': '』' }),
)

interface Segment {
  text: string
  quoted: boolean
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const closing = CLOSING.get(text.charAt(at))
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1)
    if (end < 0) continue
    segments.push(
      { text: text.slice(from, at), quoted: false },
      { text: text.slice(at + 1, end), quoted: true },
    )
    at = end
    from = end + 1
  }
  return [...segments, { text: text.slice(from), quoted: false }]
}

function quotedTerm(text: string): Term[] {
  const phrase = phraseOf(tokensOf(text))
  return phrase === undefined ? [] : [{ phrases: [phrase], parts: [], whole: true }]
}

function plainTerms(text: string): Term[] {
  const units = new Map<number, Token[]>()
  for (const token of tokensOf(text)) {
    const unit = units.get(token.unit)
    if (unit === undefined) units.set(token.unit, [token])
    else unit.push(token)
  }
  return [...units.values()].flatMap(unitTerm)
}

function unitTerm(tokens: Token[]): Term[] {
  const phrase = phraseOf(tokens)
  if (phrase === undefined) return []
  const joined = tokens.filter((token) => token.kind === 'joined').map((token) => alone(token.token))
  const isRun = tokens.some((token) => token.kind === 'pair')
  const isLongRun = isRun && phrase.tokens.length >= PAIRS_OF_SEVERAL_WORDS
  return [{ phrases: [phrase, ...joined], parts: isLongRun ? phrase.tokens.map(alone) : [], whole: isRun }]
}

// The pair that ends a run says that the run ends there. At the end of a phrase that is not asked for: the text may go on.
function phraseOf(all: readonly Token[]): Phrase | undefined {
  const inOrder = all.filter((token) => token.position > 0)
  const tokens = inOrder.map((token) => token.token)
  const last = inOrder.at(-1)
  if (last === undefined) return undefined
  if (tokens.length > LONGEST_PHRASE) return { tokens: tokens.slice(0, LONGEST_PHRASE), prefix: false }
  if (last.kind !== 'pair') return { tokens, prefix: false }
  const isOneCharacter = inOrder.at(-2)?.unit !== last.unit
  if (!isOneCharacter) return { tokens: tokens.slice(0, -1), prefix: false }
  const character = last.token.slice(0, -END_OF_RUN.length)
  return { tokens: [...tokens.slice(0, -1), character], prefix: tokens.length > 1 }
}

function alone(token: string): Phrase {
  return { tokens: [token], prefix: false }
}
