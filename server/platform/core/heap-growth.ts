import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'

const MEGABYTE = 1024 * 1024
/** Of the heap alone, and of it with the buffers that it owns. The second pair is for a process that is limited. */
const LARGE = { heap: 130 * MEGABYTE, all: 165 * MEGABYTE }
const SMALLER = { heap: 110 * MEGABYTE, all: 140 * MEGABYTE }
/** Of the space for new objects, as Node 20 and 22 have it. Node 24 lets it grow to four times as much. */
const LARGE_NEW_SPACE = 32 * MEGABYTE
/** By how much it grows at a time. */
const [NEW_SPACE_GROWS, NEW_SPACE_STAYS] = [2, 1]
const LOOK_EVERY_MS = 50
/** How far a heap may grow before the next collection, and when marking starts on the way there. */
const FLAGS = ['--heap-growing-percent', '--incremental-marking-hard-trigger'] as const
const PERCENT_IF_LARGE = 35
const AS_V8_CHOOSES = 0

/**
 * V8 lets the heap grow to more than twice of what is in use before it collects garbage, so strangers whose requests all
 * differ could take the process past 300 MB. A large heap may grow by a third only. A smaller one is left alone, because
 * each collection takes time from requests.
 */
export function limitHeapGrowth(): void {
  let isLimited = false
  let hasLargeNewSpace = false
  setInterval(() => {
    if (newSpace() >= LARGE_NEW_SPACE !== hasLargeNewSpace) {
      // It shrinks again while there is little to do.
      hasLargeNewSpace = !hasLargeNewSpace
      setFlagsFromString(`--semi-space-growth-factor=${hasLargeNewSpace ? NEW_SPACE_STAYS : NEW_SPACE_GROWS}`)
    }
    const { total_heap_size: heap, external_memory: buffers } = getHeapStatistics()
    const least = isLimited ? SMALLER : LARGE
    const isLarge = heap > least.heap || heap + buffers > least.all
    if (isLarge === isLimited) return
    isLimited = isLarge
    for (const flag of FLAGS) setFlagsFromString(`${flag}=${isLarge ? PERCENT_IF_LARGE : AS_V8_CHOOSES}`)
  }, LOOK_EVERY_MS).unref()
}

function newSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
