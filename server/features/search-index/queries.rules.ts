import { toFts5 } from '../../platform/search/fts5.ts'
import {
  asPrefix,
  asPrefixes,
  inScope,
  type Mode,
  parseQuery,
  phrasesOf,
  type Query,
} from '../../platform/search/query.ts'
import { toTsQuery } from '../../platform/search/tsvector.ts'
import type { EngineName } from '../../platform/sql/handles.ts'
import { type SearchScope, scopePrefix } from './entries.rules.ts'

/** An index query in the syntax of its engine. */
export type Match = string

/** Queries the index of one site on one engine. */
export interface QueryBuilder {
  for(query: Query, mode: Mode, place: SearchScope): Match
  both(one: Match, other: Match): Match
  either(one: Match, other: Match): Match
}

export function queryBuilderFor(engine: EngineName, siteId: number): QueryBuilder {
  const [word, and, or] = engine === 'sqlite' ? [toFts5, 'AND', 'OR'] : [toTsQuery, '&', '|']
  return {
    for: (query, mode, place) => word(inScope(query, scopePrefix(siteId, place)), mode),
    both: (one, other) => `(${one}) ${and} (${other})`,
    either: (one, other) => `(${one}) ${or} (${other})`,
  }
}

/** Words of which all or any must match, as whole words or prefixes. */
export interface QueryVariant {
  readonly query: Query
  readonly mode: Mode
  readonly isPrefix: boolean
}

/** The queries to try until there are results: all words; all words as prefixes; any word. Duplicates are left out. */
export function* queryVariants(query: Query): Generator<QueryVariant> {
  if (query.terms.length === 0) return
  yield { query, mode: 'all', isPrefix: false }
  const begun = asPrefixes(query)
  if (begun !== undefined) yield { query: begun, mode: 'all', isPrefix: true }
  const isOneWord = query.terms.length === 1 && query.terms[0]?.parts.length === 0
  if (!isOneWord) yield { query: anyPartOf(query), mode: 'any', isPrefix: false }
}

/**
 * The ranking of results with all words, best first: exact phrase in the title, words in the title, in title, summary
 * and tags, then some of them there. Each query selects a part of `for(…, 'all', 'everywhere')`.
 */
export function ranksOf(build: QueryBuilder, { query, isPrefix }: QueryVariant, keyword: string): Match[] {
  const inTitle = build.for(query, 'all', 'title')
  const inHeading = build.for(query, 'all', 'heading')
  if (query.terms.length < 2) return [inTitle, inHeading]
  const everywhere = build.for(query, 'all', 'everywhere')
  return [
    build.both(build.for(asOnePhrase(keyword, isPrefix), 'all', 'title'), inTitle),
    inTitle,
    inHeading,
    build.both(everywhere, build.for(query, 'any', 'title')),
    build.both(everywhere, build.for(query, 'any', 'heading')),
  ]
}

function asOnePhrase(keyword: string, begun: boolean): Query {
  const { terms } = parseQuery(`"${keyword.replace(/["＂“”„«»「」『』]/g, ' ')}"`)
  return { terms: begun ? terms.map(asPrefix) : terms }
}

const MAX_PARTS = 24

/** The parts of a query of which any may match, each as its own query. More would cost too much. */
export function partsOf(query: Query): Query[] {
  const phrases = query.terms.flatMap((term) => phrasesOf(term, 'any'))
  const distinct = new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase]))
  return [...distinct.values()]
    .slice(0, MAX_PARTS)
    .map((phrase) => ({ terms: [{ phrases: [phrase], parts: [], whole: true }] }))
}

function anyPartOf(query: Query): Query {
  return { terms: partsOf(query).flatMap(({ terms }) => terms) }
}

/** The matches of a part of the query: its newest articles, and those with it in the title. */
export interface FoundPart {
  readonly everywhere: readonly number[]
  readonly inTitle: readonly number[]
}

const TITLE_WEIGHT = 2

/**
 * Ids, best first: more and rarer words rank higher, title matches higher still, newer first among equals. `most` is
 * the maximum number of known matches per part: a part with that many is a common word.
 */
export function rankedByParts(parts: readonly FoundPart[], most: number): number[] {
  const scores = new Map<number, number>()
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight)
  }
  for (const { everywhere, inTitle } of parts) {
    const rarity = Math.log2(1 + most / Math.max(1, everywhere.length))
    add(everywhere, rarity)
    add(inTitle, TITLE_WEIGHT * rarity)
  }
  return [...scores].sort(([one, a], [other, b]) => b - a || other - one).map(([id]) => id)
}
