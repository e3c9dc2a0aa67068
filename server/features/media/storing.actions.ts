import type { Engine, Tables, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { PreparedFile } from '../../platform/files/prepare.ts'
import { claim, type RequestKey, remember } from '../../platform/http/idempotency.ts'
import { cancel, enqueue } from '../../platform/jobs/enqueue.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordMediaEvent } from './media.actions.ts'
import {
  makeVariants,
  newPublicName,
  newStorageKey,
  removeStored,
  typeOf,
  variantsOf,
} from './media.rules.ts'
import {
  insertMedia,
  insertObject,
  knowsObject,
  lockObject,
  readMedia,
  type WholeMedia,
} from './media.store.ts'
import type { MediaObjectRow } from './media.table.ts'
import { recordMediaChange } from './recording.actions.ts'

export interface MediaOptions {
  readonly storage: Storage
  /** Where uploads are stored while they are checked. */
  readonly folder: string
  /** The folder of the folder storage, whether it is used or not. */
  readonly storageFolder: string
  readonly maxFileBytes: number
}

export interface Uploading {
  readonly engine: Engine
  readonly media: MediaOptions
  readonly actor: Actor
  readonly origin: string
  /** Only the feed of changes contains it: the file comes from an import. */
  readonly quiet?: boolean
}

/** An accepted file with its original name. */
export interface AcceptedFile<Shown> {
  readonly file: PreparedFile
  readonly filename: string
  readonly texts?: { readonly alt?: string; readonly title?: string }
  readonly key: RequestKey | undefined
  readonly show: (media: WholeMedia) => Shown
}

export interface StoredUpload<Shown> {
  readonly shown: Shown
  /** The response to an earlier request with the same key. */
  readonly replayed: boolean
}

/** Longer than any upload takes. A file without a record after this time is abandoned. */
const CLAIMED_WITHIN_MS = 6 * 60 * 60 * 1000

/** Stores the content, unless it is already stored, and then creates the record. */
export async function storeUpload<Shown>(
  uploading: Uploading,
  accepted: AcceptedFile<Shown>,
): Promise<StoredUpload<Shown>> {
  const { engine, media } = uploading
  const { file } = accepted
  if (await knowsObject(engine.db, file.sha256, file.extension)) {
    const shared = await engine.transact((tx) => record(tx, uploading, accepted, undefined))
    if (shared) return shared
  }
  const storageKey = newStorageKey(file.extension)
  // Before the content is stored: if we crash then, the job cleans up.
  await engine.transact((tx) =>
    enqueue(
      tx,
      removeStored,
      { storage_key: storageKey },
      { dueAt: tx.now + CLAIMED_WITHIN_MS, uniqueKey: storageKey },
    ),
  )
  await media.storage.put(storageKey, file.path, { contentType: file.mime })
  const kept = await engine.transact((tx) => record(tx, uploading, accepted, storageKey))
  if (!kept) throw new Error('an upload was stored but not recorded')
  return kept
}

/** Undefined if the same content was purged in the meantime and is no longer stored. */
async function record<Shown>(
  tx: Tx,
  { actor, origin, quiet = false }: Uploading,
  { file, filename, texts, key, show }: AcceptedFile<Shown>,
  storageKey: string | undefined,
): Promise<StoredUpload<Shown> | undefined> {
  const known = await lockObject(tx, file.sha256, file.extension)
  if (!known && storageKey === undefined) return undefined
  const first = key && (await claim<Tables>(tx, key))
  if (first) return { shown: JSON.parse(first.json ?? 'null') as Shown, replayed: true }
  const object = known ?? (await newObject(tx, file, storageKey ?? ''))
  const id = await insertMedia(tx, {
    site_id: actor.siteId,
    object_id: object.id,
    uploader_id: actor.userId,
    name: newPublicName(object.extension),
    type: typeOf(file.kind),
    filename,
    ...texts,
  })
  const media = await readMedia(tx, actor.siteId, id)
  if (quiet) await recordMediaChange(tx, actor.siteId, media, 'media.created')
  else await recordMediaEvent(tx, actor, 'media.created', media, origin)
  const shown = show(media)
  if (key) await remember<Tables>(tx, key, { status: 200, json: JSON.stringify(shown) })
  return { shown, replayed: false }
}

async function newObject(tx: Tx, file: PreparedFile, storageKey: string): Promise<MediaObjectRow> {
  const made = await insertObject(tx, {
    hash: file.sha256,
    extension: file.extension,
    storage_key: storageKey,
    mime_type: file.mime,
    size: file.size,
    width: file.width ?? null,
    height: file.height ?? null,
    blur_placeholder: file.blurPlaceholder ?? '',
  })
  if (!made) return objectOfAnother(tx, file)
  await cancel(tx, removeStored, storageKey)
  if (variantsOf(made).length > 0) await enqueue(tx, makeVariants, { object_id: made.id })
  return made
}

/** Someone else has just stored the same content. Our copy is deleted by its job. */
async function objectOfAnother(tx: Tx, { sha256, extension }: PreparedFile): Promise<MediaObjectRow> {
  const object = await lockObject(tx, sha256, extension)
  // Stored by someone else and purged again in between.
  if (!object) throw new Problem('unavailable')
  return object
}
