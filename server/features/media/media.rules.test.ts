import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicNameIn } from './addresses.rules.ts'
import { dispositionOf, stemOf, variantKey, widthToServe } from './media.rules.ts'
import { rangeOf } from './ranges.rules.ts'

const picture = (width: number) => ({ mime_type: 'image/png', width, height: 10 })

test.each([
  [4000, '1', 320],
  [4000, '801', 1600],
  [4000, '2000', 1600],
  [4000, '4000', undefined],
  [320, '100', undefined],
  [4000, '-1', undefined],
  [4000, ['1', '2'], undefined],
])('a picture %i wide requested at %j is served at %j', (width, wanted, served) => {
  expect(widthToServe(picture(width), wanted)).toBe(served)
})

test('only our own URLs refer to a file', () => {
  const name = `${'a'.repeat(32)}.png`
  expect(publicNameIn(`https://x.example/uploads/${name}?w=320`)).toBe(name)
  expect(publicNameIn(`/uploads/${name}`)).toBe(name)
  expect(publicNameIn(`/uploads/../${name}`)).toBeUndefined()
  expect(publicNameIn(`/uploads/${name}/x`)).toBeUndefined()
})

test('an object and its variants share a key prefix', () => {
  expect(stemOf(variantKey('media/ab/abc.jpg', 320))).toBe(stemOf('media/ab/abc.jpg'))
})

test.each([
  ['image/svg+xml', 'inline'],
  ['application/pdf', 'inline'],
  ['text/plain', 'attachment'],
  ['application/zip', 'attachment'],
])('%s is served %s', (mime, disposition) => {
  expect(dispositionOf(mime)).toBe(disposition)
})

test('a range is always within the file', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, first, last) => {
      const range = rangeOf(`bytes=${first ?? ''}-${last ?? ''}`, size)
      if (range === undefined || range === 'unsatisfiable') return true
      return range.start >= 0 && range.start <= range.end && range.end < size
    }),
  )
})
