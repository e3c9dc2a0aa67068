import { crc32, deflateSync } from 'node:zlib'
import type { Colour } from './colour.ts'

const INDEXED = 3
const OPAQUE = 2
const TRANSPARENT = 6
const UP_FILTER = 2

/** A data URI; every byte is an index into a palette of up to 256 colours. */
export function indexedPng(width: number, indexes: Uint8Array, palette: readonly Colour[]): string {
  const height = indexes.length / width
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return dataUri(width, height, INDEXED, rows, [chunk('PLTE', Buffer.from(palette.flat()))])
}

/** A data URI; four bytes per pixel (red, green, blue, opacity). The opacity is left out if the picture is opaque. */
export function rgbaPng(width: number, pixels: Uint8ClampedArray, opacity: 'opaque' | 'transparent'): string {
  const height = pixels.length / width / 4
  const channels = opacity === 'opaque' ? 3 : 4
  const rows = Buffer.alloc((width * channels + 1) * height)
  let out = 0
  for (let y = 0; y < height; y++) {
    // Rows are stored as differences from the row above, because gradients then compress well.
    rows[out++] = UP_FILTER
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++) {
        const at = (y * width + x) * 4 + channel
        rows[out++] = (pixels[at] ?? 0) - (pixels[at - width * 4] ?? 0)
      }
  }
  return dataUri(width, height, opacity === 'opaque' ? OPAQUE : TRANSPARENT, rows, [])
}

function dataUri(width: number, height: number, colourType: number, rows: Buffer, between: Buffer[]): string {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = colourType
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...between,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
