import { END_OF_RUN } from './analyse.ts'
import { kindOf, UNSPACED } from './characters.ts'
import { highlight, highlightMatches } from './highlight.ts'
import { type Match, strictMatchesOf } from './matches.ts'
import { plainText } from './plain-text.ts'
import type { Phrase, Query } from './query.ts'

/** Shorter documents are read as a whole. */
const SHORT_LENGTH = 800
const MAX_CANDIDATES = 300

/**
 * The best passage of an HTML document, highlighted. Analysing whole documents would take most of the time of a
 * search, so a regular expression first finds the likely places, and only the text around them is analysed. If
 * nothing there matches after all, the whole document is analysed.
 */
export function highlightPassage(html: string, query: Query, { around }: { around: number }): string {
  const region = likelyRegion(html, query, around)
  if (region) {
    const text = plainText(html.slice(region.from, region.to))
    const matches = likelyMatches(text, query)
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
  if (html.length <= SHORT_LENGTH) return { from: 0, to: html.length }
  const best = bestGroup(candidatesIn(html, query), 2 * around)
  if (!best) return undefined
  const margin = 3 * around
  return {
    from: cutNear(html, best.from - margin, best.from),
    to: cutNear(html, best.to + margin, html.length),
  }
}

/** The strict matches at the candidates of a text with single spaces. Only their words are analysed. */
function likelyMatches(text: string, query: Query): Match[] {
  if (query.terms.some(({ phrases }) => phrases.some(isOfSeveralWords))) return strictMatchesOf(text, query)
  const matches: Match[] = []
  for (const { from, to } of joinedRegions(candidatesIn(text, query).map((one) => wordsAround(text, one))))
    for (const { start, end, term } of strictMatchesOf(text.slice(from, to), query))
      matches.push({ start: from + start, end: from + end, term })
  return matches
}

/** Whether the candidates of a phrase are only its first word. */
function isOfSeveralWords({ tokens }: Phrase): boolean {
  return tokens.length > 1 && isPlainWord(tokens[0])
}

/** The text between spaces, or, in scripts without spaces, with the neighbouring characters. */
function wordsAround(text: string, { from, to }: Region): Region {
  if (kindOf(text.charCodeAt(from)) === UNSPACED)
    return { from: Math.max(0, from - MAX_CHARACTER_LENGTH), to: to + MAX_CHARACTER_LENGTH }
  const space = text.indexOf(' ', to)
  return { from: text.lastIndexOf(' ', from) + 1, to: space < 0 ? text.length : space }
}

/** With the marks that belong to it. */
const MAX_CHARACTER_LENGTH = 4

function joinedRegions(regions: readonly Region[]): Region[] {
  const joined: Region[] = []
  for (const region of regions) {
    const last = joined.at(-1)
    if (last === undefined || region.from >= last.to) joined.push(region)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, region.to) }
  }
  return joined
}

function candidatesIn(html: string, query: Query): Candidate[] {
  const found = expressionFor(query)
  if (!found) return []
  const candidates: Candidate[] = []
  const { expression, terms } = found
  expression.lastIndex = 0
  for (let match = expression.exec(html); match; match = expression.exec(html)) {
    const { index } = match
    if (isOfPlainWord(html.charCodeAt(index - 1))) {
      expression.lastIndex = endOfPlainWord(html, index) + 1
      continue
    }
    const term = terms.get(match[0].toLowerCase())
    if (term !== undefined) candidates.push({ from: index, to: index + match[0].length, term })
    if (candidates.length === MAX_CANDIDATES) break
  }
  return candidates
}

/** Nothing begins before it or at it. */
function endOfPlainWord(html: string, start: number): number {
  let end = start
  while (isOfPlainWord(html.charCodeAt(end))) end++
  return end
}

/** Whether a word goes on here: then what follows is not its beginning. */
function isOfPlainWord(unit: number): boolean {
  const lower = unit | 0x20
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a)
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
  return { expression: new RegExp(alternatives.join('|'), 'gi'), terms: texts }
}

/** A word, or the run of characters behind overlapping pairs. */
function plainTextOf({ tokens: [first = '', ...others] }: Phrase): string | undefined {
  if (isPlainWord(first)) return first
  const run = [first, ...others.map((pair) => pair.slice(1))].join('').replace(END_OF_RUN, '')
  const isRun =
    run !== '' && [...run].every((char) => char.length === 1 && kindOf(char.charCodeAt(0)) === UNSPACED)
  return isRun ? run : undefined
}

function isPlainWord(token = ''): boolean {
  return /^[a-z0-9]+$/.test(token)
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
