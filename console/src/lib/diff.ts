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
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  readonly before: string
  readonly after: string
}

/** Two texts paragraph by paragraph, with removed paragraphs beside their replacements. */
export function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    for (let n = 0; n < Math.max(removed.length, added.length); n++) {
      const [one, other] = [removed[n], added[n]]
      const kind = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed'
      rows.push({ kind, before: one ?? '', after: other ?? '' })
    }
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
