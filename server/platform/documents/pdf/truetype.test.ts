import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { subsetOf } from './truetype.ts'

const require = createRequire(import.meta.url)
const files = {
  latin: readFileSync(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  chinese: readFileSync(
    require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  ),
}

const samples = [
  ['letters', files.latin, 'Hello'],
  // Composite glyphs of a letter and its mark, which were not requested themselves.
  ['letters with marks', files.latin, 'éñǖ'],
  ['ideographs', files.chinese, '中文排版，𠂇'],
] as const
for (const [what, file, text] of samples)
  test(`the outlines and widths of ${what} are kept`, () => {
    const whole = open(file)
    const ids = [
      0,
      ...Array.from(text, (character) => whole.glyphForCodePoint(character.codePointAt(0) ?? 0).id),
    ]
    const file2 = subsetOf(file, ids)
    const subset = open(file2)
    expect(file2.length).toBeLessThan(20_000)
    for (const [number, id] of ids.entries()) {
      expect(subset.getGlyph(number).path.toSVG()).toBe(whole.getGlyph(id).path.toSVG())
      expect(subset.getGlyph(number).advanceWidth).toBe(whole.getGlyph(id).advanceWidth)
    }
  })

test('rejects a file that is not a TrueType font', () => {
  expect(() => subsetOf(Buffer.from('OTTO and more'), [0])).toThrow('not a TrueType font')
})

function open(file: Buffer): Font {
  const font = create(file)
  if (!('layout' in font)) throw new Error('a collection')
  return font
}
