import { type Kind, kindOf } from './characters.ts'

// Text in its form for comparison: compatibility forms unified, lower case, no accents, nothing invisible. For every
// code unit of the folded text it has the kind (both halves of a surrogate pair have that of the pair) and the range
// in the original. It is valid until the next text is folded: allocating four arrays for each text took a third of
// the time of a search.
export interface Folded {
  text: string
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

export function foldText(original: string): Folded {
  const folding = emptied(original.length + SPARE)
  let isAscii = true
  let at = 0
  while (at < original.length) {
    const unit = original.charCodeAt(at)
    if (unit > LAST_ASCII) isAscii = false
    const folded = isAlone(original, at, unit) ? foldedUnit(unit) : 0
    if (folded > 0) {
      addUnit(folding, folded, kindOf(folded), at, at + 1)
      at++
    } else at = foldCluster(folding, original, at, unit)
  }
  return finished(folding, isAscii ? original.toLowerCase() : undefined)
}

// Whether a unit is a complete character: not half of a pair, and not followed by a combining mark.
function isAlone(text: string, at: number, unit: number): boolean {
  if (unit < FIRST_JAMO) return true
  if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) return false
  return !composesWithPrevious(text.charCodeAt(at + 1))
}

// Accents and points that people leave out. Marks of other scripts (vowel signs, Thai, kana voicing) distinguish
// words.
const ACCENT =
  /^(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]$/u
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]$/u

// Letters that people type plainly but Unicode does not decompose, variants of apostrophe and hyphen, and characters
// that only stretch a word.
const TATWEEL = '\u0640'
const REPLACED = new Map([
  [TATWEEL, ''],
  ...'ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ı=i ς=σ'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
  ...Array.from('‘’‛ʼ', (apostrophe) => [apostrophe, "'"] as const),
  ...Array.from('‐‑−', (hyphen) => [hyphen, '-'] as const),
])

// Kana with voicing marks and Hangul stay composed, because they are letters. Everything else is decomposed, so that
// the result does not depend on whether the input was composed.
const COMPOSES = /[\u1100-\u11ff\u3099\u309a]/

function foldedForm(cluster: string): string {
  let out = ''
  for (const char of cluster.normalize('NFKD').toLowerCase())
    if (!ACCENT.test(char) && !INVISIBLE.test(char)) out += REPLACED.get(char) ?? char
  return COMPOSES.test(out) ? out.normalize('NFC') : out
}

// The code unit that a unit folds to, or 0 if it is not exactly one. Nearly all text takes this fast path; folding by
// string took most of the time.
const LAST_ASCII = 0x7f
const FIRST_JAMO = 0x1100
const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff
const UNIT_COUNT = 0x10000
const foldedUnits = new Uint16Array(UNIT_COUNT)
const isLookedUp = new Uint8Array(UNIT_COUNT)
for (let unit = 0; unit <= LAST_ASCII; unit++)
  foldedUnits[unit] = String.fromCharCode(unit).toLowerCase().charCodeAt(0)

function foldedUnit(unit: number): number {
  if (unit > LAST_ASCII && isLookedUp[unit] === 0) {
    isLookedUp[unit] = 1
    const form = foldedForm(String.fromCharCode(unit))
    if (form.length === 1) foldedUnits[unit] = form.charCodeAt(0)
  }
  return foldedUnits[unit] ?? 0
}

function foldCluster(folding: Folding, original: string, start: number, unit: number): number {
  const end = clusterEnd(original, start, unit)
  const form = foldedForm(original.slice(start, end))
  for (const char of form) {
    const kind = kindOf(char.codePointAt(0) ?? 0)
    for (let i = 0; i < char.length; i++) addUnit(folding, char.charCodeAt(i), kind, start, end)
  }
  // A dropped accent belongs to the letter before it, so that both are cut together.
  if (form === '' && folding.length > 0) folding.ends[folding.length - 1] = end
  return end
}

function clusterEnd(text: string, start: number, unit: number): number {
  let end = start + 1
  if (unit < FIRST_JAMO) return end
  if ((text.codePointAt(start) ?? 0) > 0xffff) end++
  while (composesWithPrevious(text.charCodeAt(end))) end++
  return end
}

function composesWithPrevious(unit: number): boolean {
  const isVowelOrFinalJamo = unit >= 0x1160 && unit <= 0x11ff
  const isVoicingMark = unit === 0x3099 || unit === 0x309a || unit === 0xff9e || unit === 0xff9f
  return isVowelOrFinalJamo || isVoicingMark
}

interface Folding {
  length: number
  units: Uint16Array
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
}

const SPARE = 32

/** Arrays up to this size are reused. A text of a megabyte must not keep ten megabytes allocated. */
const MAX_KEPT_UNITS = 100_000
let kept: Folding | undefined

function emptied(capacity: number): Folding {
  if (capacity > MAX_KEPT_UNITS) return newFolding(capacity)
  if (kept === undefined || kept.units.length < capacity)
    kept = newFolding(Math.min(MAX_KEPT_UNITS, 2 * capacity))
  kept.length = 0
  return kept
}

function newFolding(capacity: number): Folding {
  return {
    length: 0,
    units: new Uint16Array(capacity),
    kinds: new Uint8Array(capacity),
    starts: new Uint32Array(capacity),
    ends: new Uint32Array(capacity),
  }
}

function addUnit(folding: Folding, unit: number, kind: Kind, start: number, end: number): void {
  const at = folding.length
  if (at === folding.units.length) grow(folding)
  folding.units[at] = unit
  folding.kinds[at] = kind
  folding.starts[at] = start
  folding.ends[at] = end
  folding.length = at + 1
}

function grow(folding: Folding): void {
  const larger = newFolding(folding.units.length * 2)
  larger.units.set(folding.units)
  larger.kinds.set(folding.kinds)
  larger.starts.set(folding.starts)
  larger.ends.set(folding.ends)
  Object.assign(folding, { ...larger, length: folding.length })
}

function finished(folding: Folding, text: string | undefined): Folded {
  const { length, units, kinds, starts, ends } = folding
  return {
    text: text ?? Buffer.from(units.buffer, 0, 2 * length).toString('utf16le'),
    kinds: kinds.subarray(0, length),
    starts: starts.subarray(0, length),
    ends: ends.subarray(0, length),
  }
}
