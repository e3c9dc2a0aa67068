import { createHash } from 'node:crypto'
import { WINDOW_BYTES, withByteWindow } from './byte-window.ts'
import { type FileKind, sniffFile } from './kinds/sniff.ts'
import { normalisePicture } from './pictures/pictures.ts'
import type { ReceivedFile } from './receiving/reception.ts'
import type { Refused } from './refusals.ts'
import { sanitiseSvgFile } from './svg/svg.ts'

/** A file that is safe to store and serve. */
export interface PreparedFile {
  kind: FileKind
  mime: string
  extension: string
  /** Next to the received file, and removed with it. */
  path: string
  size: number
  /** The hash of the bytes to store, which differ from the received bytes if these were cleaned. */
  sha256: string
  width: number | undefined
  height: number | undefined
  blurPlaceholder: string | undefined
}

/**
 * Detects the type of a received file and prepares the bytes to store: pictures without metadata, SVG files
 * sanitised.
 */
export async function prepareFile(received: ReceivedFile): Promise<PreparedFile | Refused> {
  const sniffed = await sniffFile(received.path, received.originalName)
  if ('refused' in sniffed) return sniffed
  const { kind, mime, extension } = sniffed
  const blurPlaceholder = 'picture' in sniffed ? sniffed.picture.blurPlaceholder : undefined
  const clean = kind === 'image' ? normalisePicture : kind === 'svg' ? sanitiseSvgFile : undefined
  if (!clean) {
    const { path, size, sha256 } = received
    return { kind, mime, extension, path, size, sha256, width: undefined, height: undefined, blurPlaceholder }
  }
  const path = `${received.path}.clean`
  const written = await clean(received.path, path)
  if ('refused' in written) return written
  return { kind, mime, extension, path, ...written, sha256: await sha256Of(path), blurPlaceholder }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await withByteWindow(file, async ({ size, bytes }) => {
    for (let at = 0; at < size; at += WINDOW_BYTES) hash.update(await bytes(at, WINDOW_BYTES))
  })
  return hash.digest('hex')
}
