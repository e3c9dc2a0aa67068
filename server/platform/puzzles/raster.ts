export type Point = readonly [x: number, y: number]

/** The coverage of each pixel, from 0 to 1, row by row. */
export type Mask = {
  readonly width: number
  readonly height: number
  readonly cover: Float32Array
}

export function createMask(width: number, height: number): Mask {
  return { width, height, cover: new Float32Array(width * height) }
}

/** Draws an anti-aliased line with round ends. A path of one point is a dot. */
export function strokePath(mask: Mask, path: readonly Point[], strokeWidth: number): void {
  path.forEach((point, index) => {
    strokeSegment(mask, path[index - 1] ?? point, point, strokeWidth / 2)
  })
}

/** Removes the area of the line from the mask. */
export function erasePath(mask: Mask, path: readonly Point[], strokeWidth: number): void {
  const line = createMask(mask.width, mask.height)
  strokePath(line, path, strokeWidth)
  for (let at = 0; at < mask.cover.length; at++)
    mask.cover[at] = Math.min(mask.cover[at] ?? 0, 1 - (line.cover[at] ?? 0))
}

function strokeSegment(mask: Mask, from: Point, to: Point, radius: number): void {
  const [fromX, fromY] = from
  const [toX, toY] = to
  const dx = toX - fromX
  const dy = toY - fromY
  const lengthSquared = dx * dx + dy * dy
  const left = Math.max(0, Math.floor(Math.min(fromX, toX) - radius - 1))
  const right = Math.min(mask.width - 1, Math.ceil(Math.max(fromX, toX) + radius))
  const top = Math.max(0, Math.floor(Math.min(fromY, toY) - radius - 1))
  const bottom = Math.min(mask.height - 1, Math.ceil(Math.max(fromY, toY) + radius))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - fromX
      const py = y + 0.5 - fromY
      const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSquared))
      const awayX = px - along * dx
      const awayY = py - along * dy
      const covered = Math.min(1, radius + 0.5 - Math.sqrt(awayX * awayX + awayY * awayY))
      const at = y * mask.width + x
      // The maximum, not the sum: otherwise the joints between segments would show.
      if (covered > (mask.cover[at] ?? 0)) mask.cover[at] = covered
    }
}

/** A smooth curve through all points (Catmull–Rom). */
export function curveThrough(points: readonly Point[], stepsPerSpan: number): Point[] {
  const first = points[0]
  if (first === undefined) return []
  const line: Point[] = [first]
  for (let span = 1; span < points.length; span++) {
    const b = points[span - 1] ?? first
    const c = points[span] ?? b
    const a = points[span - 2] ?? b
    const d = points[span + 1] ?? c
    for (let step = 1; step <= stepsPerSpan; step++) {
      const t = step / stepsPerSpan
      line.push([spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)])
    }
  }
  return line
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}
