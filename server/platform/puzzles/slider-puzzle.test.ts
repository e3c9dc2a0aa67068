import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSliderPuzzle } from './slider-puzzle.ts'

const puzzles = Array.from({ length: 60 }, drawSliderPuzzle)

async function pixelsOf(image: string) {
  const file = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
  return sharp(file).raw().toBuffer({ resolveWithObject: true })
}

test('the piece must be moved to reach the hole, and can reach it', () => {
  for (const { answer, y, width, height, pieceSize } of puzzles) {
    expect(Number.isInteger(answer) && Number.isInteger(y)).toBe(true)
    expect(answer).toBeGreaterThan(pieceSize)
    expect(answer).toBeLessThanOrEqual(width - pieceSize)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThanOrEqual(height - pieceSize)
  }
})

test('is different each time, and small', () => {
  expect(new Set(puzzles.map(({ background }) => background)).size).toBe(puzzles.length)
  expect(new Set(puzzles.map(({ piece }) => piece)).size).toBe(puzzles.length)
  for (const { background, piece } of puzzles) expect(background.length + piece.length).toBeLessThan(40_000)
})

test('consists of PNGs of the declared sizes: an opaque background, a piece with transparent corners', async () => {
  for (const { background, piece, width, height, pieceSize } of puzzles) {
    expect((await pixelsOf(background)).info).toMatchObject({ width, height, channels: 3 })
    const { data, info } = await pixelsOf(piece)
    expect(info).toMatchObject({ width: pieceSize, height: pieceSize, channels: 4 })
    expect(data[3]).toBe(0)
    expect(data.at(-1)).toBe(0)
    expect(data[(pieceSize * pieceSize + pieceSize) * 2 + 3]).toBe(255)
  }
})

test('the hole does not show what is on the piece', async () => {
  for (const { answer, y, background, piece, width, pieceSize } of puzzles) {
    const [under, over] = [(await pixelsOf(background)).data, (await pixelsOf(piece)).data]
    const middle = Math.floor(pieceSize / 2)
    const [at, pieceAt] = [((y + middle) * width + answer + middle) * 3, (middle * pieceSize + middle) * 4]
    expect(under.subarray(at, at + 3).equals(over.subarray(pieceAt, pieceAt + 3))).toBe(false)
  }
})

test('has an instruction in both languages that does not reveal the position', () => {
  for (const { alt } of puzzles) {
    expect(alt.en).toMatch(/^[^\d]+$/)
    expect(alt.zh).toMatch(/^[^\d]+$/)
  }
})
