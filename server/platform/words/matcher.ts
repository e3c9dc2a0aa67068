import { buildAutomaton, run } from './automaton.ts'
import { areSpaced, type Letters, lettersOf } from './letters.ts'

interface Word<Id> {
  word: string
  id: Id
}

// Offsets into the original text.
export interface WordMatch<Id> {
  id: Id
  start: number
  end: number
}

export interface Matcher<Id> {
  // In the order of the text, longer matches first; matches may overlap.
  find(text: string): WordMatch<Id>[]
}

// Finds words in spite of variations: case, accents, full-width and decorated letters, invisible characters and
// punctuation between letters are ignored. The rules:
//
// In scripts with spaces only whole words match: `ass` is not in `class`, but in `ass123` and in `kick-ass!`. Spaces
// and apostrophes between letters are ignored only if the word is spelled out, with a gap after every letter: `s h i
// t`, but not `he's hit`, nor `hell` in `he'll`.
// In scripts without spaces a word matches anywhere, also across spaces; but across `，。！？；：、` and line ends only if
// it is spelled out, because a new sentence begins there.
// Where a phrase of the list has a gap, the text may have any gap or none.
export function buildMatcher<Id>(words: readonly Word<Id>[]): Matcher<Id> {
  const { letters: list, patterns, symbols } = patternsOf(words.map(({ word }) => word))
  const automaton = buildAutomaton(patterns.map(({ from, to }) => list.units.subarray(from, to)))
  return {
    find(text) {
      const letters = lettersOf(text, symbols)
      const matches: WordMatch<Id>[] = []
      run(automaton, letters.units, (index, last) => {
        const pattern = patterns[index]
        const word = words[pattern?.word ?? -1]
        if (pattern === undefined || word === undefined) return
        const first = last - (pattern.to - pattern.from) + 1
        if (!isWhole(letters, first, last) || !isHeldTogether(letters, first, list, pattern)) return
        matches.push({ id: word.id, start: letters.starts[first] ?? 0, end: letters.ends[last] ?? 0 })
      })
      return matches.sort((a, b) => a.start - b.start || b.end - a.end)
    },
  }
}

// Whether a word contains anything that can be found; `***` and `...` cannot.
export function isFindable(word: string): boolean {
  return patternsOf([word]).patterns.length > 0
}

// Overlapping matches are replaced together, with the replacement of the first.
export function mask<Id>(
  text: string,
  matches: readonly WordMatch<Id>[],
  replacementOf: (id: Id) => string,
): string {
  let masked = ''
  let at = 0
  for (const { id, start, end } of matches) {
    if (start >= at) masked += text.slice(at, start) + replacementOf(id)
    at = Math.max(at, end)
  }
  return masked + text.slice(at)
}

// The range of a word, by its index in the list, in the letters of the whole list.
interface Pattern {
  word: number
  from: number
  to: number
}

// All words are folded as one text: folding thousands of words one by one took most of the time.
function patternsOf(words: readonly string[]): {
  letters: Letters
  patterns: Pattern[]
  symbols: Set<number>
} {
  const list = words.join('\n')
  const plain = lettersOf(list, new Set())
  const found = cut(words, plain)
  const symbols = new Set(found.filter(isEmpty).flatMap(({ word }) => symbolsOf(words[word] ?? '')))
  if (symbols.size === 0) return { letters: plain, patterns: found.filter(isNotEmpty), symbols }
  const letters = lettersOf(list, symbols)
  return { letters, patterns: cut(words, letters).filter(isNotEmpty), symbols }
}

function cut(words: readonly string[], { starts }: Letters): Pattern[] {
  let offset = 0
  let at = 0
  return words.map((text, word) => {
    const from = at
    offset += text.length + 1
    while ((starts[at] ?? Number.POSITIVE_INFINITY) < offset) at++
    return { word, from, to: at }
  })
}

// In a word of symbols only (an emoji) the symbols count as letters, except ASCII ones.
function symbolsOf(word: string): number[] {
  const symbols = Array.from(word).filter((char) => /^\p{S}$/u.test(char) && char > '\x7f')
  return symbols.map((char) => char.codePointAt(0) ?? 0)
}

function isEmpty({ from, to }: Pattern): boolean {
  return from === to
}

function isNotEmpty({ from, to }: Pattern): boolean {
  return from < to
}

function isWhole(letters: Letters, first: number, last: number): boolean {
  return !isWithinAWord(letters, first) && !isWithinAWord(letters, last + 1)
}

// A letter next to a digit is a word boundary.
function isWithinAWord({ kinds, gaps }: Letters, at: number): boolean {
  const isAdjacent = at > 0 && gaps[at] === gaps[at - 1]
  return isAdjacent && kinds[at] === kinds[at - 1] && areSpaced(kinds[at - 1], kinds[at])
}

const MIN_SPELLED_OUT_LENGTH = 3

function isHeldTogether(
  { gaps, barriers }: Letters,
  first: number,
  list: Letters,
  { from, to }: Pattern,
): boolean {
  const length = to - from
  const last = first + length - 1
  if (barriers[first] === barriers[last]) return true
  const isSpelledOut = (gaps[last] ?? 0) - (gaps[first] ?? 0) === length - 1
  if (isSpelledOut && length >= MIN_SPELLED_OUT_LENGTH) return true
  for (let i = 1; i < length; i++) {
    const isBarrier = barriers[first + i] !== barriers[first + i - 1]
    const isGapOfItsOwn = list.gaps[from + i] !== list.gaps[from + i - 1]
    if (isBarrier && !isGapOfItsOwn) return false
  }
  return true
}
