import { tokensOf } from '../../platform/search/analyse.ts'
import { asPrefix, fits, type Phrase, parseQuery, type Query } from '../../platform/search/query.ts'

/**
 * The query of a user who is still typing: the last word may be a prefix. In scripts without spaces any text that
 * contains the characters matches.
 */
export function unfinishedQuery(keyword: string): Query {
  const { terms } = parseQuery(keyword)
  const last = terms.at(-1)
  if (last === undefined || tokensOf(keyword).at(-1)?.kind === 'pair') return { terms }
  return { terms: [...terms.slice(0, -1), asPrefix(last)] }
}

/** Whether a name matches the query, like the index for articles. */
export function hasAll(text: string, { terms }: Query): boolean {
  const tokens = tokensOf(text)
  const single = tokens.map(({ token }) => token)
  const inOrder = tokens.filter(({ position }) => position > 0).map(({ token }) => token)
  const has = (phrase: Phrase) =>
    phrase.tokens.length === 1
      ? single.some((token) => fits(phrase, 0, token))
      : inOrder.some((_, start) =>
          phrase.tokens.every((_, at) => fits(phrase, at, inOrder[start + at] ?? '')),
        )
  return terms.every(({ phrases }) => phrases.some(has))
}
