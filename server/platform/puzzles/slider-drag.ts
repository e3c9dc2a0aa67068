/**
 * What a person does to a slider, as a client reports it: `x;t,x;t,x;…`, where x is the left edge of the piece in pixels
 * and t the milliseconds since the drag began, from where the piece was taken to where it was let go.
 *
 * A place alone is guessed once in 27 times; one try each and a count of failures by network make that slow. The drag
 * keeps out whoever sends numbers only. Keys move a slider too: their steps are even, and count.
 */

const TOLERANCE_PX = 3
const FEWEST_POINTS = 5
const MAX_POINTS = 400
const FASTEST_MS = 250
const SLOWEST_MS = 60_000
/** The piece is taken at the left edge. */
const START_PX = 8
/** A hand does not jump across a quarter of the picture between two reports. */
const LONGEST_JUMP_PX = 80
/** Clocks of browsers and networks are not ours. */
const CLOCK_SLACK_MS = 250

interface Point {
  readonly ms: number
  readonly x: number
}

/** Whether the piece was dragged to where it fits, in a time that the captcha has been there for. */
export function isDraggedTo(answer: number, given: string, sinceShownMs: number): boolean {
  const drag = readDrag(given)
  if (!drag) return false
  const { x, points } = drag
  const last = points.at(-1)
  return (
    Math.abs(x - answer) <= TOLERANCE_PX &&
    last !== undefined &&
    last.x === x &&
    isPlausible(points) &&
    last.ms <= sinceShownMs + CLOCK_SLACK_MS
  )
}

function isPlausible(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < FEWEST_POINTS || first.x > START_PX) return false
  const took = last.ms - first.ms
  if (took < FASTEST_MS || took > SLOWEST_MS) return false
  return points.every((point, index) => {
    const before = points[index - 1]
    return !before || (point.ms > before.ms && Math.abs(point.x - before.x) <= LONGEST_JUMP_PX)
  })
}

function readDrag(given: string): { x: number; points: Point[] } | undefined {
  const [end = '', ...steps] = given.trim().split(';', MAX_POINTS + 2)
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(end) || steps.length > MAX_POINTS) return undefined
  const points: Point[] = []
  for (const step of steps) {
    const [, ms, x] = /^(\d{1,5})(?:\.\d{1,3})?,(\d{1,4}(?:\.\d{1,2})?)$/.exec(step) ?? []
    if (ms === undefined || x === undefined) return undefined
    points.push({ ms: Number(ms), x: Number(x) })
  }
  return { x: Number(end), points }
}
