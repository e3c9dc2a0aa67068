import { type Match, matchesOf } from './matches.ts'
import { withSingleSpaces } from './plain-text.ts'
import type { Query } from './query.ts'

// HTML with the matched words in <em> and everything else escaped.
export function highlightAll(text: string, query: Query): string {
  return marked(text, 0, text.length, matchesOf(text, query))
}

// The same for the best passage of about `around` characters; the beginning if nothing matches.
export function highlight(text: string, query: Query, { around }: { around: number }): string {
  return highlightMatches(text, matchesOf(text, query), around)
}

const WHOLE = { before: false, after: false }

/** The same for known matches, and a text that may be an excerpt of a longer one. */
export function highlightMatches(
  text: string,
  matches: readonly Match[],
  around: number,
  cut: { readonly before: boolean; readonly after: boolean } = WHOLE,
): string {
  const { from, to } = passageAround(text, bestSpan(matches, around), around)
  const html = withSingleSpaces(marked(text, from, to, matches))
  return (cut.before || from > 0 ? '…' : '') + html.trim() + (cut.after || to < text.length ? '…' : '')
}

interface Span {
  from: number
  to: number
}

// The window with the most different terms, then the most matches, then the first.
function bestSpan(matches: readonly Match[], around: number): Span {
  const inWindow = new Map<number, number>()
  let best: Span = { from: 0, to: 0 }
  let bestScore = 0
  let first = 0
  let furthest = 0
  matches.forEach((match, last) => {
    furthest = Math.max(furthest, match.end)
    inWindow.set(match.term, (inWindow.get(match.term) ?? 0) + 1)
    let start = matches[first]?.start ?? 0
    while (first < last && match.end - start > around) {
      leave(inWindow, matches[first]?.term)
      first++
      start = matches[first]?.start ?? 0
    }
    const score = inWindow.size * 1000 + Math.min(last - first, 999)
    if (score > bestScore) {
      bestScore = score
      best = { from: start, to: furthest }
    }
  })
  return best
}

function leave(inWindow: Map<number, number>, term = 0): void {
  const count = inWindow.get(term) ?? 0
  if (count > 1) inWindow.set(term, count - 1)
  else inWindow.delete(term)
}

function passageAround(text: string, span: Span, around: number): Span {
  const to = Math.min(span.to, span.from + 2 * around)
  const before = Math.max(0, Math.floor((around - (to - span.from)) / 2))
  const start = Math.max(0, span.from - before)
  const end = Math.min(text.length, Math.max(to, start + around))
  return {
    from: cutBefore(text, Math.max(0, Math.min(start, end - around)), span.from),
    to: cutAfter(text, end, to),
  }
}

// Cuts between words if a space is near, and never inside a grapheme.
const NEAR = 20

function cutBefore(text: string, at: number, latest: number): number {
  if (at === 0) return 0
  const space = text.slice(at - 1, Math.min(latest, at + NEAR)).search(/\s/)
  return graphemeAt(text, space < 0 ? at : at + space).from
}

function cutAfter(text: string, at: number, earliest: number): number {
  if (at >= text.length) return text.length
  const from = Math.max(earliest, at - NEAR)
  const word = /\s\S*$/.exec(text.slice(from, at + 1))
  const cut = word === null ? at : from + word.index
  const grapheme = graphemeAt(text, cut)
  return grapheme.from === cut ? cut : grapheme.to
}

let segmenter: Intl.Segmenter | undefined

/** Created on first use, because its tables take some megabytes. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

const MAX_GRAPHEME_LENGTH = 256

/** Characters that never combine with a neighbour: ASCII without the line feed, Chinese and kana. */
const ALONE = /^[\u0020-\u007e\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e]{2}$/

function graphemeAt(text: string, at: number): Span {
  if (ALONE.test(text.slice(at - 1, at + 1)) && ALONE.test(text.slice(at, at + 2)))
    return { from: at, to: at + 1 }
  const from = Math.max(0, at - MAX_GRAPHEME_LENGTH)
  const grapheme = graphemes()
    .segment(text.slice(from, at + MAX_GRAPHEME_LENGTH))
    .containing(at - from)
  if (grapheme === undefined) return { from: at, to: at }
  return { from: from + grapheme.index, to: from + grapheme.index + grapheme.segment.length }
}

function marked(text: string, from: number, to: number, matches: readonly Match[]): string {
  let html = ''
  let at = from
  for (const { start, end } of joined(matches)) {
    if (end <= at) continue
    if (start >= to) break
    const begin = Math.max(start, at)
    const stop = Math.min(end, to)
    html += `${escapeHtml(text.slice(at, begin))}<em>${escapeHtml(text.slice(begin, stop))}</em>`
    at = stop
  }
  return html + escapeHtml(text.slice(at, to))
}

function joined(matches: readonly Match[]): Match[] {
  const out: Match[] = []
  for (const match of matches) {
    const last = out.at(-1)
    if (last === undefined || match.start >= last.end) out.push({ ...match })
    else last.end = Math.max(last.end, match.end)
  }
  return out
}

const ESCAPED = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
)

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPED.get(char) ?? char)
}
