import LineBreaker from 'linebreak'
import type { Face, Typefaces } from './typefaces.ts'

const SMALLER = { code: 0.92, raised: 0.7 }
// More than fit on any line.
const MAX_ON_A_LINE = 1_000

export interface InlineStyle {
  readonly bold: boolean
  readonly italic: boolean
  readonly code: boolean
  readonly struck: boolean
  readonly underlined: boolean
  readonly marked: boolean
  readonly raised: 'up' | 'down' | undefined
  readonly link: string | undefined
}

export const PLAIN: InlineStyle = {
  bold: false,
  italic: false,
  code: false,
  struck: false,
  underlined: false,
  marked: false,
  raised: undefined,
  link: undefined,
}

/** `\n` in the text ends a line. */
export interface Inline {
  readonly text: string
  readonly style: InlineStyle
}

/** A part of a line in one font and one style. */
export interface Fragment {
  readonly face: Face
  readonly style: InlineStyle
  readonly size: number
  readonly text: string
  readonly x: number
  readonly width: number
}

export interface Line {
  readonly fragments: readonly Fragment[]
  readonly width: number
}

export interface Measure {
  readonly width: number
  readonly size: number
}

/** Yields line by line, so that a long paragraph can be laid out with pauses. */
export function* breakLines(
  typefaces: Typefaces,
  inlines: readonly Inline[],
  { width, size }: Measure,
): Generator<Line> {
  const { text, widthBetween, lineBetween } = measured(typefaces, inlines, size)
  let start = 0
  let end = 0
  for (const word of words(text)) {
    if (end > start && widthBetween(start, word.visibleEnd) > width) {
      yield lineBetween(start, end)
      start = word.start
    }
    while (widthBetween(start, word.visibleEnd) > width) {
      end = cut(text, start, word.visibleEnd, (until) => widthBetween(start, until) <= width)
      if (end === word.visibleEnd) break
      yield lineBetween(start, end)
      start = end
    }
    end = word.visibleEnd
    if (word.endsLine) {
      yield lineBetween(start, end)
      start = end = word.end
    }
  }
  if (end > start) yield lineBetween(start, end)
}

/** The width of the text without automatic line breaks. */
export function naturalWidth(typefaces: Typefaces, inlines: readonly Inline[], size: number): number {
  let widest = 0
  for (const line of breakLines(typefaces, inlines, { width: Number.POSITIVE_INFINITY, size }))
    widest = Math.max(widest, line.width)
  return widest
}

interface Word {
  readonly start: number
  /** Without trailing white space. */
  readonly visibleEnd: number
  readonly end: number
  readonly endsLine: boolean
}

function* words(text: string): Generator<Word> {
  const breaker = new LineBreaker(text)
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const end = next.position
    let visibleEnd = end
    while (visibleEnd > start && isSpace(text.charCodeAt(visibleEnd - 1))) visibleEnd--
    yield { start, visibleEnd, end, endsLine: text.charAt(end - 1) === '\n' }
    start = end
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x3000
}

/** Splits a word that is too long for a line between two characters. At least one is on the line. */
function cut(text: string, start: number, end: number, fits: (until: number) => boolean): number {
  let at = start
  for (const { segment } of new Intl.Segmenter().segment(
    text.slice(start, Math.min(end, start + MAX_ON_A_LINE)),
  )) {
    const next = at + segment.length
    if (at > start && !fits(next)) break
    at = next
  }
  return at
}

function measured(typefaces: Typefaces, inlines: readonly Inline[], size: number) {
  const shown = inlines.map(({ text, style }) => {
    const { bold, italic, code, raised } = style
    const scale = (code ? SMALLER.code : 1) * (raised ? SMALLER.raised : 1)
    return {
      text: typefaces.printable(text),
      style,
      size: size * scale,
      faces: typefaces.chain({ mono: code, bold, italic }),
    }
  })
  const text = shown.map((part) => part.text).join('')
  // For every code unit: its end position in the text, and its font.
  const ends = new Float64Array(text.length + 1)
  const faces: Face[] = []
  const partOf: number[] = []
  let at = 0
  for (const [i, part] of shown.entries()) {
    for (const character of part.text) {
      const { face, width } = part.faces(text, at)
      const end = (ends[at] ?? 0) + width * part.size
      for (let unit = 0; unit < character.length; unit++) {
        faces.push(face)
        partOf.push(i)
        ends[++at] = end
      }
    }
  }

  function widthBetween(start: number, end: number): number {
    return (ends[end] ?? 0) - (ends[start] ?? 0)
  }

  function lineBetween(start: number, end: number): Line {
    const fragments: Fragment[] = []
    for (let from = start; from < end; ) {
      let to = from + 1
      while (to < end && faces[to] === faces[from] && partOf[to] === partOf[from]) to++
      const part = shown[partOf[from] ?? 0]
      const face = faces[from]
      if (part && face) {
        const x = widthBetween(start, from)
        const width = widthBetween(from, to)
        fragments.push({ face, style: part.style, size: part.size, text: text.slice(from, to), x, width })
      }
      from = to
    }
    return { fragments, width: widthBetween(start, end) }
  }

  return { text, widthBetween, lineBetween }
}
