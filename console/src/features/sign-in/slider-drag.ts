export interface DragPoint {
  /** Since the drag began. */
  readonly ms: number
  /** The left edge of the piece, in pixels. */
  readonly x: number
}

/** The server reads twice as many, but no more than 4,000 characters. */
const MAX_POINTS = 200

/** The piece lies at the left edge until somebody takes it. */
export const DRAG_START: readonly DragPoint[] = [{ ms: 0, x: 0 }]

/** The server expects times that increase. A long drag drops every second point, so that its beginning is kept. */
export function withPoint(points: readonly DragPoint[], { ms, x }: DragPoint): readonly DragPoint[] {
  const kept = points.length < MAX_POINTS ? points : points.filter((_, index) => index % 2 === 0)
  const before = kept.at(-1)?.ms ?? -1
  return [...kept, { ms: Math.max(Math.round(ms), before + 1), x }]
}

/** As the server reads it: `x;t,x;t,x;…`. */
export function dragText(points: readonly DragPoint[]): string {
  return [points.at(-1)?.x ?? 0, ...points.map(({ ms, x }) => `${ms},${x}`)].join(';')
}
