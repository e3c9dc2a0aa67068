import { scan } from './analyse.ts'
import { type Mode, type Phrase, phrasesOf, type Query } from './query.ts'

// For an FTS5 table with `tokenize = 'ascii'`, which treats every character beyond ASCII as part of a word. Apart
// from those, tokens contain only ASCII letters and digits.
export const FTS5_TOKENIZER = 'ascii'

const BETWEEN_LOOSE_TOKENS = '｜'

// FTS5 numbers tokens in order. Tokens without a position therefore come first: single characters never occur in a
// phrase, and words are kept apart by a separator.
export function toFts5Document(text: string, scope = ''): string {
  const document = startDocument(scope)
  document.add(text)
  return document.written()
}

const SLICE_CHARACTERS = 20_000
const MAX_SLICE_LENGTH = 24_000
const SPACE = /\s/g

// The same for a long text, slice by slice, with a pause after each. Slices end at white space if possible, so that
// words and pairs are not split.
export async function toFts5DocumentInSlices(
  text: string,
  scope: string,
  breathe: () => Promise<void>,
): Promise<string> {
  if (text.length <= MAX_SLICE_LENGTH) return toFts5Document(text, scope)
  const document = startDocument(scope)
  for (let at = 0; at < text.length; ) {
    SPACE.lastIndex = at + SLICE_CHARACTERS
    const end = Math.min(SPACE.exec(text)?.index ?? text.length, at + MAX_SLICE_LENGTH)
    document.add(text.slice(at, end))
    at = end
    await breathe()
  }
  return document.written()
}

function startDocument(scope: string) {
  const inOrder: string[] = []
  const singles = new Set<string>()
  const others = new Set<string>()
  return {
    add(text: string): void {
      scan(text, ({ token, position, kind }) => {
        if (position > 0) inOrder.push(scope + token)
        else if (kind === 'single') singles.add(scope + token)
        else others.add(scope + token)
      })
    },
    written(): string {
      const loose =
        others.size === 0
          ? []
          : [...withoutThose(others, inOrder)].flatMap((token) => [token, BETWEEN_LOOSE_TOKENS])
      return [...singles, ...loose].concat(inOrder).join(' ')
    },
  }
}

// Restricted to these columns, if given.
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
