import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Colour } from './colour.ts'
import { indexedPng, rgbaPng } from './png.ts'

function fileOf(dataUri: string): Buffer {
  const [start, base64] = dataUri.split(',')
  expect(start).toBe('data:image/png;base64')
  return Buffer.from(base64 ?? '', 'base64')
}

function chunkTypes(file: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at)
    expect(crc32(file.subarray(at + 4, end))).toBe(file.readUInt32BE(end))
    types.push(file.toString('latin1', at + 4, at + 8))
    at = end + 4
  }
  return types
}

test('another decoder reads every pixel of an opaque picture', async () => {
  const pixels = new Uint8ClampedArray(randomBytes(7 * 5 * 4))
  const file = fileOf(rgbaPng(7, pixels, 'opaque'))
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 7, height: 5, channels: 3 })
  expect(Array.from(data)).toEqual(Array.from(pixels).filter((_, at) => at % 4 !== 3))
  expect(chunkTypes(file)).toEqual(['IHDR', 'IDAT', 'IEND'])
})

test('another decoder reads every pixel of a transparent picture', async () => {
  const pixels = new Uint8ClampedArray(randomBytes(3 * 9 * 4))
  const file = fileOf(rgbaPng(3, pixels, 'transparent'))
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 3, height: 9, channels: 4 })
  expect(Array.from(data)).toEqual(Array.from(pixels))
  expect(chunkTypes(file)).toEqual(['IHDR', 'IDAT', 'IEND'])
})

test('another decoder reads every pixel of an indexed picture in its colour', async () => {
  const palette: Colour[] = [
    [0, 10, 20],
    [255, 128, 1],
    [7, 7, 200],
  ]
  const indexes = Uint8Array.from([0, 1, 2, 2, 1, 0])
  const file = fileOf(indexedPng(3, indexes, palette))
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 3, height: 2, channels: 3 })
  expect(Array.from(data)).toEqual(Array.from(indexes).flatMap((index) => palette[index] ?? []))
  expect(chunkTypes(file)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
})
