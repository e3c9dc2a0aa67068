import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type {
  AvifOptions,
  FlattenOptions,
  JpegOptions,
  Metadata,
  OutputInfo,
  ResizeOptions,
  SharpOptions,
  WebpOptions,
} from 'sharp'
import { createWorkQueue, type Urgency } from '../../core/work-queue.ts'
import { readSlice } from '../file-slices.ts'
import type { Refused } from '../refusals.ts'
import {
  createPictureProcess,
  type PictureProcess,
  type Recipe,
  UndecodablePicture,
} from './picture-process.ts'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

export interface PictureHeader {
  metadata: Metadata
  format: PictureFormat
  /** After the orientation is applied. */
  width: number
  height: number
  frames: number
}

/** A picture with pending operations. They run when one of the last four methods is called. */
export interface Picture {
  autoOrient(): Picture
  resize(options: ResizeOptions): Picture
  flatten(options: FlattenOptions): Picture
  toColourspace(name: string): Picture
  raw(): Picture
  png(): Picture
  jpeg(options: JpegOptions): Picture
  webp(options: WebpOptions): Picture
  avif(options: AvifOptions): Picture
  metadata(): Promise<Metadata>
  toBuffer(): Promise<Buffer>
  toBufferWithInfo(): Promise<{ data: Buffer; info: OutputInfo }>
  toFile(path: string): Promise<OutputInfo>
}

export type OpenPicture = (source: string | Buffer, options?: SharpOptions) => Picture

/** For all frames together. */
const PIXELS_MAX = 40_000_000

// One queue for the whole process. One picture per two cores, each on one thread, so that requests are still served.
const PROCESSES = Math.max(1, Math.floor(availableParallelism() / 2))
const enqueue = createWorkQueue(PROCESSES)
const free = Array.from({ length: PROCESSES }, createPictureProcess)

/** Runs `work` with its own decoder process; waits if all of them are busy. */
export function withDecoder<T>(
  work: (openPicture: OpenPicture) => Promise<T>,
  urgency?: Urgency,
): Promise<T> {
  return enqueue(async () => {
    const process = free.pop() ?? createPictureProcess()
    try {
      return await work(opening(process))
    } finally {
      free.push(process)
    }
  }, urgency)
}

/** The result, or undefined if the picture cannot be decoded. */
export async function unlessUndecodable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UndecodablePicture) return undefined
    throw error
  }
}

function opening(process: PictureProcess): OpenPicture {
  return (source, options) =>
    recording(process, {
      source,
      options: { failOn: 'error', limitInputPixels: PIXELS_MAX, ...options },
      steps: [],
    })
}

function recording(process: PictureProcess, recipe: Recipe): Picture {
  const after = (...step: Recipe['steps'][number]): Recipe => ({ ...recipe, steps: [...recipe.steps, step] })
  const also = (...step: Recipe['steps'][number]): Picture => recording(process, after(...step))
  return {
    autoOrient: () => also('autoOrient'),
    resize: (options) => also('resize', options),
    flatten: (options) => also('flatten', options),
    toColourspace: (name) => also('toColourspace', name),
    raw: () => also('raw'),
    png: () => also('png'),
    jpeg: (options) => also('jpeg', options),
    webp: (options) => also('webp', options),
    avif: (options) => also('avif', options),
    metadata: () => process.make(after('metadata')) as Promise<Metadata>,
    toBuffer: () => process.make(after('toBuffer')).then(asBuffer),
    toBufferWithInfo: async () => {
      const made = await process.make(after('toBuffer', { resolveWithObject: true }))
      const { data, info } = made as { data: Uint8Array; info: OutputInfo }
      return { data: asBuffer(data), info }
    },
    toFile: (path) => process.make(after('toFile', path)) as Promise<OutputInfo>,
  }
}

function asBuffer(bytes: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Reads the header of the file, without decoding pixels. */
export async function readHeader(openPicture: OpenPicture, file: string): Promise<PictureHeader | Refused> {
  // Throws if the file itself cannot be read. After that, errors of the decoder are about the picture.
  await stat(file)
  const metadata = await unlessUndecodable(openPicture(file, { limitInputPixels: false }).metadata())
  const format = metadata && formatOf(metadata)
  if (!metadata || !format) return { refused: 'damaged-file' }
  const { width, height } = metadata.autoOrient
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1
  const canvas = format === 'gif' ? await gifCanvas(file) : 0
  if (Math.max(width * height, canvas) * frames > PIXELS_MAX) return { refused: 'too-many-pixels' }
  return { metadata, format, width, height, frames }
}

// The decoder treats an absurdly large canvas as a mistake and draws only the first frame, but browsers allocate all
// of it.
async function gifCanvas(file: string): Promise<number> {
  const screen = await readSlice(file, 6, 4)
  return screen.readUInt16LE(0) * screen.readUInt16LE(2)
}

function formatOf({ format, compression }: Metadata): PictureFormat | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return format === 'jpeg' || format === 'png' || format === 'gif' || format === 'webp' ? format : undefined
}
