import { DIGIT, LETTER, OTHER, UNSPACED } from './characters.ts'
import { type Folded, foldText } from './fold.ts'

// The tokens under which a text is indexed. Words, and in scripts without spaces overlapping pairs of characters,
// have consecutive positions 1, 2, 3…, so a phrase is a sequence of consecutive tokens. Other tokens have no position
// (0) and cannot be part of a phrase:
//   single   one character of an unspaced script
//   joined   `e-mail` as `email`, `1,000` as `1000`
//   variant  `c` of `C++`, `net` of `.NET`, `.js` of `node.js`
// A run of n characters without spaces gives n pairs, the last one with an end marker, so that one position is one
// character.
// Tokens of one unit share its number. A unit is a run, or a word with everything joined to it by hyphens, dots and
// the like.
export interface Token {
  token: string
  start: number
  end: number
  position: number
  unit: number
  kind: 'word' | 'pair' | 'single' | 'joined' | 'variant'
}

// Folded text contains no full-width forms, so these cannot collide with it. FTS5's ascii tokenizer and PostgreSQL's
// literals treat them as letters.
export const END_OF_RUN = '＿'
const DOT = '．'
const SUFFIXES = new Map([
  ['++', '＋＋'],
  ['#', '＃'],
])

const MAX_WORD_LENGTH = 64
const MAX_PARTS_JOINED = 8

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  scan(text, (token) => tokens.push(token))
  return tokens
}

// Visits tokens in the order of the text, the first character of a pair just before the pair. `wants` skips tokens by
// their first code unit before they are built, for callers that look for a few words only.
export function scan(
  text: string,
  visit: (token: Token) => void,
  wants: (unit: number) => boolean = () => true,
): void {
  const { text: folded, kinds, starts, ends } = foldText(text)
  const scanner: Scanner = { text: folded, kinds, starts, ends, visit, wants, position: 0, unit: 0 }
  let at = 0
  while (at < kinds.length) {
    const kind = kinds[at]
    if (kind === UNSPACED) at = visitRun(scanner, at)
    else if (isWord(kind) || isLeadingDot(scanner, at)) at = visitCompound(scanner, at)
    else at++
  }
}

interface Scanner extends Folded {
  visit: (token: Token) => void
  wants: (unit: number) => boolean
  position: number
  unit: number
}

function visitRun(scanner: Scanner, from: number): number {
  scanner.unit++
  const { text, kinds } = scanner
  let at = from
  while (kinds[at] === UNSPACED) {
    const next = afterCharacter(text, at)
    if (scanner.wants(text.charCodeAt(at))) {
      const end = kinds[next] === UNSPACED ? afterCharacter(text, next) : next
      const single = text.slice(at, next)
      emit(scanner, 'single', single, at, next)
      emit(scanner, 'pair', end === next ? single + END_OF_RUN : text.slice(at, end), at, end)
    } else scanner.position++
    at = next
  }
  return at
}

function afterCharacter(text: string, at: number): number {
  return isHighSurrogate(text.charCodeAt(at)) ? at + 2 : at + 1
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

interface Part {
  joiner: string
  from: number
  wordFrom: number
  wordTo: number
  to: number
  token: string
}

function visitCompound(scanner: Scanner, from: number): number {
  scanner.unit++
  const end = plainWordEnd(scanner, from)
  if (end > from) return visitPlainWord(scanner, from, end)
  const first = readPart(scanner, from, '')
  visitPart(scanner, first)
  let at = first.to
  let joiner = joinerAt(scanner, at)
  if (joiner === undefined) return at
  const parts = [first]
  while (joiner !== undefined) {
    const part = readPart(scanner, at + joiner.length, joiner)
    visitPart(scanner, part)
    parts.push(part)
    at = part.to
    joiner = joinerAt(scanner, at)
  }
  const joined = joinedForm(scanner.text, parts)
  if (joined !== undefined) emit(scanner, 'joined', joined, from, at)
  return at
}

// The end of a word without a suffix that nothing is joined to, as nearly all are; otherwise `from`.
function plainWordEnd(scanner: Scanner, from: number): number {
  const { kinds } = scanner
  let to = from
  while (isWord(kinds[to])) to++
  return to === from || suffixAt(scanner, to) !== '' || joinerAt(scanner, to) !== undefined ? from : to
}

function visitPlainWord(scanner: Scanner, from: number, to: number): number {
  const { text } = scanner
  if (scanner.wants(text.charCodeAt(from))) emit(scanner, 'word', shortened(text.slice(from, to)), from, to)
  else scanner.position++
  return to
}

function readPart(scanner: Scanner, from: number, joiner: string): Part {
  const { text, kinds } = scanner
  const wordFrom = isWord(kinds[from]) ? from : from + 1
  let wordTo = wordFrom
  while (isWord(kinds[wordTo])) wordTo++
  const suffix = suffixAt(scanner, wordTo)
  const word = shortened(text.slice(wordFrom, wordTo))
  const token = (wordFrom > from ? DOT : '') + word + (SUFFIXES.get(suffix) ?? '')
  return { joiner, from, wordFrom, wordTo, to: wordTo + suffix.length, token }
}

function visitPart(scanner: Scanner, part: Part): void {
  const { text, kinds } = scanner
  emit(scanner, 'word', part.token, part.from, part.to)
  if (part.to - part.from > part.wordTo - part.wordFrom)
    emit(scanner, 'variant', shortened(text.slice(part.wordFrom, part.wordTo)), part.wordFrom, part.wordTo)
  if (part.joiner === '.' && kinds[part.wordFrom] === LETTER)
    emit(scanner, 'variant', DOT + part.token, part.from - 1, part.to)
}

function emit(scanner: Scanner, kind: Token['kind'], token: string, from: number, to: number): void {
  const inPhrases = kind === 'word' || kind === 'pair'
  if (inPhrases) scanner.position++
  scanner.visit({
    token,
    start: scanner.starts[from] ?? 0,
    end: scanner.ends[to - 1] ?? 0,
    position: inPhrases ? scanner.position : 0,
    unit: scanner.unit,
    kind,
  })
}

function isWord(kind: number | undefined): boolean {
  return kind === LETTER || kind === DIGIT
}

// `.NET` and `.gitignore`, but not the end of `…` or of a sentence, nor `.5`.
function isLeadingDot({ text, kinds }: Folded, at: number): boolean {
  return text[at] === '.' && text[at - 1] !== '.' && kinds[at + 1] === LETTER
}

// `issue#12` is two words; `C#` is one.
function suffixAt({ text, kinds }: Folded, at: number): string {
  const char = text[at]
  if (char === '#') return isWord(kinds[at + 1]) ? '' : '#'
  return char === '+' && text[at + 1] === '+' ? '++' : ''
}

// What joins the part that ends here to the next: a character, an empty string (`C++17`), or undefined if nothing
// does.
function joinerAt({ text, kinds }: Folded, at: number): string | undefined {
  const here = kinds[at]
  if (here !== OTHER) return isWord(here) ? '' : undefined
  const char = text.charAt(at)
  if (char === ' ' || !isWord(kinds[at + 1])) return undefined
  if ("-_.@/'&+".includes(char)) return char
  const isBetweenDigits = kinds[at - 1] === DIGIT && kinds[at + 1] === DIGIT
  return (char === ',' || char === ':') && isBetweenDigits ? char : undefined
}

function joinedForm(text: string, parts: readonly Part[]): string | undefined {
  if (parts.length < 2 || parts.length > MAX_PARTS_JOINED || !isJoinable(text, parts)) return undefined
  const joined = parts.map((part) => (part.token.startsWith(DOT) ? part.token.slice(1) : part.token)).join('')
  return joined.length <= MAX_WORD_LENGTH ? joined : undefined
}

function isJoinable(text: string, parts: readonly Part[]): boolean {
  const words = parts.map((part) => text.slice(part.wordFrom, part.wordTo))
  const joiners = parts.slice(1).map((part) => part.joiner)
  const groupsOfThree = words.slice(1).every((word) => word.length === 3)
  if (joiners.every((joiner) => joiner === ',')) return groupsOfThree && (words[0]?.length ?? 0) <= 3
  // 3.14 is not 314, nor is 10.0.0.1 a number.
  const onlyDigits = words.every((word) => /^\p{N}+$/u.test(word))
  return joiners.every((joiner) => (onlyDigits ? '-_' : "-_.'").includes(joiner))
}

function shortened(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word
  const endsInsideAPair = isHighSurrogate(word.charCodeAt(MAX_WORD_LENGTH - 1))
  return word.slice(0, endsInsideAPair ? MAX_WORD_LENGTH - 1 : MAX_WORD_LENGTH)
}
