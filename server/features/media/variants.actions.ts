import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../../database.ts'
import type { Urgency } from '../../platform/core/work-queue.ts'
import { makeVariant, VARIANT_WIDTHS } from '../../platform/files/pictures/pictures.ts'
import { variantKey, variantsOf } from './media.rules.ts'
import { claims, findObject } from './media.store.ts'
import type { MediaObjectRow } from './media.table.ts'
import type { MediaOptions } from './storing.actions.ts'

const VARIANT_TYPE = 'image/webp'

/** Creates the missing variants. */
export async function makeAllVariants(
  engine: Engine,
  options: MediaOptions,
  objectId: number,
): Promise<void> {
  const object = await engine.transact((tx) => findObject(tx, objectId))
  if (!object) return
  await withOriginal(options, object, async (original) => {
    for (const { width } of variantsOf(object))
      if ((await options.storage.size(variantKey(object.storage_key, width))) === undefined)
        await makeOne(engine, options, { object, original, width, urgency: 'unawaited' })
  })
}

/** Simultaneous requests for the same variant share one computation. */
const underWay = new Map<string, Promise<void>>()

export async function makeOnDemand(
  engine: Engine,
  options: MediaOptions,
  object: MediaObjectRow,
  width: number,
): Promise<void> {
  const key = variantKey(object.storage_key, width)
  const making =
    underWay.get(key) ??
    withOriginal(options, object, (original) =>
      makeOne(engine, options, { object, original, width, urgency: 'awaited' }),
    ).finally(() => underWay.delete(key))
  underWay.set(key, making)
  await making
}

interface Making {
  readonly object: MediaObjectRow
  readonly original: string
  readonly width: number
  readonly urgency: Urgency
}

async function makeOne(
  engine: Engine,
  { storage }: MediaOptions,
  { object: { storage_key }, original, width, urgency }: Making,
): Promise<void> {
  const file = `${original}-${width}`
  const made = await makeVariant(original, file, width, urgency)
  if ('refused' in made) throw new Error(`an accepted image cannot be resized: ${made.refused}`)
  const key = variantKey(storage_key, width)
  await storage.put(key, file, { contentType: VARIANT_TYPE })
  // The file was purged in the meantime with its variants; this one was created too late.
  if (!(await engine.transact((tx) => claims(tx, storage_key)))) await storage.remove(key)
}

async function withOriginal(
  { storage, folder }: MediaOptions,
  { storage_key }: MediaObjectRow,
  work: (file: string) => Promise<void>,
): Promise<void> {
  const own = join(folder, randomUUID())
  await mkdir(own, { recursive: true, mode: 0o700 })
  try {
    const file = join(own, 'original')
    if (await storage.copyOut(storage_key, file)) await work(file)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/**
 * Deletes them unless a record uses them after all. This reads from the primary: a replica may not have the purge yet.
 */
export async function removeUnclaimed(
  engine: Engine,
  { storage }: Pick<MediaOptions, 'storage'>,
  storageKey: string,
): Promise<void> {
  if (await engine.transact((tx) => claims(tx, storageKey))) return
  await storage.remove(storageKey)
  for (const width of VARIANT_WIDTHS) await storage.remove(variantKey(storageKey, width))
}
