import type { Point } from './raster.ts'

export type Stroke = { readonly smooth: boolean; readonly points: readonly Point[] }

// On a grid 4 wide and 6 high; bars separate the strokes, and ~ starts one that is a smooth curve through its points.
// Left out are characters that people confuse, especially when bent and crossed by lines:
// 0 O Q, 1 I L 7, 2 Z, 4 (for A), 5 S, 8 B, F (for E), G (for C or 6), P (for R), M U V W (for one another or N).
const DRAWINGS = {
  A: '0,6 2,0 4,6 | 0.7,4 3.3,4',
  C: '~ 3.8,1.1 2.5,0 0.9,0.7 0.1,3 0.9,5.3 2.5,6 3.8,4.9',
  D: '0.2,0 0.2,6 | ~ 0.2,0 2.2,0.2 3.7,1.6 3.7,4.4 2.2,5.8 0.2,6',
  E: '3.6,0 0.2,0 0.2,6 3.6,6 | 0.2,3 3,3',
  H: '0.2,0 0.2,6 | 3.8,0 3.8,6 | 0.2,3 3.8,3',
  J: '1.2,0 3.8,0 | ~ 3,0 3,3.8 2.6,5.5 1.4,6 0.4,5.3 0.1,4.2',
  K: '0.2,0 0.2,6 | 3.7,0 0.2,3.6 | 1.3,2.6 3.9,6',
  N: '0.2,6 0.2,0 3.8,6 3.8,0',
  R: '0.3,0 0.3,6 | ~ 0.3,0 2.6,0.1 3.6,1.6 2.6,3.1 0.3,3.2 | 1.7,3.2 3.9,6',
  T: '0,0 4,0 | 2,0 2,6',
  X: '0.1,0 3.9,6 | 3.9,0 0.1,6',
  Y: '0,0 2,3 4,0 | 2,3 2,6',
  3: '~ 0.4,0.9 1.8,0 3.4,0.8 3.1,2.4 1.6,2.8 | ~ 1.6,2.8 3.5,3.4 3.7,5 2,6 0.2,5.1',
  6: '~ 3.3,0.2 1.7,1 0.4,3.2 0.5,5 1.9,6 3.4,5.2 3.3,3.6 2,2.9 0.6,3.8',
  9: '~ 0.7,5.8 2.3,5 3.6,2.8 3.5,1 2.1,0 0.6,0.8 0.7,2.4 2,3.1 3.4,2.2',
}

export const GRID_CENTRE: Point = [2, 3]

export const GLYPHS: ReadonlyMap<string, readonly Stroke[]> = new Map(
  Object.entries(DRAWINGS).map(([character, drawing]) => [character, drawing.split('|').map(strokeOf)]),
)

function strokeOf(drawing: string): Stroke {
  const points = Array.from(
    drawing.matchAll(/([\d.]+),([\d.]+)/g),
    ([, x, y]): Point => [Number(x), Number(y)],
  )
  return { smooth: drawing.includes('~'), points }
}
