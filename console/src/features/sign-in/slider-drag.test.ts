import { expect, test } from 'vitest'
import { DRAG_START, type DragPoint, dragText, withPoint } from './slider-drag.ts'

const drag = (...points: [ms: number, x: number][]) =>
  points.reduce<readonly DragPoint[]>((before, [ms, x]) => withPoint(before, { ms, x }), DRAG_START)

test('a drag has the format that the server reads', () => {
  expect(dragText(drag([16, 4], [40, 12]))).toBe('12;0,0;16,4;40,12')
})

test('two reports within one millisecond have different times', () => {
  expect(dragText(drag([0, 1], [0.3, 2], [0.4, 3]))).toBe('3;0,0;1,1;2,2;3,3')
})

test('a long drag keeps its beginning and its end', () => {
  const points = drag(
    ...Array.from({ length: 1000 }, (_, at): [number, number] => [at * 3, Math.floor(at / 5)]),
  )
  expect(points.length).toBeLessThanOrEqual(200)
  expect([points[0], points.at(-1)]).toEqual([
    { ms: 0, x: 0 },
    { ms: 2997, x: 199 },
  ])
})
