import { scan, type Token } from './analyse.ts'
import { fits, type Mode, type Phrase, phrasesOf, type Query } from './query.ts'

// An occurrence of a term of the query in a text.
export interface Match {
  start: number
  end: number
  term: number
}

// In the order of the text, longer matches first. Strict matches, or if there are none, matches of any part of the
// query.
export function matchesOf(text: string, query: Query): Match[] {
  if (query.terms.length === 0) return []
  const strict = strictMatchesOf(text, query)
  return strict.length > 0 || query.terms.every((term) => term.parts.length === 0)
    ? strict
    : find(text, query, 'any')
}

/** Only strict matches. */
export function strictMatchesOf(text: string, query: Query): Match[] {
  return query.terms.length === 0 ? [] : find(text, query, 'all')
}

interface SearchedPhrase extends Phrase {
  term: number
}

interface PartialMatch {
  searched: SearchedPhrase
  start: number
  seen: number
}

/** What to look for, prepared once for all texts of a page of results. */
interface Plan {
  readonly prefixes: readonly SearchedPhrase[]
  readonly byFirst: ReadonlyMap<string, SearchedPhrase[]>
  /** The first code units of all tokens that can begin a match. */
  readonly firstUnits: ReadonlySet<number | undefined>
}

const plans = { all: new WeakMap<Query, Plan>(), any: new WeakMap<Query, Plan>() }

function planOf(query: Query, mode: Mode): Plan {
  const known = plans[mode].get(query)
  if (known) return known
  const all = phrasesIn(query, mode)
  const plan = {
    prefixes: all.filter(isPrefix),
    byFirst: byFirstToken(all.filter((one) => !isPrefix(one))),
    firstUnits: new Set(all.map(({ tokens }) => tokens[0]?.charCodeAt(0))),
  }
  plans[mode].set(query, plan)
  return plan
}

function find(text: string, query: Query, mode: Mode): Match[] {
  const { prefixes, byFirst, firstUnits } = planOf(query, mode)
  const matches: Match[] = []
  let partial: PartialMatch[] = []
  let endOfSingle = 0

  // With a prefix, only the first character of a pair matches, but the whole of a word.
  const endOf = ({ prefix }: SearchedPhrase, { kind, end }: Token) =>
    prefix && kind === 'pair' ? endOfSingle : end
  const advance = (token: Token) => {
    const continued: PartialMatch[] = []
    for (const { searched, start, seen } of partial) {
      if (!fits(searched, seen, token.token)) continue
      if (seen + 1 < searched.tokens.length) continued.push({ searched, start, seen: seen + 1 })
      else matches.push({ start, end: endOf(searched, token), term: searched.term })
    }
    partial = continued
  }

  const visit = (token: Token) => {
    if (token.kind === 'single') endOfSingle = token.end
    if (token.position > 0 && partial.length > 0) advance(token)
    for (const one of prefixes)
      if (fits(one, 0, token.token)) matches.push({ start: token.start, end: token.end, term: one.term })
    for (const one of byFirst.get(token.token) ?? [])
      if (one.tokens.length === 1) matches.push({ start: token.start, end: token.end, term: one.term })
      else if (token.position > 0) partial.push({ searched: one, start: token.start, seen: 1 })
  }
  scan(text, visit, (unit) => partial.length > 0 || firstUnits.has(unit))
  return matches.sort((a, b) => a.start - b.start || b.end - a.end)
}

function phrasesIn(query: Query, mode: Mode): SearchedPhrase[] {
  return query.terms.flatMap((term, index) =>
    phrasesOf(term, mode).map((phrase) => ({ ...phrase, term: index })),
  )
}

function isPrefix({ tokens, prefix }: Phrase): boolean {
  return prefix && tokens.length === 1
}

function byFirstToken(all: readonly SearchedPhrase[]): Map<string, SearchedPhrase[]> {
  const byFirst = new Map<string, SearchedPhrase[]>()
  for (const searched of all) {
    const first = searched.tokens[0] ?? ''
    byFirst.set(first, [...(byFirst.get(first) ?? []), searched])
  }
  return byFirst
}
