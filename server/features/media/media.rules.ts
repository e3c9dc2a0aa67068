import { randomBytes } from 'node:crypto'
import type { MediaType } from '@inkstone/contract/media.ts'
import type { IssueName } from '@inkstone/contract/problems.ts'
import type { FileKind } from '../../platform/files/kinds/sniff.ts'
import { VARIANT_WIDTHS } from '../../platform/files/pictures/pictures.ts'
import type { UnreceivedFile } from '../../platform/files/receiving/reception.ts'
import type { FileRefusal } from '../../platform/files/refusals.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'

/** Deletes a stored file that no object uses: purged, or stored for an upload that was never completed. */
export const removeStored = jobKind<{ storage_key: string }>('remove-stored-media')
export const makeVariants = jobKind<{ object_id: number }>('make-media-variants')

const TYPES: Record<FileKind, MediaType> = {
  image: 'image',
  svg: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'document',
  document: 'document',
  text: 'document',
  archive: 'archive',
}

export function typeOf(kind: FileKind): MediaType {
  return TYPES[kind]
}

const ISSUES: Record<FileRefusal | UnreceivedFile['refused'], IssueName> = {
  'empty-file': 'file-empty',
  'unsupported-type': 'file-type',
  html: 'file-type',
  'not-utf8': 'file-encoding',
  polyglot: 'file-unsafe',
  'damaged-file': 'file-damaged',
  'too-many-pixels': 'file-pixels',
  'animation-unsupported': 'file-animation',
  'decompression-bomb': 'file-bomb',
  'unsafe-archive': 'file-unsafe',
  macros: 'file-macros',
  'svg-entities': 'file-unsafe',
  'svg-too-complex': 'file-unsafe',
  'nul-in-name': 'file-name',
  'path-in-name': 'file-name',
  'file-too-large': 'file-size',
  'unexpected-field': 'file-required',
}

export function issueOf(refused: FileRefusal | UnreceivedFile['refused']): IssueName {
  return ISSUES[refused]
}

export const STORED_UNDER = 'media/'

export function newStorageKey(extension: string): string {
  const name = randomBytes(16).toString('hex')
  return `${STORED_UNDER}${name.slice(0, 2)}/${name}.${extension}`
}

export function variantKey(storageKey: string, width: number): string {
  return `${storageKey.slice(0, storageKey.lastIndexOf('.'))}-${width}.webp`
}

/** The common prefix of the keys of an object and its variants. */
export function stemOf(storageKey: string): string {
  return storageKey.replace(/(-\d+)?\.[a-z0-9]+$/, '')
}

/**
 * It cannot be guessed and does not depend on the content, so that no one can find out whether another site has the
 * same file.
 */
export function newPublicName(extension: string): string {
  return `${randomBytes(16).toString('hex')}.${extension}`
}

interface Picture {
  readonly mime_type: string
  readonly width: number | null
  readonly height: number | null
}

const SVG = 'image/svg+xml'

export function isRaster({ mime_type }: Pick<Picture, 'mime_type'>): boolean {
  return mime_type.startsWith('image/') && mime_type !== SVG
}

/** The widths of the variants of an image: those smaller than the image. */
export function variantsOf(picture: Picture): { width: number; height: number }[] {
  const { width, height } = picture
  if (!isRaster(picture) || width === null || height === null) return []
  return VARIANT_WIDTHS.filter((narrower) => narrower < width).map((narrower) => ({
    width: narrower,
    height: Math.max(1, Math.round((height * narrower) / width)),
  }))
}

/** The narrowest variant that is wide enough, otherwise the widest; undefined for the original. */
export function widthToServe(picture: Picture, wanted: unknown): number | undefined {
  if (typeof wanted !== 'string' || !/^\d{1,5}$/.test(wanted) || picture.width === null) return undefined
  const width = Number(wanted)
  if (width >= picture.width) return undefined
  const widths = variantsOf(picture).map((variant) => variant.width)
  return widths.find((candidate) => candidate >= width) ?? widths.at(-1)
}

const SHOWN_IN_PLACE = /^(image|audio|video)\/|^application\/pdf$/

export function dispositionOf(mimeType: string): 'inline' | 'attachment' {
  return SHOWN_IN_PLACE.test(mimeType) ? 'inline' : 'attachment'
}

/** A file opened directly is a document of our origin, so it must not run or load anything. */
export function policyOf(mimeType: string): string {
  if (mimeType === SVG) return "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  // Browsers do not show PDFs in a sandbox.
  if (mimeType === 'application/pdf') return "default-src 'none'; style-src 'unsafe-inline'"
  return "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
}

export function contentTypeOf(mimeType: string): string {
  return mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType
}
