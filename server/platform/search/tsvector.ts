import { scan } from './analyse.ts'
import { MAX_PHRASE_LENGTH, type Mode, type Phrase, phrasesOf, type Query } from './query.ts'
import { slicesOf } from './slices.ts'

type Weight = 'A' | 'B' | 'C' | 'D'

interface WeightedText {
  text: string
  weight: Weight
  scope?: string
}

// PostgreSQL's limits: positions up to 16383, at most 256 per lexeme, and 1 MB for lexemes and positions together.
// The last position is for tokens without one. The position before it stays unused, so that no phrase reaches the
// last one.
const NO_POSITION = 16_383
const LAST_POSITION = 16_381
const POSITIONS_PER_LEXEME = 255
const MAX_LEXEME_BYTES = 600_000
const BYTES_PER_LEXEME = 5
const MAX_POSITIONS = 150_000
const LEXEMES_WRITTEN_AT_ONCE = 2_000

// A word with more positions than a lexeme can have continues as `the＊1` and so on, and phrase queries include these.
// They are queried by name, not by prefix: PostgreSQL cannot estimate the frequency of a prefix and would read the
// whole table instead of the index. Prefix queries find them anyway.
const CONTINUED = ['', '＊1', '＊2', '＊3'] as const
const MAX_POSITIONS_PER_WORD = CONTINUED.length * POSITIONS_PER_LEXEME

// The text of a tsvector over several fields; no phrase spans two of them. Pass the most important field first and
// the longest last, because it gets the remaining room. If that is too little, positions start again: phrases are
// still found, with a few false matches. What is lost: phrases with a word after its first thousand occurrences, and
// everything after the first 600 KB of different words.
// Long texts are analysed slice by slice, with a pause after each.
export async function toTsVector(
  fields: readonly WeightedText[],
  breathe: () => Promise<void>,
): Promise<string> {
  const vector: Vector = { lexemes: new Map(), bytes: 0, positions: 0 }
  let base = 1
  for (const [index, field] of fields.entries()) {
    const room = Math.floor((LAST_POSITION - base) / (fields.length - index))
    const { addSlice, end } = startField(vector, field, base, room)
    for (const slice of slicesOf(field.text)) {
      addSlice(slice)
      await breathe()
    }
    base += end() + 1
  }
  const texts: string[] = []
  for (const [token, positions] of vector.lexemes) {
    texts.push(lexemeText(token, positions))
    if (texts.length % LEXEMES_WRITTEN_AT_ONCE === 0) await breathe()
  }
  return texts.join('')
}

// Restricted to these weights (such as `'AB'`), if given.
export function toTsQuery(query: Query, mode: Mode, weights = ''): string {
  return query.terms
    .map(
      (term) =>
        `(${phrasesOf(term, mode)
          .map((phrase) => phraseText(phrase, weights))
          .join(' | ')})`,
    )
    .join(mode === 'all' ? ' & ' : ' | ')
}

interface Vector {
  lexemes: Map<string, Position[]>
  bytes: number
  positions: number
}

// A position in the vector times four, plus its weight, similar to PostgreSQL's own format.
type Position = number
const WEIGHTS = ['', 'A', 'B', 'C']

function startField(vector: Vector, { weight, scope = '' }: WeightedText, base: number, room: number) {
  const lap = room - MAX_PHRASE_LENGTH
  const label = Math.max(0, WEIGHTS.indexOf(weight))
  const loose = new Set<string>()
  let count = 0

  function addToken(token: string, position: number): void {
    const at = (position - 1) % lap
    addPosition(vector, token, (base + at) * 4 + label)
    // The first tokens of a lap also follow the last ones of the lap before.
    if (position > lap && at < MAX_PHRASE_LENGTH) addPosition(vector, token, (base + lap + at) * 4 + label)
  }

  return {
    addSlice(text: string): void {
      const before = count
      scan(text, ({ token, position }) => {
        if (position === 0) {
          loose.add(scope + token)
          return
        }
        count = before + position
        addToken(scope + token, count)
      })
    },
    /** The number of positions that the field takes. */
    end(): number {
      for (const token of loose) addPosition(vector, token, NO_POSITION * 4 + label)
      return Math.min(count, room)
    },
  }
}

function addPosition(vector: Vector, token: string, requested: Position): void {
  const position = vector.positions < MAX_POSITIONS ? requested : NO_POSITION * 4 + (requested & 3)
  const positions = vector.lexemes.get(token)
  if (positions === undefined) {
    vector.bytes += Buffer.byteLength(token) + BYTES_PER_LEXEME
    if (vector.bytes < MAX_LEXEME_BYTES) vector.lexemes.set(token, [position])
  } else if (positions.length < MAX_POSITIONS_PER_WORD && positions.at(-1) !== position) {
    positions.push(position)
    vector.positions++
  }
}

function lexemeText(token: string, positions: readonly Position[]): string {
  let text = `'${token}':${positionsText(positions, 0)} `
  for (let index = 1; index * POSITIONS_PER_LEXEME < positions.length; index++)
    text += `'${token}${CONTINUED[index] ?? ''}':${positionsText(positions, index * POSITIONS_PER_LEXEME)} `
  return text
}

function positionsText(positions: readonly Position[], from: number): string {
  const to = Math.min(positions.length, from + POSITIONS_PER_LEXEME)
  let text = ''
  for (let at = from; at < to; at++) {
    const position = positions[at] ?? 0
    text += (at > from ? ',' : '') + (position >> 2) + (WEIGHTS[position & 3] ?? '')
  }
  return text
}

function phraseText({ tokens, prefix }: Phrase, weights: string): string {
  const last = tokens.length - 1
  const isPrefix = (index: number) => prefix && index === last
  const plain = tokens.map((token, index) => lexeme(token, isPrefix(index) ? `*${weights}` : weights))
  if (last === 0) return `(${plain.join('')})`
  const whole = tokens.filter((_, index) => !isPrefix(index))
  const guards = whole.map((token) => lexeme(token + CONTINUED[1], ''))
  const places = tokens.map((token, index) =>
    isPrefix(index)
      ? (plain[index] ?? '')
      : anyOf(CONTINUED.map((suffix) => lexeme(token + suffix, weights))),
  )
  // Few articles contain a word this often. The guards keep the long query to those.
  return anyOf([inOrder(plain), `(${anyOf(guards)} & ${inOrder(places)})`])
}

function inOrder(places: readonly string[]): string {
  return `(${places.join(' <-> ')})`
}

function anyOf(choices: readonly string[]): string {
  return `(${choices.join(' | ')})`
}

function lexeme(token: string, label: string): string {
  return label === '' ? `'${token}'` : `'${token}':${label}`
}
