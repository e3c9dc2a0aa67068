import { END_OF_RUN, type Token, tokensOf } from './analyse.ts'

// Tokens at consecutive positions. With `prefix` the last one matches every token that starts with it.
export interface Phrase {
  tokens: string[]
  prefix: boolean
}

// One word of the query, which matches any of these phrases. In the mode `any`, `parts` replaces them if it is not
// empty: a long run without spaces is several words, but we cannot tell which. `whole` terms are never used as
// prefixes: quoted text, and scripts without spaces, where any part of a run is found anyway.
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

const MAX_QUERY_LENGTH = 1000
const MAX_TERMS = 20
export const MAX_PHRASE_LENGTH = 64
const PAIRS_OF_SEVERAL_WORDS = 3

// There are no operators. Only pairs of quotes have a meaning: a phrase.
export function parseQuery(text: string): Query {
  const terms = new Map<string, Term>()
  for (const segment of segmentsOf(text.slice(0, MAX_QUERY_LENGTH)))
    for (const term of segment.quoted ? quotedTerm(segment.text) : plainTerms(segment.text)) {
      if (terms.size >= MAX_TERMS) break
      const key = JSON.stringify(term.phrases)
      terms.set(key, { ...term, whole: term.whole || terms.get(key)?.whole === true })
    }
  return { terms: [...terms.values()] }
}

export function phrasesOf(term: Term, mode: Mode): Phrase[] {
  return mode === 'any' && term.parts.length > 0 ? term.parts : term.phrases
}

// Whether a token matches at this position of a phrase.
export function fits({ tokens, prefix }: Phrase, at: number, token: string): boolean {
  const expected = tokens[at] ?? ''
  return prefix && at === tokens.length - 1 ? token.startsWith(expected) : token === expected
}

// A prefix reads everything in the index that starts with it: with one letter, a tenth of the index. Of many short
// words, only the last few are used as prefixes, where the user may still be typing.
const MIN_LONG_PREFIX = 3
const MAX_SHORT_PREFIXES = 3

// The same query with every word as a prefix, or undefined if no word can be one.
export function asPrefixes({ terms }: Query): Query | undefined {
  const candidates = terms.filter(({ whole }) => !whole)
  if (candidates.length === 0) return undefined
  const keptWhole = new Set(candidates.filter(isShort).slice(0, -MAX_SHORT_PREFIXES))
  return { terms: terms.map((term) => (term.whole || keptWhole.has(term) ? term : asPrefix(term))) }
}

function isShort({ phrases }: Term): boolean {
  return phrases.some(({ tokens }) => (tokens.at(-1)?.length ?? 0) < MIN_LONG_PREFIX)
}

// Of joined words only the last is a prefix, and so is the joined form: `node.j` matches `node j…` or `nodej…`.
export function asPrefix(term: Term): Term {
  return { ...term, phrases: term.phrases.map(({ tokens }) => ({ tokens, prefix: true })) }
}

// The same query within a scope: a prefix of every token of some documents, so that only these are read from the
// index. No scope may be the beginning of another.
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

// The last pair of a run has an end marker. At the end of a phrase it is removed, because the text may continue.
function phraseOf(all: readonly Token[]): Phrase | undefined {
  const inOrder = all.filter((token) => token.position > 0)
  const tokens = inOrder.map((token) => token.token)
  const last = inOrder.at(-1)
  if (last === undefined) return undefined
  if (tokens.length > MAX_PHRASE_LENGTH) return { tokens: tokens.slice(0, MAX_PHRASE_LENGTH), prefix: false }
  if (last.kind !== 'pair') return { tokens, prefix: false }
  const isOneCharacter = inOrder.at(-2)?.unit !== last.unit
  if (!isOneCharacter) return { tokens: tokens.slice(0, -1), prefix: false }
  const character = last.token.slice(0, -END_OF_RUN.length)
  return { tokens: [...tokens.slice(0, -1), character], prefix: tokens.length > 1 }
}

function alone(token: string): Phrase {
  return { tokens: [token], prefix: false }
}
