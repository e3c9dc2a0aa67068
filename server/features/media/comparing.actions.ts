import type { Engine } from '../../database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { removeStored, STORED_UNDER, stemOf } from './media.rules.ts'
import { isToBeRemoved, objectsInPortions } from './media.store.ts'

export interface MediaComparison {
  readonly objects: number
  /** Keys in the database that are missing in the storage, or have another size there. */
  readonly missing: readonly string[]
  /** Keys in the storage that no record uses and no job is about to delete. */
  readonly orphaned: readonly string[]
}

const PORTION = 1_000

/** Compares the records with the stored files in both directions. */
export async function compareMedia(engine: Engine, storage: Storage): Promise<MediaComparison> {
  const stored = new Map<string, number>()
  for await (const { key, size } of storage.list(STORED_UNDER)) stored.set(key, size)
  const claimed = new Set<string>()
  const missing: string[] = []
  for await (const rows of objectsInPortions(engine.db, PORTION))
    for (const { storage_key, size } of rows) {
      claimed.add(stemOf(storage_key))
      // Files uploaded after the listing are not in it.
      const found = stored.get(storage_key) ?? (await storage.size(storage_key))
      if (found !== size) missing.push(storage_key)
    }
  const orphaned: string[] = []
  for (const key of stored.keys())
    if (
      !claimed.has(stemOf(key)) &&
      !(await isToBeRemoved(engine.db, `${removeStored.name} ${stemOf(key)}.`))
    )
      orphaned.push(key)
  return { objects: claimed.size, missing, orphaned }
}
