import { tokensOf } from '../../platform/search/analyse.ts'
import { type Phrase, parseQuery, type Query } from '../../platform/search/query.ts'

/**
 * What somebody who is still typing asks for: the last word may be only the beginning of one. In a script without
 * spaces whatever contains the characters will do as it is.
 */
export function unfinishedQuery(keyword: string): Query {
  const { terms } = parseQuery(keyword)
  const last = terms.at(-1)
  if (last === undefined || tokensOf(keyword).at(-1)?.kind === 'pair') return { terms }
  const begun = { phrases: last.phrases.map(({ tokens }) => ({ tokens, prefix: true })), parts: [] }
  return { terms: [...terms.slice(0, -1), begun] }
}

/** Whether a text has all that is asked for: what the index decides for articles, for a name that has no entry. */
export function hasAll(text: string, { terms }: Query): boolean {
  const tokens = tokensOf(text)
  const single = tokens.map(({ token }) => token)
  const inOrder = tokens.filter(({ position }) => position > 0).map(({ token }) => token)
  const has = (phrase: Phrase) =>
    phrase.tokens.length === 1
      ? single.some((token) => fits(phrase, 0, token))
      : inOrder.some((_, start) => phrase.tokens.every((_, at) => fits(phrase, at, inOrder[start + at])))
  return terms.every(({ phrases }) => phrases.some(has))
}

function fits({ tokens, prefix }: Phrase, at: number, token: string | undefined): boolean {
  const wanted = tokens[at] ?? ''
  const isBegun = prefix && at === tokens.length - 1
  return isBegun ? token?.startsWith(wanted) === true : token === wanted
}
