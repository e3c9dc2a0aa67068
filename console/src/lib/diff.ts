export interface Part<Item> {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly Item[]
}

/** For larger inputs everything between the common ends counts as changed. */
const MAX_EDITS = 2000

/** The difference of two lists: Myers' algorithm, after removing the common beginning and end. */
export function diffOf<Item>(before: readonly Item[], after: readonly Item[]): readonly Part<Item>[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const parts: Part<Item>[] = []
  add(parts, 'same', before.slice(0, start))
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const
  for (const { kind, items } of shortestEdit(...middle)) add(parts, kind, items)
  add(parts, 'same', before.slice(before.length - end))
  return parts
}

function add<Item>(parts: Part<Item>[], kind: Part<Item>['kind'], items: readonly Item[]): void {
  if (items.length === 0) return
  const last = parts.at(-1)
  if (last?.kind === kind) parts[parts.length - 1] = { kind, items: [...last.items, ...items] }
  else parts.push({ kind, items })
}

function shortestEdit<Item>(before: readonly Item[], after: readonly Item[]): readonly Part<Item>[] {
  const replaced: readonly Part<Item>[] = [
    { kind: 'removed', items: before },
    { kind: 'added', items: after },
  ]
  if (before.length === 0 || after.length === 0) return replaced
  const trace: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(before.length + after.length, MAX_EDITS); edits++) {
    trace.push(reach)
    reach = new Map(reach)
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reach, k, edits) ? at(reach, k + 1) : at(reach, k - 1) + 1
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++
      reach.set(k, x)
      if (x >= before.length && x - k >= after.length) return wayBack(trace, before, after)
    }
  }
  return replaced
}

const at = (reach: ReadonlyMap<number, number>, k: number) => reach.get(k) ?? 0
const isDown = (reach: ReadonlyMap<number, number>, k: number, edits: number) =>
  k === -edits || (k !== edits && at(reach, k - 1) < at(reach, k + 1))

function wayBack<Item>(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly Item[],
  after: readonly Item[],
): readonly Part<Item>[] {
  const steps: Part<Item>[] = []
  let x = before.length
  let y = after.length
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] ?? new Map()
    const k = x - y
    const from = isDown(reach, k, edits) ? k + 1 : k - 1
    const fromX = at(reach, from)
    const fromY = fromX - from
    while (x > fromX && y > fromY) {
      steps.push({ kind: 'same', items: before.slice(x - 1, x) })
      x--
      y--
    }
    if (edits === 0) break
    if (x > fromX) steps.push({ kind: 'removed', items: before.slice(x - 1, x) })
    else steps.push({ kind: 'added', items: after.slice(y - 1, y) })
    x = fromX
    y = fromY
  }
  const parts: Part<Item>[] = []
  for (const { kind, items } of steps.reverse()) add(parts, kind, items)
  return parts
}

const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+|\s+|./gsu

/** Words, or single characters in scripts without spaces. */
export function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? []
}

export interface Row {
  /** `replaced`: two paragraphs that have little in common. */
  readonly kind: 'same' | 'changed' | 'replaced' | 'removed' | 'added'
  readonly before: string
  readonly after: string
}

/** Two texts paragraph by paragraph, with changed paragraphs beside their earlier versions. */
export function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    rows.push(...changedRows(removed, added))
    removed = []
  }
  for (const { kind, items } of diffOf(before, after)) {
    if (kind === 'removed') removed = items
    else if (kind === 'added') flush(items)
    else {
      flush([])
      for (const item of items) rows.push({ kind, before: item, after: item })
    }
  }
  flush([])
  return rows
}

/** With less in common, marking single words would only make both paragraphs hard to read. */
const LEAST_ALIKE = 0.4

function changedRows(removed: readonly string[], added: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let [from, to] = [0, 0]
  const unlike = (one: readonly string[], other: readonly string[]) => {
    for (let n = 0; n < Math.max(one.length, other.length); n++) {
      const [before, after] = [one[n], other[n]]
      const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'replaced'
      rows.push({ kind, before: before ?? '', after: after ?? '' })
    }
  }
  for (const [one, other] of pairsOf(removed, added)) {
    unlike(removed.slice(from, one), added.slice(to, other))
    rows.push({ kind: 'changed', before: removed[one] ?? '', after: added[other] ?? '' })
    ;[from, to] = [one + 1, other + 1]
  }
  unlike(removed.slice(from), added.slice(to))
  return rows
}

/** Larger changes are paired in their order, because each paragraph would be compared with each other one. */
const MAX_COMPARED = 4000

/** Which removed and added paragraphs are versions of each other, in order, so that they are as alike as possible. */
export function pairsOf(
  removed: readonly string[],
  added: readonly string[],
): readonly (readonly [number, number])[] {
  const [before, after] = [removed.map(wordsOf), added.map(wordsOf)]
  if (removed.length * added.length > MAX_COMPARED)
    return before.flatMap((words, n) => {
      const other = after[n]
      return other && likeness(words, other) >= LEAST_ALIKE ? [[n, n] as const] : []
    })
  // best[one][other]: how alike the rest can be, from these two paragraphs on.
  const best = Array.from({ length: removed.length + 1 }, () => new Array<number>(added.length + 1).fill(0))
  const like = before.map((one) => after.map((other) => likeness(one, other)))
  const bestAt = (one: number, other: number) => best[one]?.[other] ?? 0
  const paired = (one: number, other: number) => {
    const alike = like[one]?.[other] ?? 0
    return alike >= LEAST_ALIKE ? alike + bestAt(one + 1, other + 1) : 0
  }
  for (let one = removed.length - 1; one >= 0; one--)
    for (let other = added.length - 1; other >= 0; other--) {
      const row = best[one]
      if (row) row[other] = Math.max(paired(one, other), bestAt(one + 1, other), bestAt(one, other + 1))
    }
  const pairs: [number, number][] = []
  for (let [one, other] = [0, 0]; one < removed.length && other < added.length; ) {
    const most = bestAt(one, other)
    if (most > 0 && most === paired(one, other)) pairs.push([one++, other++])
    else if (most === bestAt(one + 1, other)) one++
    else other++
  }
  return pairs
}

interface Words {
  readonly counts: ReadonlyMap<string, number>
  readonly total: number
}

function wordsOf(paragraph: string): Words {
  const counts = new Map<string, number>()
  let total = 0
  for (const token of tokensOf(paragraph)) {
    if (token.trim() === '') continue
    counts.set(token, (counts.get(token) ?? 0) + 1)
    total++
  }
  return { counts, total }
}

/** The share of words that two paragraphs have in common, from 0 to 1. */
function likeness(one: Words, other: Words): number {
  if (one.total + other.total === 0) return 1
  let common = 0
  for (const [word, n] of one.counts) common += Math.min(n, other.counts.get(word) ?? 0)
  return (2 * common) / (one.total + other.total)
}
