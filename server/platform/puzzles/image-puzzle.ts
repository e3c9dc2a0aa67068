import { randomInt } from 'node:crypto'
import { type Colour, hsl, mix } from './colour.ts'
import { indexedPng } from './png.ts'
import { between } from './random.ts'
import { createMask, curveThrough, erasePath, type Mask, type Point, strokePath } from './raster.ts'
import { GLYPHS, GRID_CENTRE, type Stroke } from './stroke-font.ts'

type ImagePuzzle = {
  readonly answer: string
  /** A PNG as a data URI. */
  readonly image: string
  readonly width: number
  readonly height: number
  readonly alt: { readonly en: string; readonly zh: string }
}

const LENGTH = 5
const WIDTH = 210
const HEIGHT = 70
const MARGIN = 12
const GRID_UNIT_PX = 6.3
const DOTS = 45
const MAX_INPUT_LENGTH = 32

const ALT = {
  en: 'Image of five letters and digits with lines across. Type the characters; case does not matter.',
  zh: '图片中有五个带干扰线的字母或数字，请输入它们，不区分大小写。',
}

/** Five characters as pixels: the picture contains no text and no outlines that a program could read. */
export function drawImagePuzzle(): ImagePuzzle {
  const characters = Array.from({ length: LENGTH }, randomCharacter)
  const ink = createMask(WIDTH, HEIGHT)
  for (let dot = 0; dot < DOTS; dot++) strokePath(ink, [randomSpot()], between(1.2, 3))
  const bend = randomBend()
  characters.forEach((character, index) => {
    const centre = MARGIN + ((WIDTH - 2 * MARGIN) / LENGTH) * (index + 0.5)
    drawCharacter(ink, character, centre, bend)
  })
  erasePath(ink, strayLine(), between(1.4, 2))
  strokePath(ink, strayLine(), between(1.3, 1.8))
  strokePath(ink, strayLine(), between(1.8, 2.6))
  return { answer: characters.join(''), image: coloured(ink), width: WIDTH, height: HEIGHT, alt: ALT }
}

/** Case, spaces and the full-width forms of a Chinese keyboard are ignored. */
export function checkImage(answer: string, given: string): boolean {
  if (given.length > MAX_INPUT_LENGTH) return false
  return given.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase() === answer
}

const CHARACTERS = Array.from(GLYPHS.keys())

function randomCharacter(): string {
  return CHARACTERS[randomInt(CHARACTERS.length)] ?? ''
}

function randomSpot(): Point {
  return [between(0, WIDTH), between(0, HEIGHT)]
}

function strayLine(): Point[] {
  const spans = 4
  const knots = Array.from(
    { length: spans + 1 },
    (_, index): Point => [
      (index / spans) * (WIDTH + 20) - 10 + between(-8, 8),
      between(HEIGHT * 0.2, HEIGHT * 0.8),
    ],
  )
  return curveThrough(knots, 10)
}

type Move = (point: Point) => Point

/** One wave through the whole picture, so that no character keeps its normal shape. */
function randomBend(): Move {
  const [swayX, swayY] = [between(1, 2.2), between(1.5, 3.5)]
  const [lengthX, lengthY] = [between(9, 14), between(14, 24)]
  const [startX, startY] = [between(0, 2 * Math.PI), between(0, 2 * Math.PI)]
  return ([x, y]) => [x + swayX * Math.sin(y / lengthX + startX), y + swayY * Math.sin(x / lengthY + startY)]
}

function drawCharacter(ink: Mask, character: string, centreX: number, bend: Move): void {
  const place = randomPlacement([centreX + between(-2.5, 2.5), HEIGHT / 2 + between(-6, 6)])
  const strokeWidth = between(3, 4.2)
  for (const stroke of GLYPHS.get(character) ?? [])
    strokePath(
      ink,
      wobbled(stroke).map((point) => bend(place(point))),
      strokeWidth,
    )
}

function randomPlacement(centre: Point): Move {
  const turn = between(-0.28, 0.28)
  const slant = between(-0.2, 0.2)
  const unitX = GRID_UNIT_PX * between(0.9, 1.15)
  const unitY = GRID_UNIT_PX * between(0.9, 1.15)
  return ([gridX, gridY]) => {
    const y = (gridY - GRID_CENTRE[1]) * unitY
    const x = (gridX - GRID_CENTRE[0]) * unitX + slant * y
    return [
      centre[0] + x * Math.cos(turn) - y * Math.sin(turn),
      centre[1] + x * Math.sin(turn) + y * Math.cos(turn),
    ]
  }
}

const WOBBLE = 0.2

function wobbled(stroke: Stroke): Point[] {
  const knots = stroke.smooth ? stroke.points : halved(stroke.points)
  const moved = knots.map(([x, y]): Point => [x + between(-WOBBLE, WOBBLE), y + between(-WOBBLE, WOBBLE)])
  return stroke.smooth ? curveThrough(moved, 5) : moved
}

/** Adds a midpoint to every straight segment, so that it can bend too. */
function halved(points: readonly Point[]): Point[] {
  return points.flatMap((point, index): Point[] => {
    const before = points[index - 1]
    return before === undefined ? [point] : [[(before[0] + point[0]) / 2, (before[1] + point[1]) / 2], point]
  })
}

const BANDS = 16
const LEVELS = 16

/**
 * The colours of paper and ink vary across the picture, in the same way for characters and stray lines, so that
 * colour does not tell them apart. Sixteen bands of sixteen levels fill a palette, which keeps the file small.
 */
function coloured(ink: Mask): string {
  const wave = between(0, 2 * Math.PI)
  const slant = between(-0.4, 0.4)
  const indexes = new Uint8Array(ink.cover.length)
  for (let y = 0; y < HEIGHT; y++) {
    const shift = slant * (y - HEIGHT / 2) + 8 * Math.sin(y / 12 + wave)
    for (let x = 0; x < WIDTH; x++) {
      const band = Math.floor(((x + shift) / WIDTH) * BANDS)
      const level = Math.round((ink.cover[y * WIDTH + x] ?? 0) * (LEVELS - 1))
      indexes[y * WIDTH + x] = Math.min(BANDS - 1, Math.max(0, band)) * LEVELS + level
    }
  }
  return indexedPng(WIDTH, indexes, randomPalette())
}

function randomPalette(): Colour[] {
  const hue = between(0, 360)
  const papers = [hsl(hue, 0.4, 0.94), hsl(hue + between(30, 90), 0.4, 0.9)] as const
  const inkHue = hue + between(120, 240)
  const turn = between(60, 150)
  return Array.from({ length: BANDS * LEVELS }, (_, index) => {
    const along = Math.floor(index / LEVELS) / (BANDS - 1)
    const ink = hsl(inkHue + turn * along, 0.6, 0.34)
    return mix(mix(papers[0], papers[1], along), ink, (index % LEVELS) / (LEVELS - 1))
  })
}
