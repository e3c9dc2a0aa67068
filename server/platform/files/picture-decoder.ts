import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { readSlice } from './file-slices.ts'
import type { Refused } from './refusals.ts'
import { createWorkQueue } from './work-queue.ts'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

export interface PictureHeader {
  metadata: Metadata
  format: PictureFormat
  /** As seen: after its orientation is applied. */
  width: number
  height: number
  frames: number
}

export type OpenPicture = (file: string, options?: SharpOptions) => Sharp

/** All frames together. */
const PIXELS_MAX = 40_000_000
const TIMEOUT_SECONDS = 60

// The cores are one per process, so the queue is. One picture per two of them, each on one thread: reads go on.
const enqueue = createWorkQueue(Math.max(1, Math.floor(availableParallelism() / 2)))
let loading: Promise<OpenPicture> | undefined

export async function withDecoder<T>(work: (openPicture: OpenPicture) => Promise<T>): Promise<T> {
  loading ??= loadDecoder()
  const openPicture = await loading
  return enqueue(() => work(openPicture))
}

/** What the file says of itself, before any pixel is decoded. */
export async function readHeader(openPicture: OpenPicture, file: string): Promise<PictureHeader | Refused> {
  // Throws what the machine says of a file that cannot be read; all that the decoder says is about the picture.
  await stat(file)
  const metadata = await openPicture(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  const format = metadata && formatOf(metadata)
  if (!metadata || !format) return { refused: 'damaged-file' }
  const { width, height } = metadata.autoOrient
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1
  const canvas = format === 'gif' ? await gifCanvas(file) : 0
  if (Math.max(width * height, canvas) * frames > PIXELS_MAX) return { refused: 'too-many-pixels' }
  return { metadata, format, width, height, frames }
}

// The decoder takes an absurd canvas for a mistake and draws the first frame alone; browsers take it at its word.
async function gifCanvas(file: string): Promise<number> {
  const screen = await readSlice(file, 6, 4)
  return screen.readUInt16LE(0) * screen.readUInt16LE(2)
}

// Half a second and 27 MB: nobody pays for it before the first picture.
async function loadDecoder(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // For the whole process: of the dozen other formats that it reads, none is ever wanted. SVG is, once cleaned.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
  })
  return (file, options) =>
    sharp(file, { failOn: 'error', limitInputPixels: PIXELS_MAX, ...options }).timeout({
      seconds: TIMEOUT_SECONDS,
    })
}

function formatOf({ format, compression }: Metadata): PictureFormat | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return format === 'jpeg' || format === 'png' || format === 'gif' || format === 'webp' ? format : undefined
}
