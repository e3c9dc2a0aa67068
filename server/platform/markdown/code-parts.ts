/** A line that opens or closes a block of code, also in lists and quotes. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** Outside of a list, code that is indented like this has no fences. */
const INDENTED = /^(?: {0,3}>)*(?: {4}| {0,3}\t)[ \t>]*$/

/** The parts of a Markdown text: every second one is a code block. An unclosed block counts as text. */
export function aroundCode(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let opened: { readonly index: number; readonly fence: string } | undefined
  let isInList = false
  for (const { 0: line, index } of text.matchAll(/^.+$/gm)) {
    if (!opened) isInList = LIST_ITEM.test(line) || (isInList && /^[ \t>]/.test(line))
    const [, before = '', fence = '', info = ''] = FENCE.exec(line) ?? []
    if (fence === '') continue
    if (!opened) {
      // Code within a line may begin with three backticks too.
      const isFence = !(fence.startsWith('`') && info.includes('`'))
      if (isFence && (isInList || !INDENTED.test(before))) opened = { index, fence }
      continue
    }
    // A longer fence contains shorter ones.
    if (!fence.startsWith(opened.fence) || info.trim() !== '' || !/^[ \t>]*$/.test(before)) continue
    parts.push(text.slice(from, opened.index), text.slice(opened.index, index + line.length))
    from = index + line.length
    opened = undefined
  }
  return [...parts, text.slice(from)]
}

type Span = readonly [from: number, to: number]

/** Where code within the lines of a Markdown text is, in order. A paragraph ends it. */
export function codeSpans(text: string): Span[] {
  const spans: Span[] = []
  let runs: Span[] = []
  for (const {
    0: { length },
    index,
  } of text.matchAll(/`+|\n(?=[ \t]*\n)/g)) {
    if (text[index] === '`') runs.push([index, index + length])
    else {
      addSpans(spans, text, runs)
      runs = []
    }
  }
  addSpans(spans, text, runs)
  return spans
}

/** A run of backticks ends at the next one of the same length in its paragraph. */
function addSpans(spans: Span[], text: string, runs: readonly Span[]): void {
  if (runs.length < 2) return
  const nextOfLength = new Map<number, number>()
  const closing: (number | undefined)[] = []
  for (let n = runs.length - 1; n >= 0; n--) {
    const [from, to] = runs[n] ?? [0, 0]
    closing[n] = nextOfLength.get(to - from)
    nextOfLength.set(to - from, n)
  }
  for (let n = 0; n < runs.length; n++) {
    const [run, end] = [runs[n], runs[closing[n] ?? -1]]
    if (!run || !end || text[run[0] - 1] === '\\') continue
    spans.push([run[0], end[1]])
    n = closing[n] ?? n
  }
}

/** Whether a position is in one of these, which are in order. */
export function isWithin(spans: readonly Span[], position: number): boolean {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.[1] ?? 0) > position) high = middle
    else low = middle + 1
  }
  return (spans[low]?.[0] ?? Number.POSITIVE_INFINITY) <= position
}
