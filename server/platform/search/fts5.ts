import { scan } from './analyse.ts'
import { type Mode, type Phrase, phrasesOf, type Query } from './query.ts'

// An FTS5 table that holds these documents: `tokenize = 'ascii'`, because it takes every character beyond ASCII for
// a part of a word, and a document's tokens hold nothing else but ASCII letters and digits.
export const FTS5_TOKENIZER = 'ascii'

const BETWEEN_LOOSE_TOKENS = '｜'

// FTS5 numbers tokens as they come, so what has no position stands first, where no phrase can begin: single
// characters never occur within a phrase, and words are kept apart.
export function toFts5Document(text: string, scope = ''): string {
  const inOrder: string[] = []
  const singles = new Set<string>()
  const others = new Set<string>()
  scan(text, ({ token, position, kind }) => {
    if (position > 0) inOrder.push(scope + token)
    else if (kind === 'single') singles.add(scope + token)
    else others.add(scope + token)
  })
  const loose =
    others.size === 0
      ? []
      : [...withoutThose(others, inOrder)].flatMap((token) => [token, BETWEEN_LOOSE_TOKENS])
  return [...singles, ...loose].concat(inOrder).join(' ')
}

// Restricted to some columns if named.
export function toFts5(query: Query, mode: Mode, columns?: readonly string[]): string {
  if (query.terms.length === 0) return '""'
  const terms = query.terms.map((term) => `(${phrasesOf(term, mode).map(phraseText).join(' OR ')})`)
  const expression = terms.join(mode === 'all' ? ' AND ' : ' OR ')
  return columns === undefined ? expression : `{${columns.join(' ')}} : (${expression})`
}

function phraseText(phrase: Phrase): string {
  return `"${phrase.tokens.join(' ')}"${phrase.prefix ? '*' : ''}`
}

function withoutThose(set: Set<string>, tokens: readonly string[]): Set<string> {
  for (const token of tokens) set.delete(token)
  return set
}
