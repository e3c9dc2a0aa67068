import { DIGIT, LETTER, OTHER } from '../search/characters.ts'
import { foldText } from '../search/fold.ts'

// A text reduced to its letters and digits, folded, and the gaps between them. Each array has one entry per remaining
// code unit.
export interface Letters {
  units: Uint16Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  // Up to and including the gap before this unit: the number of gaps that are not empty, and of those with a barrier.
  gaps: Uint32Array
  barriers: Uint32Array
}

const NO_GAP = 0
const GAP = 1
const PAUSE = 2
const STOP = 4

// `symbols` are code points that count as letters although they are none.
export function lettersOf(original: string, symbols: ReadonlySet<number>): Letters {
  const { text, kinds, starts, ends } = foldText(original)
  const units = new Uint16Array(text.length)
  const gaps = new Uint32Array(text.length)
  const barriers = new Uint32Array(text.length)
  let gapCount = 0
  let barrierCount = 0
  let gap = NO_GAP
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const kind = kinds[at] ?? OTHER
    if (kind === OTHER && !symbols.has(codePointOver(text, at))) {
      gap |= gapMadeBy(unit)
      continue
    }
    // There is always a gap between the halves of a surrogate pair, because nobody can insert one there.
    if (gap !== NO_GAP || isSecondHalf(unit)) gapCount++
    if (gap & (length > 0 && areSpaced(kinds[length - 1], kind) ? PAUSE : STOP)) barrierCount++
    gap = NO_GAP
    units[length] = unit
    kinds[length] = kind
    starts[length] = starts[at] ?? 0
    ends[length] = ends[at] ?? 0
    gaps[length] = gapCount
    barriers[length] = barrierCount
    length++
  }
  return {
    units: units.subarray(0, length),
    kinds: kinds.subarray(0, length),
    starts: starts.subarray(0, length),
    ends: ends.subarray(0, length),
    gaps: gaps.subarray(0, length),
    barriers: barriers.subarray(0, length),
  }
}

export function areSpaced(before: number | undefined, after: number | undefined): boolean {
  return (before === LETTER || before === DIGIT) && (after === LETTER || after === DIGIT)
}

function codePointOver(text: string, at: number): number {
  const start = isSecondHalf(text.charCodeAt(at)) && at > 0 ? at - 1 : at
  return text.codePointAt(start) ?? 0
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

const gapKinds = new Map<number, number>()
for (const char of "\t\v\f \u0085\u1680'") gapKinds.set(char.charCodeAt(0), GAP | PAUSE)
for (const char of '\n\r\u2028\u2029') gapKinds.set(char.charCodeAt(0), GAP | PAUSE | STOP)
for (const char of ',!?;:。、') gapKinds.set(char.charCodeAt(0), GAP | STOP)

function gapMadeBy(unit: number): number {
  return gapKinds.get(unit) ?? GAP
}
