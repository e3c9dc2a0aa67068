import { randomInt } from 'node:crypto'
import { blend, type Colour, hsl, mix } from './colour.ts'
import { drawLandscape } from './landscape.ts'
import { rgbaPng } from './png.ts'
import { between } from './random.ts'

type SliderPuzzle = {
  /** The left edge of the right position, in pixels from the left of the background. */
  readonly answer: number
  /** The top edge of the piece. The client shows it there. */
  readonly y: number
  /** PNGs as data URIs. */
  readonly background: string
  readonly piece: string
  readonly width: number
  readonly height: number
  readonly pieceSize: number
  readonly alt: { readonly en: string; readonly zh: string }
}

const WIDTH = 320
const HEIGHT = 160
const BODY = 38
const KNOB_RADIUS = 6.5
const KNOB_OFFSET = 3
const PIECE = 62
// The piece starts at the left edge, so a hole further left would be solved with hardly any move.
const MIN_HOLE_X = PIECE + 8
const MAX_HOLE_X = WIDTH - PIECE

const ALT = {
  en: 'Landscape with two holes. Slide the jigsaw piece to the right until it fills the hole of its own shape.',
  zh: '风景图中有两个缺口，请向右滑动拼图块，使它填满与其形状相同的缺口。',
}

export function drawSliderPuzzle(): SliderPuzzle {
  const pixels = drawLandscape(WIDTH, HEIGHT)
  const outline = randomOutline()
  const answer = randomInt(MIN_HOLE_X, MAX_HOLE_X + 1)
  const y = randomInt(HEIGHT - PIECE + 1)
  const piece = cutPiece(pixels, outline, answer, y)
  const shade = randomShade()
  sinkHole(pixels, outline, answer, y, shade)
  // A decoy: a second hole of the opposite shape at the same height, so that dark pixels alone do not reveal the
  // position.
  sinkHole(pixels, opposite(outline), placeApartFrom(answer), y, shade)
  return {
    answer,
    y,
    background: rgbaPng(WIDTH, pixels, 'opaque'),
    piece: rgbaPng(PIECE, piece, 'transparent'),
    width: WIDTH,
    height: HEIGHT,
    pieceSize: PIECE,
    alt: ALT,
  }
}

type Knob = { readonly kind: 'out' | 'in'; readonly centreX: number; readonly centreY: number }
type Outline = readonly Knob[]

const SIDES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

function randomOutline(): Outline {
  return SIDES.map(([towardX, towardY]) => knob(randomInt(2) === 0 ? 'in' : 'out', towardX, towardY))
}

function opposite(outline: Outline): Outline {
  return outline.map(({ kind, centreX, centreY }) =>
    knob(kind === 'in' ? 'out' : 'in', Math.sign(centreX), Math.sign(centreY)),
  )
}

function knob(kind: Knob['kind'], towardX: number, towardY: number): Knob {
  const reach = BODY / 2 + (kind === 'out' ? KNOB_OFFSET : -KNOB_OFFSET)
  return { kind, centreX: towardX * reach, centreY: towardY * reach }
}

function placeApartFrom(x: number): number {
  const roomLeft = Math.max(0, x - PIECE - MIN_HOLE_X + 1)
  const roomRight = Math.max(0, MAX_HOLE_X - (x + PIECE) + 1)
  const place = randomInt(roomLeft + roomRight)
  return place < roomLeft ? MIN_HOLE_X + place : x + PIECE + place - roomLeft
}

/** The distance of a pixel to the outline of the piece; negative inside. */
function distance(outline: Outline, pieceX: number, pieceY: number): number {
  const x = pieceX + 0.5 - PIECE / 2
  const y = pieceY + 0.5 - PIECE / 2
  let outside = Math.max(Math.abs(x), Math.abs(y)) - BODY / 2
  for (const { kind, centreX, centreY } of outline) {
    const knob = Math.sqrt((x - centreX) ** 2 + (y - centreY) ** 2) - KNOB_RADIUS
    outside = kind === 'out' ? Math.min(outside, knob) : Math.max(outside, -knob)
  }
  return outside
}

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]

function cutPiece(pixels: Uint8ClampedArray, outline: Outline, left: number, top: number): Uint8ClampedArray {
  const piece = new Uint8ClampedArray(PIECE * PIECE * 4)
  eachPixel(outline, (x, y, outside) => {
    const from = ((top + y) * WIDTH + left + x) * 4
    const at = (y * PIECE + x) * 4
    const covered = within(0.5 - outside)
    const shadow = 0.4 * within(1 - outside / 3)
    piece.set(pixels.subarray(from, from + 3), at)
    blend(piece, at, WHITE, 0.6 * within(1.2 - Math.abs(outside + 0.8)))
    blend(piece, at, BLACK, 1 - covered)
    piece[at + 3] = 255 * Math.max(covered, shadow)
  })
  return piece
}

type Shade = readonly [from: Colour, to: Colour]

function randomShade(): Shade {
  const hue = between(0, 360)
  return [hsl(hue, 0.3, between(0.06, 0.16)), hsl(hue + between(40, 120), 0.3, between(0.06, 0.16))]
}

/** Covered by a tint that varies across the hole, so that the hole is not simply a darker copy of the piece. */
function sinkHole(
  pixels: Uint8ClampedArray,
  outline: Outline,
  left: number,
  top: number,
  shade: Shade,
): void {
  const share = between(0.55, 0.7)
  eachPixel(outline, (x, y, outside) => {
    const at = ((top + y) * WIDTH + left + x) * 4
    const covered = within(0.5 - outside)
    blend(pixels, at, mix(shade[0], shade[1], (x + y) / (2 * PIECE)), share * covered)
    blend(pixels, at, BLACK, 0.35 * covered * within(1 + outside / 5))
    blend(pixels, at, WHITE, 0.45 * within(1 - Math.abs(outside - 0.5)))
  })
}

function eachPixel(outline: Outline, visit: (x: number, y: number, outside: number) => void): void {
  for (let y = 0; y < PIECE; y++) for (let x = 0; x < PIECE; x++) visit(x, y, distance(outline, x, y))
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
