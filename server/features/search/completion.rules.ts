import { tokensOf } from '../../platform/search/analyse.ts'
import { asBeginning, fits, type Phrase, parseQuery, type Query } from '../../platform/search/query.ts'

/**
 * What somebody who is still typing asks for: the last word may be only the beginning of one. In a script without
 * spaces whatever contains the characters will do as it is.
 */
export function unfinishedQuery(keyword: string): Query {
  const { terms } = parseQuery(keyword)
  const last = terms.at(-1)
  if (last === undefined || tokensOf(keyword).at(-1)?.kind === 'pair') return { terms }
  return { terms: [...terms.slice(0, -1), asBeginning(last)] }
}

/** Whether a text has all that is asked for: what the index decides for articles, for a name that has no entry. */
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
