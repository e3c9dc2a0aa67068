import type { Engine } from '../../database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { removeStored, STORED_UNDER, stemOf } from './media.rules.ts'
import { isToBeRemoved, objectsInPieces } from './media.store.ts'

export interface MediaComparison {
  readonly objects: number
  /** Keys that the database names and the storage has not, or has with another size. */
  readonly missing: readonly string[]
  /** Keys that the storage has and nobody claims, nor is about to remove. */
  readonly orphaned: readonly string[]
}

const PIECE = 1_000

/** Holds the records against the stored bytes, both ways. */
export async function compareMedia(engine: Engine, storage: Storage): Promise<MediaComparison> {
  const stored = new Map<string, number>()
  for await (const { key, size } of storage.list(STORED_UNDER)) stored.set(key, size)
  const claimed = new Set<string>()
  const missing: string[] = []
  for await (const rows of objectsInPieces(engine.db, PIECE))
    for (const { storage_key, size } of rows) {
      claimed.add(stemOf(storage_key))
      // What was uploaded after the listing is not in it.
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
