import { scan, type Token } from './analyse.ts'
import { type Mode, type Phrase, phrasesOf, type Query } from './query.ts'

// Where a term of the query occurs in a text.
export interface Match {
  start: number
  end: number
  term: number
}

// In the order of the text, the longer first. What the query asks for strictly, or else whatever part of it occurs.
export function matchesOf(text: string, query: Query): Match[] {
  if (query.terms.length === 0) return []
  const strict = find(text, query, 'all')
  return strict.length > 0 || query.terms.every((term) => term.parts.length === 0)
    ? strict
    : find(text, query, 'any')
}

interface Wanted extends Phrase {
  term: number
}

interface Begun {
  wanted: Wanted
  start: number
  seen: number
}

function find(text: string, query: Query, mode: Mode): Match[] {
  const wanted = wantedByFirstToken(query, mode)
  const matches: Match[] = []
  let begun: Begun[] = []
  let endOfSingle = 0

  const advance = (token: Token) => {
    const stillGoing: Begun[] = []
    for (const one of begun) {
      const { wanted, start, seen } = one
      const isLast = seen + 1 === wanted.tokens.length
      const next = wanted.tokens[seen] ?? ''
      if (isLast && wanted.prefix) {
        if (token.token.startsWith(next)) matches.push({ start, end: endOfSingle, term: wanted.term })
      } else if (token.token === next) {
        if (isLast) matches.push({ start, end: token.end, term: wanted.term })
        else stillGoing.push({ wanted, start, seen: seen + 1 })
      }
    }
    begun = stillGoing
  }

  const firstUnits = new Set([...wanted.keys()].map((token) => token.charCodeAt(0)))
  const visit = (token: Token) => {
    if (token.kind === 'single') endOfSingle = token.end
    if (token.position > 0 && begun.length > 0) advance(token)
    for (const one of wanted.get(token.token) ?? [])
      if (one.tokens.length === 1) matches.push({ start: token.start, end: token.end, term: one.term })
      else if (token.position > 0) begun.push({ wanted: one, start: token.start, seen: 1 })
  }
  scan(text, visit, (unit) => begun.length > 0 || firstUnits.has(unit))
  return matches.sort((a, b) => a.start - b.start || b.end - a.end)
}

function wantedByFirstToken(query: Query, mode: Mode): Map<string, Wanted[]> {
  const byFirst = new Map<string, Wanted[]>()
  query.terms.forEach((term, index) => {
    for (const phrase of phrasesOf(term, mode)) {
      const first = phrase.tokens[0] ?? ''
      byFirst.set(first, [...(byFirst.get(first) ?? []), { ...phrase, term: index }])
    }
  })
  return byFirst
}
