import { MAX_WORD_LENGTH, type WordAction } from '@inkstone/contract/moderation.ts'
import type { IssueName } from '@inkstone/contract/problems.ts'
import type { SiteSettings } from '@inkstone/contract/settings.ts'
import { isFindable, type Matcher, mask } from '../../platform/words/matcher.ts'

const REPLACEMENT = '***'

export interface ListedWord {
  readonly id: number
  readonly action: WordAction
  readonly replacement: string
}

/** The result for a text: the words found, and the text with replacements unless a word rejects it. */
export interface Screening {
  readonly text: string
  readonly hits: readonly number[]
  readonly refused: boolean
}

export function screen(
  matcher: Matcher<ListedWord>,
  text: string,
  mode: SiteSettings['word_filter_mode'],
): Screening {
  const matches = matcher.find(text)
  const refused = matches.some(({ id: word }) => refuses(word, mode))
  const hits = [...new Set(matches.map(({ id: word }) => word.id))].sort((one, other) => one - other)
  return {
    text: mask(text, matches, ({ replacement }) => replacement || REPLACEMENT),
    hits,
    refused,
  }
}

function refuses({ action, replacement }: ListedWord, mode: SiteSettings['word_filter_mode']): boolean {
  if (action !== 'default') return action === 'reject'
  return mode === 'reject' && replacement === ''
}

export function wordKey(word: string): string {
  return word.normalize('NFKC').toLowerCase()
}

export interface WordLine {
  readonly word: string
  readonly action: WordAction
  readonly replacement: string
}

const ARROW = ' => '

/** Parses a list as text. Errors are given by line number. */
export function readWordList(text: string): { words: WordLine[]; wrong: Map<number, IssueName> } {
  const words = new Map<string, WordLine>()
  const wrong = new Map<number, IssueName>()
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = raw.replace(/^\uFEFF/, '').trim()
    if (line === '' || line.startsWith('#')) return
    const read = readLine(line)
    const issue = issueOf(read)
    if (issue) wrong.set(index + 1, issue)
    else words.set(wordKey(read.word), read)
  })
  return { words: [...words.values()], wrong }
}

function readLine(line: string): WordLine {
  if (line.startsWith('!')) return { word: line.slice(1).trim(), action: 'reject', replacement: '' }
  const at = line.indexOf(ARROW)
  if (at < 0) return { word: line, action: 'default', replacement: '' }
  return {
    word: line.slice(0, at).trim(),
    action: 'replace',
    replacement: line.slice(at + ARROW.length).trim(),
  }
}

function issueOf({ word, replacement }: WordLine): IssueName | undefined {
  if ([...word].length > MAX_WORD_LENGTH || [...replacement].length > MAX_WORD_LENGTH) return 'too-long'
  return isFindable(word) ? undefined : 'not-findable'
}

export function writeWordLine({ word, action, replacement }: WordLine): string {
  if (action === 'reject') return `!${word}`
  if (action === 'replace' || replacement !== '') return `${word}${ARROW}${replacement || REPLACEMENT}`
  return word
}
