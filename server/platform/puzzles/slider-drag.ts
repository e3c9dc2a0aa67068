/**
 * The drag of a slider, as a client reports it: `x;t,x;t,x;…`, from the end to the single points, where x is the left
 * edge of the piece in pixels and t the milliseconds since the drag began.
 *
 * A random position is right once in 27 times. Guessing is slow, because each captcha allows one attempt and failures
 * are counted by network. Checking the drag rejects programs that only send a position. A slider can also be moved by
 * keyboard: its even steps are accepted.
 */

const TOLERANCE_PX = 3
const MIN_POINTS = 5
const MAX_POINTS = 400
const MIN_DRAG_MS = 250
const MAX_DRAG_MS = 60_000
/** A drag starts at the left edge. */
const START_PX = 8
/** A hand does not move across a quarter of the picture between two reports. */
const MAX_JUMP_PX = 80
/** Allows for clock differences and network delays. */
const CLOCK_SLACK_MS = 250

interface Point {
  readonly ms: number
  readonly x: number
}

/** Whether the piece was dragged to the right position, and not for longer than the captcha exists. */
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
  if (!first || !last || points.length < MIN_POINTS || first.x > START_PX) return false
  const took = last.ms - first.ms
  if (took < MIN_DRAG_MS || took > MAX_DRAG_MS) return false
  return points.every((point, index) => {
    const before = points[index - 1]
    return !before || (point.ms > before.ms && Math.abs(point.x - before.x) <= MAX_JUMP_PX)
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
