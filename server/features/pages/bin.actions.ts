import type { Tx } from '../../database.ts'
import { freeAlias } from '../../platform/texts/alias.ts'
import { deleteSource } from '../content/content.actions.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binQueries } from '../deletion/bin-queries.actions.ts'
import { deleteUses } from '../media/uses.actions.ts'
import { lockDeletedPage, removePage, takeOutOfBin } from './pages.bin.store.ts'
import { lockAliases, readPage, takenAliases } from './pages.store.ts'
import { recordPageEvent } from './recording.actions.ts'

/** Restores a page. If its alias is taken now, it gets a suffix. */
async function restorePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockAliases(tx, siteId)
  const { alias } = await lockDeletedPage(tx, siteId, id)
  await takeOutOfBin(tx, siteId, id, freeAlias(alias, await takenAliases(tx, siteId, alias)))
  await recordPageEvent(tx, undefined, undefined, await readPage(tx, siteId, { column: 'id', value: id }))
}

async function purgePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockDeletedPage(tx, siteId, id)
  await deleteUses(tx, 'page', id)
  await deleteSource(tx, 'page', id)
  await removePage(tx, siteId, id)
}

/** The recycle bin operations of pages. */
export const pageBin: BinKind = {
  type: 'page',
  ...binQueries({ table: 'pages', title: 'title', owner: 'deleted_by' }),
  restore: restorePage,
  purge: purgePage,
}
