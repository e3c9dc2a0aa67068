// Aho–Corasick: finds all occurrences of many patterns in one pass over a text. A state is a prefix of some pattern.
interface Automaton {
  transitions: Transitions
  // The longest other state that is a suffix of a state, and the longest such state where a pattern ends.
  fallback: Int32Array
  shorter: Int32Array
  patterns: Map<number, number[]>
}

// One open-addressing hash table for all states: a Map for each took many times as long to build.
interface Transitions {
  states: Int32Array
  units: Uint16Array
  next: Int32Array
  mask: number
}

type Units = ArrayLike<number>

const ROOT = 0

export function buildAutomaton(patterns: readonly Units[]): Automaton {
  const maxStates = patterns.reduce((sum, pattern) => sum + pattern.length, 1)
  const automaton: Automaton = {
    transitions: newTransitions(maxStates),
    fallback: new Int32Array(maxStates),
    shorter: new Int32Array(maxStates),
    patterns: new Map(),
  }
  const trie: Trie = {
    count: 1,
    parents: new Int32Array(maxStates),
    lastUnits: new Uint16Array(maxStates),
    byLength: [],
  }
  patterns.forEach((pattern, index) => {
    const state = addPattern(automaton, trie, pattern)
    const ending = automaton.patterns.get(state)
    if (ending === undefined) automaton.patterns.set(state, [index])
    else ending.push(index)
  })
  for (const states of trie.byLength) for (const state of states) linkFallback(automaton, trie, state)
  return automaton
}

// `found` is called with the index of a pattern and the index of its last code unit in the text.
export function run(automaton: Automaton, text: Units, found: (pattern: number, last: number) => void): void {
  let state = ROOT
  for (let at = 0; at < text.length; at++) {
    state = step(automaton, state, text[at] ?? 0)
    for (let ending = state; ending !== ROOT; ending = automaton.shorter[ending] ?? ROOT)
      for (const pattern of automaton.patterns.get(ending) ?? []) found(pattern, at)
  }
}

function step({ transitions, fallback }: Automaton, from: number, unit: number): number {
  let state = from
  for (;;) {
    const next = transitions.next[slotOf(transitions, state, unit)] ?? ROOT
    if (next !== ROOT || state === ROOT) return next
    state = fallback[state] ?? ROOT
  }
}

interface Trie {
  count: number
  parents: Int32Array
  lastUnits: Uint16Array
  byLength: number[][]
}

function addPattern({ transitions }: Automaton, trie: Trie, pattern: Units): number {
  let state = ROOT
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern[at] ?? 0
    const slot = slotOf(transitions, state, unit)
    const known = transitions.next[slot] ?? ROOT
    if (known !== ROOT) state = known
    else {
      const added = trie.count++
      transitions.states[slot] = state
      transitions.units[slot] = unit
      transitions.next[slot] = added
      trie.parents[added] = state
      trie.lastUnits[added] = unit
      const ofThisLength = trie.byLength[at] ?? []
      trie.byLength[at] = ofThisLength
      ofThisLength.push(added)
      state = added
    }
  }
  return state
}

function linkFallback(automaton: Automaton, trie: Trie, state: number): void {
  const parent = trie.parents[state] ?? ROOT
  if (parent === ROOT) return
  const fallback = step(automaton, automaton.fallback[parent] ?? ROOT, trie.lastUnits[state] ?? 0)
  automaton.fallback[state] = fallback
  automaton.shorter[state] = automaton.patterns.has(fallback)
    ? fallback
    : (automaton.shorter[fallback] ?? ROOT)
}

function newTransitions(count: number): Transitions {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 1))
  return {
    states: new Int32Array(size),
    units: new Uint16Array(size),
    next: new Int32Array(size),
    mask: size - 1,
  }
}

// The slot of a transition, or the free slot for it. No transition leads to the root.
function slotOf({ states, units, next, mask }: Transitions, state: number, unit: number): number {
  const hash = Math.imul(state, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
  let slot = (hash ^ (hash >>> 15)) & mask
  while (next[slot] !== ROOT && (states[slot] !== state || units[slot] !== unit)) slot = (slot + 1) & mask
  return slot
}
