import { rm } from 'node:fs/promises'
import type { Urgency } from '../../core/work-queue.ts'
import { type ByteWindow, withByteWindow } from '../byte-window.ts'
import { type Piece, writeBytes, writePieces } from '../pieces.ts'
import type { Refused } from '../refusals.ts'
import { stripAvif } from './avif.ts'
import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import {
  type OpenPicture,
  type Picture,
  type PictureFormat,
  type PictureHeader,
  readHeader,
  unlessUndecodable,
  withDecoder,
} from './picture-decoder.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

export interface PictureFacts {
  format: PictureFormat
  /** After the orientation is applied. */
  width: number
  height: number
  frames: number
  /** A data URI of about a hundred bytes, shown until the picture is loaded. */
  blurPlaceholder: string
}

export interface WrittenPicture {
  width: number
  height: number
  size: number
}

export const VARIANT_WIDTHS = [320, 800, 1600] as const

const BLUR_PIXELS = 16
const JPEG_QUALITY = 90
const WEBP_QUALITY = 90
const AVIF_QUALITY = 65
const VARIANT_QUALITY = 80

/** Decodes every frame. A file that cannot be decoded is rejected, even if it starts like a picture. */
export function inspectPicture(file: string): Promise<PictureFacts | Refused> {
  return withDecoder(async (openPicture) => {
    const header = await readHeader(openPicture, file)
    if ('refused' in header) return header
    // The decoder accepts a truncated GIF.
    if (header.format === 'gif' && !(await withByteWindow(file, stripGif))) return { refused: 'damaged-file' }
    return decodeAll(openPicture, header, file)
  })
}

/**
 * Writes a version that is safe to publish: orientation applied, no EXIF, location or other metadata, nothing before
 * or after the picture, colours in sRGB or with their profile, animations kept.
 */
export function normalisePicture(file: string, outFile: string): Promise<WrittenPicture | Refused> {
  return withDecoder(async (openPicture) => {
    const header = await readHeader(openPicture, file)
    if ('refused' in header) return header
    const pieces = mustBeEncoded(header) ? undefined : await withByteWindow(file, STRIPS[header.format])
    if (!pieces && (header.format === 'gif' || header.frames > 1)) return { refused: 'damaged-file' }
    if (!pieces) return encodeTo(outFile, () => encodeAlike(openPicture(file).autoOrient(), header))
    const size = await writePieces(file, outFile, pieces)
    return { width: header.width, height: header.height, size }
  })
}

/** A WebP of at most this width, never wider than the original. */
export function makeVariant(
  file: string,
  outFile: string,
  width: number,
  urgency?: Urgency,
): Promise<WrittenPicture | Refused> {
  return withDecoder(async (openPicture) => {
    const header = await readHeader(openPicture, file)
    if ('refused' in header) return header
    const isAnimated = header.frames > 1
    return encodeTo(outFile, () => {
      const source = isAnimated ? openPicture(file, { pages: -1 }) : openPicture(file).autoOrient()
      const resized = source.resize({ width, withoutEnlargement: true })
      // A higher effort would save a tenth of the size, but take twice the time and twelve megabytes more.
      return resized.webp({ quality: VARIANT_QUALITY, effort: 1 })
    })
  }, urgency)
}

async function decodeAll(
  openPicture: OpenPicture,
  { format, width, height, frames }: PictureHeader,
  file: string,
): Promise<PictureFacts | Refused> {
  if (frames > 1 && !(await unlessUndecodable(decodeFrames(openPicture, file))))
    return { refused: 'damaged-file' }
  const blur = await unlessUndecodable(
    openPicture(file)
      .autoOrient()
      .resize({ width: BLUR_PIXELS, height: BLUR_PIXELS, fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer(),
  )
  if (!blur) return { refused: 'damaged-file' }
  const blurPlaceholder = `data:image/webp;base64,${blur.toString('base64')}`
  return { format, width, height, frames, blurPlaceholder }
}

function decodeFrames(openPicture: OpenPicture, file: string): Promise<Buffer> {
  return openPicture(file, { pages: -1 }).resize({ width: 8, height: 8, fit: 'fill' }).raw().toBuffer()
}

const STRIPS: Record<PictureFormat, (window: ByteWindow) => Promise<Piece[] | undefined>> = {
  jpeg: stripJpeg,
  png: stripPng,
  gif: stripGif,
  webp: stripWebp,
  avif: stripAvif,
}

/** Only to rotate it, or to convert print colours (CMYK): encoding again costs quality, time and memory. */
function mustBeEncoded({ frames, metadata }: PictureHeader): boolean {
  const isTurned = (metadata.orientation ?? 1) > 1 && frames === 1
  return isTurned || metadata.space === 'cmyk'
}

function encodeAlike(picture: Picture, { format, metadata }: PictureHeader): Picture {
  if (format === 'png') return picture.png()
  if (format === 'webp') return picture.webp({ quality: WEBP_QUALITY, effort: 3 })
  if (format === 'avif') return picture.avif({ quality: AVIF_QUALITY, effort: 0 })
  const chromaSubsampling = metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0'
  // Optimised coding would save a twentieth of the size, but keep all coefficients in memory.
  return picture.jpeg({ quality: JPEG_QUALITY, chromaSubsampling, optimiseCoding: false })
}

async function encodeTo(outFile: string, encode: () => Picture): Promise<WrittenPicture | Refused> {
  const info = await unlessUndecodable(encode().toFile(outFile))
  if (info) return { width: info.width, height: info.pageHeight ?? info.height, size: info.size }
  // The encoder does not tell whether the picture or the disk failed. Encoding to memory first, then writing, does.
  await rm(outFile, { force: true })
  return encodeThroughMemory(outFile, encode)
}

async function encodeThroughMemory(
  outFile: string,
  encode: () => Picture,
): Promise<WrittenPicture | Refused> {
  const encoded = await unlessUndecodable(encode().toBufferWithInfo())
  if (!encoded) return { refused: 'damaged-file' }
  const { width, height, pageHeight } = encoded.info
  const size = await writeBytes(outFile, encoded.data)
  return { width, height: pageHeight ?? height, size }
}
