import { stat } from 'node:fs/promises'
import { fileExtension } from '../file-names.ts'
import { readSlice } from '../file-slices.ts'
import { inspectPicture, type PictureFacts } from '../pictures/pictures.ts'
import type { FileRefusal, Refused } from '../refusals.ts'
import { inspectArchive } from './archives.ts'
import { isMp3 } from './mp3.ts'
import { mp4Refusal } from './mp4.ts'
import { pdfRefusal } from './pdf.ts'
import { ARCHIVE_TAIL_BYTES, endsAsArchive, fileHoldsMarkup, holdsMarkup } from './polyglots.ts'
import { sniffText } from './text.ts'

export type FileKind = 'image' | 'svg' | 'pdf' | 'document' | 'archive' | 'video' | 'audio' | 'text'

export interface SniffedFile {
  kind: FileKind
  mime: string
  /** Without a dot. Used for storing and serving, regardless of the file name. */
  extension: string
}

export interface SniffedPicture extends SniffedFile {
  kind: 'image'
  picture: PictureFacts
}

const TAKEN = {
  jpg: { kind: 'image', mime: 'image/jpeg', extension: 'jpg' },
  png: { kind: 'image', mime: 'image/png', extension: 'png' },
  gif: { kind: 'image', mime: 'image/gif', extension: 'gif' },
  webp: { kind: 'image', mime: 'image/webp', extension: 'webp' },
  avif: { kind: 'image', mime: 'image/avif', extension: 'avif' },
  svg: { kind: 'svg', mime: 'image/svg+xml', extension: 'svg' },
  pdf: { kind: 'pdf', mime: 'application/pdf', extension: 'pdf' },
  docx: {
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  xlsx: {
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  pptx: {
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  },
  zip: { kind: 'archive', mime: 'application/zip', extension: 'zip' },
  mp4: { kind: 'video', mime: 'video/mp4', extension: 'mp4' },
  mp3: { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3' },
  txt: { kind: 'text', mime: 'text/plain', extension: 'txt' },
  csv: { kind: 'text', mime: 'text/csv', extension: 'csv' },
} as const satisfies Record<string, SniffedFile>

const PICTURES = { jpeg: TAKEN.jpg, png: TAKEN.png, gif: TAKEN.gif, webp: TAKEN.webp, avif: TAKEN.avif }

const HEAD_BYTES = 1024

/**
 * Detects the type of a file from its bytes. The name only distinguishes CSV from other text. SVG files must be sanitised
 * (`sanitiseSvg`) and images normalised (`normalisePicture`) before they are stored.
 */
export async function sniffFile(
  file: string,
  originalName: string,
): Promise<SniffedFile | SniffedPicture | Refused> {
  const { size } = await stat(file)
  if (size === 0) return { refused: 'empty-file' }
  const found = await detect(file)
  switch (found) {
    case 'picture':
      return sniffPicture(file, size)
    case 'animation':
      return { refused: 'animation-unsupported' }
    case 'pdf':
      return orRefused(TAKEN.pdf, await pdfRefusal(file, size))
    case 'zip':
    case 'zip-of-another-kind':
      return sniffArchive(file, found)
    case 'mp4':
      return orRefused(TAKEN.mp4, (await mp4Refusal(file, size)) ?? (await polyglotRefusal(file, size)))
    case 'mp3':
      return orRefused(
        TAKEN.mp3,
        (await isMp3(file)) ? await polyglotRefusal(file, size) : 'unsupported-type',
      )
    default:
      return sniffAsText(file, originalName)
  }
}

type Detected = 'picture' | 'animation' | 'pdf' | 'zip' | 'zip-of-another-kind' | 'mp4' | 'mp3' | 'other'

const DETECTED = new Map<string, Detected>([
  ['image/jpeg', 'picture'],
  ['image/png', 'picture'],
  ['image/gif', 'picture'],
  ['image/webp', 'picture'],
  ['image/avif', 'picture'],
  ['image/apng', 'animation'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  [TAKEN.docx.mime, 'zip'],
  [TAKEN.xlsx.mime, 'zip'],
  [TAKEN.pptx.mime, 'zip'],
  ['video/mp4', 'mp4'],
  ['video/x-m4v', 'mp4'],
])

async function detect(file: string): Promise<Detected> {
  const head = await readSlice(file, 0, 64)
  const mark = head.toString('latin1', 0, 4)
  const brands =
    head.toString('latin1', 4, 8) === 'ftyp'
      ? head.toString('latin1', 8, Math.min(64, head.readUInt32BE(0)))
      : ''
  if (brands.startsWith('avis')) return 'animation'
  // Either may come first. The general brand only identifies the family.
  if (/^mif1.*avif/s.test(brands)) return 'picture'
  if (mark.startsWith('ID3')) return 'mp3'
  const { fileTypeFromFile } = await import('file-type')
  const type = await fileTypeFromFile(file)
  if (type?.ext === 'mp3') return 'mp3'
  const detected = DETECTED.get(type?.mime ?? '')
  // The kind of another zip (jar, epub, apk) is only clear from its listing.
  return detected ?? (mark === 'PK\x03\x04' || mark === 'PK\x05\x06' ? 'zip-of-another-kind' : 'other')
}

async function sniffPicture(file: string, size: number): Promise<SniffedPicture | Refused> {
  if ((await fileHoldsMarkup(file)) || (await tailIsArchive(file, size))) return { refused: 'polyglot' }
  const picture = await inspectPicture(file)
  return 'refused' in picture ? picture : { ...PICTURES[picture.format], picture }
}

async function sniffArchive(
  file: string,
  found: 'zip' | 'zip-of-another-kind',
): Promise<SniffedFile | Refused> {
  const archive = await inspectArchive(file)
  if ('refused' in archive) return archive
  const isPlain = archive.extension === 'zip'
  return isPlain && found !== 'zip' ? { refused: 'unsupported-type' } : TAKEN[archive.extension]
}

async function sniffAsText(file: string, originalName: string): Promise<SniffedFile | Refused> {
  const text = await sniffText(file)
  if ('refused' in text) return text
  if (text.is === 'svg') return TAKEN.svg
  return fileExtension(originalName) === 'csv' ? TAKEN.csv : TAKEN.txt
}

async function polyglotRefusal(file: string, size: number): Promise<FileRefusal | undefined> {
  const isPage = holdsMarkup(await readSlice(file, 0, HEAD_BYTES))
  return isPage || (await tailIsArchive(file, size)) ? 'polyglot' : undefined
}

async function tailIsArchive(file: string, size: number): Promise<boolean> {
  return endsAsArchive(await readSlice(file, Math.max(0, size - ARCHIVE_TAIL_BYTES), ARCHIVE_TAIL_BYTES))
}

function orRefused(taken: SniffedFile, refused: FileRefusal | undefined): SniffedFile | Refused {
  return refused ? { refused } : taken
}
