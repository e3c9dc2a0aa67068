import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Engine } from '../../database.ts'
import type { ByteRange, OpenedObject } from '../../platform/storage/storage.ts'
import { isPublicName, publicNameIn } from './addresses.rules.ts'
import { isRaster, variantKey, widthToServe } from './media.rules.ts'
import { findServed } from './media.store.ts'
import type { MediaOptions } from './storing.actions.ts'
import { makeOnDemand } from './variants.actions.ts'

/** The file of a public name, before its content is read. */
export interface ServedFile {
  readonly storageKey: string
  readonly mimeType: string
  readonly size: number
  readonly etag: string
  readonly filename: string
}

/** Undefined if the file does not exist or is in the recycle bin. */
export async function findFile(
  engine: Engine,
  options: MediaOptions,
  name: string,
  wantedWidth: unknown,
): Promise<ServedFile | undefined> {
  const object = isPublicName(name) ? await findServed(engine.db, name) : undefined
  if (!object) return undefined
  const { storage_key, mime_type, size, hash, filename } = object
  const width = widthToServe(object, wantedWidth)
  if (width === undefined)
    return { storageKey: storage_key, mimeType: mime_type, size, etag: `"${hash}"`, filename }
  const key = variantKey(storage_key, width)
  let variantSize = await options.storage.size(key)
  if (variantSize === undefined) {
    await makeOnDemand(engine, options, object, width)
    variantSize = await options.storage.size(key)
  }
  return variantSize === undefined
    ? undefined
    : {
        storageKey: key,
        mimeType: 'image/webp',
        size: variantSize,
        etag: `"${hash}-${width}"`,
        filename: filename.replace(/(\.[^.]+)?$/, '.webp'),
      }
}

export async function openFile(
  { storage }: MediaOptions,
  { storageKey }: ServedFile,
  range: ByteRange | undefined,
): Promise<OpenedObject | undefined> {
  return storage.open(storageKey, range)
}

const DOCUMENT_IMAGE_WIDTH = '1600'

/** The content of an image by its URL, for documents. Other hosts are never contacted. */
export const pictureBytes =
  (engine: Engine, options: MediaOptions) =>
  async (source: string): Promise<Buffer | undefined> => {
    const name = publicNameIn(source)
    const file = name && (await findFile(engine, options, name, DOCUMENT_IMAGE_WIDTH))
    if (!file || !isRaster({ mime_type: file.mimeType })) return undefined
    const opened = await openFile(options, file, undefined)
    return opened && buffer(opened.stream)
  }

/** Opens a file by its public name. Whether it exists is known before its content is read. */
export const filesByName =
  (engine: Engine, options: MediaOptions) =>
  async (name: string): Promise<(() => Promise<Readable | undefined>) | undefined> => {
    const file = await findFile(engine, options, name, undefined)
    return file && (async () => (await openFile(options, file, undefined))?.stream)
  }
export type FilesByName = ReturnType<typeof filesByName>
