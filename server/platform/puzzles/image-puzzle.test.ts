import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkImage, drawImagePuzzle } from './image-puzzle.ts'

const puzzles = Array.from({ length: 200 }, drawImagePuzzle)

function fileOf(image: string): Buffer {
  return Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
}

test('has five characters that cannot be confused', () => {
  for (const { answer } of puzzles) {
    expect(answer).toMatch(/^[A-Z0-9]{5}$/)
    expect(answer).not.toMatch(/[0O1LI5S2Z8B]/)
  }
})

test('is different each time', () => {
  expect(new Set(puzzles.map(({ image }) => image)).size).toBe(puzzles.length)
  expect(new Set(puzzles.map(({ answer }) => answer)).size).toBeGreaterThan(190)
})

test('is a small PNG of the declared size, with a balance of ink and paper', async () => {
  for (const { image, width, height } of puzzles) {
    const { data, info } = await sharp(fileOf(image)).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width, height })
    const inked = data.filter((lightness) => lightness < 150).length / (width * height)
    expect(inked).toBeGreaterThan(0.08)
    expect(inked).toBeLessThan(0.4)
    expect(image.length).toBeLessThan(10_000)
  }
})

test('does not contain the answer as text', () => {
  for (const { answer, image } of puzzles) {
    const text = fileOf(image).toString('latin1')
    expect(text.includes(answer)).toBe(false)
    expect(text.includes(answer.toLowerCase())).toBe(false)
  }
  // A word of the description may be an answer by chance, but it is the same for all.
  expect(new Set(puzzles.map(({ alt }) => `${alt.en} ${alt.zh}`)).size).toBe(1)
})

const readings = [
  ['as drawn', 'AK93X', true],
  ['in small letters', 'ak93x', true],
  ['in full-width forms', 'ａｋ９３ｘ', true],
  ['with spaces', ' ak9 3x　', true],
  ['with a character less', 'AK93', false],
  ['with a character more', 'AK93XX', false],
  ['with two exchanged', 'KA93X', false],
  ['left empty', '', false],
  ['lost in spaces', `AK93X${' '.repeat(100_000)}`, false],
] as const
for (const [how, given, accepted] of readings)
  test(`${accepted ? 'accepts' : 'rejects'} the code ${how}`, () => {
    expect(checkImage('AK93X', given)).toBe(accepted)
  })
