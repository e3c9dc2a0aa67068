import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { deleteArticle } from '../articles/removal.actions.ts'
import { binWithoutSubject } from '../comments/importing.actions.ts'
import { deleteMedia, seeMedia, usesOf } from '../media/media.actions.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { deletePage } from '../pages/pages.actions.ts'
import { findImport, itemsOfImport, removeAddresses, removeItems, saveImport } from './imports.store.ts'
import type { ImportedType } from './imports.table.ts'
import { updatedPlaces } from './items-again.store.ts'

const UNDONE_PER_PORTION = 100

/**
 * Moves all items of an import to the recycle bin and deletes their origins. Categories, tags and authors stay, because
 * other content may use them, and so do files that other content does use. `kept` is the number of the texts of other
 * imports that it updated: they stay as they are. Undefined if there is no such import.
 */
export async function undoImport(
  uploading: Uploading,
  importId: number,
): Promise<{ undone: number; kept: number } | undefined> {
  const { engine, actor } = uploading
  const found = await findImport(engine.db, actor.siteId, importId)
  if (!found) return undefined
  let undone = 0
  for (;;) {
    const items = await itemsOfImport(engine.db, importId, { most: UNDONE_PER_PORTION, filesLast: true })
    if (items.length === 0) break
    await engine.transact(async (tx) => {
      for (const { type, ref_id } of items) if (await bin(tx, uploading, type, ref_id)) undone += 1
      await removeItems(
        tx,
        items.map(({ id }) => id),
      )
    })
  }
  await engine.transact(async (tx) => {
    await removeAddresses(tx, importId)
    await saveImport(tx, importId, { status: 'undone' })
  })
  return { undone, kept: (await updatedPlaces(engine.db, importId)).length }
}

/** False if it is already in the recycle bin, has none, or is still used. */
async function bin(tx: Tx, { actor }: Uploading, type: ImportedType, id: number): Promise<boolean> {
  try {
    if (type === 'article') await deleteArticle(tx, actor, id)
    else if (type === 'page') await deletePage(tx, actor, String(id))
    else if (type === 'media') return await binUnused(tx, actor, id)
    else if (type === 'comment') return await binWithoutSubject(tx, actor, id)
    else return false
    return true
  } catch (error) {
    if (error instanceof Problem && error.problem.endsWith('-not-found')) return false
    throw error
  }
}

async function binUnused(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const uses = await usesOf(tx, actor, await seeMedia(tx, actor, id))
  if (uses.length > 0) return false
  await deleteMedia(tx, actor, id, '')
  return true
}
