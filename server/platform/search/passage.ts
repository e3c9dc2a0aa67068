import { END_OF_RUN } from './analyse.ts'
import { kindOf, UNSPACED } from './characters.ts'
import { highlight, highlightMatches } from './highlight.ts'
import { strictMatchesOf } from './matches.ts'
import { plainText } from './plain-text.ts'
import type { Phrase, Query } from './query.ts'

/** Shorter documents are analysed as a whole. */
const SHORT_LENGTH = 1_500
const MAX_CANDIDATES = 300

/**
 * The best passage of an HTML document, highlighted. Analysing whole documents would take most of the time of a
 * search, so a regular expression first finds a likely place, and only the text around it is analysed. If that does
 * not match after all, the whole document is analysed.
 */
export function highlightPassage(html: string, query: Query, { around }: { around: number }): string {
  const region = html.length > SHORT_LENGTH ? likelyRegion(html, query, around) : undefined
  if (region) {
    const text = plainText(html.slice(region.from, region.to))
    const matches = strictMatchesOf(text, query)
    const cut = { before: region.from > 0, after: region.to < html.length }
    if (matches.length > 0) return highlightMatches(text, matches, around, cut)
  }
  return highlight(plainText(html), query, { around })
}

interface Region {
  readonly from: number
  readonly to: number
}

interface Candidate extends Region {
  readonly term: number
}

function likelyRegion(html: string, query: Query, around: number): Region | undefined {
  const best = bestGroup(candidatesIn(html, query), 2 * around)
  if (!best) return undefined
  const margin = 4 * around
  return {
    from: cutNear(html, best.from - margin, best.from),
    to: cutNear(html, best.to + margin, html.length),
  }
}

function candidatesIn(html: string, query: Query): Candidate[] {
  const found = expressionFor(query)
  if (!found) return []
  const candidates: Candidate[] = []
  for (const match of html.matchAll(found.expression)) {
    const [text] = match
    const term = found.terms.get(text.toLowerCase())
    if (term !== undefined) candidates.push({ from: match.index, to: match.index + text.length, term })
    if (candidates.length === MAX_CANDIDATES) break
  }
  return candidates
}

interface Expression {
  readonly expression: RegExp
  readonly terms: ReadonlyMap<string, number>
}

/** Shared by all documents of a page of results. */
const expressions = new WeakMap<Query, { readonly found: Expression | undefined }>()

function expressionFor(query: Query): Expression | undefined {
  const known = expressions.get(query)
  if (known) return known.found
  const found = createExpression(query)
  expressions.set(query, { found })
  return found
}

/** Undefined if the query has words that a document may spell in another way. */
function createExpression({ terms }: Query): Expression | undefined {
  const texts = new Map<string, number>()
  for (const [index, { phrases }] of terms.entries())
    for (const phrase of phrases) {
      const text = plainTextOf(phrase)
      if (text === undefined) return undefined
      if (!texts.has(text)) texts.set(text, index)
    }
  if (texts.size === 0) return undefined
  // Longer ones first, because the first match is used.
  const alternatives = [...texts.keys()].sort((one, other) => other.length - one.length)
  return { expression: new RegExp(`(?<![a-z0-9])(?:${alternatives.join('|')})`, 'gi'), terms: texts }
}

/** A word, or the run of characters behind overlapping pairs. */
function plainTextOf({ tokens: [first = '', ...others] }: Phrase): string | undefined {
  if (/^[a-z0-9]+$/.test(first)) return first
  const run = [first, ...others.map((pair) => pair.slice(1))].join('').replace(END_OF_RUN, '')
  const isRun =
    run !== '' && [...run].every((char) => char.length === 1 && kindOf(char.charCodeAt(0)) === UNSPACED)
  return isRun ? run : undefined
}

/** The candidates within `width` code units with the most different terms, then the most matches. */
function bestGroup(candidates: readonly Candidate[], width: number): Region | undefined {
  let best: Region | undefined
  let bestScore = 0
  let first = 0
  for (const [last, { to }] of candidates.entries()) {
    while (to - (candidates[first]?.from ?? 0) > width && first < last) first++
    const group = candidates.slice(first, last + 1)
    const score = new Set(group.map(({ term }) => term)).size * MAX_CANDIDATES + group.length
    if (score <= bestScore) continue
    bestScore = score
    best = { from: group[0]?.from ?? 0, to }
  }
  return best
}

const MAX_ENTITY_LENGTH = 32
const NEAR_SPACE = 60

/**
 * A position near this one where the document can be cut: not within a tag or an entity, nor within a word if a space
 * is near.
 */
function cutNear(html: string, target: number, latest: number): number {
  if (target <= 0) return 0
  if (target >= html.length) return html.length
  const tag = html.lastIndexOf('<', target)
  if (tag > html.lastIndexOf('>', target)) return tag
  const space = html.slice(target, Math.min(latest, target + NEAR_SPACE)).search(/[\s<]/)
  if (space >= 0) return target + space
  const entity = html.lastIndexOf('&', target)
  if (target - entity < MAX_ENTITY_LENGTH && html.slice(entity, target).indexOf(';') < 0 && entity >= 0)
    return entity
  const isInsidePair = /[\udc00-\udfff]/.test(html.charAt(target))
  return isInsidePair ? target - 1 : target
}
