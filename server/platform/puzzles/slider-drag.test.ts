import { expect, test } from 'vitest'
import { isDraggedTo } from './slider-drag.ts'

const points = (x: number, took = 900, count = 10) =>
  Array.from(
    { length: count },
    (_, at) => `${Math.round((took * at) / (count - 1))},${Math.round((x * at) / (count - 1))}`,
  )
const drag = (x: number, took?: number, count?: number) => [x, ...points(x, took, count)].join(';')

const drags = [
  ['exactly there', drag(120), true],
  ['at the edge of the tolerance', drag(123), true],
  ['at the other edge', drag(117), true],
  ['with keys, one pixel at a time', drag(120, 4_000, 121), true],
  ['past the tolerance', drag(124), false],
  ['short of it', drag(116), false],
  ['without a drag', '120', false],
  ['with a drag that ends elsewhere', ['120', ...points(90)].join(';'), false],
  ['in too few steps', drag(120, 900, 4), false],
  ['faster than a hand', drag(120, 200), false],
  ['longer than it was shown', drag(120, 9_000), false],
  ['in a jump', '120;0,0;100,1;200,2;300,3;900,120', false],
  ['backwards in time', '120;0,0;100,20;90,40;300,80;900,120', false],
  ['from the middle', '120;0,60;100,80;200,100;300,110;900,120', false],
  ['nowhere', 'NaN;0,0', false],
  ['beyond everything', `1e9;${'0,0;'.repeat(9)}`, false],
  ['in thousands of steps', drag(120, 5_000, 5_000), false],
  ['with nothing', '', false],
] as const
test.for(drags)('a piece dragged %s', ([, given, accepted]) => {
  expect(isDraggedTo(120, given, 5_000)).toBe(accepted)
})
