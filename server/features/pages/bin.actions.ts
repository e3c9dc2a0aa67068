import type { Tx } from '../../database.ts'
import { freeAlias } from '../../platform/texts/alias.ts'
import { deleteSource } from '../content/content.actions.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binQueries } from '../deletion/bin-queries.actions.ts'
import { deleteUses } from '../media/uses.actions.ts'
import { lockAliases, readPage, removePage, restoreWithAlias, takenAliases } from './pages.store.ts'
import type { PageRow } from './pages.table.ts'
import { recordPageEvent } from './recording.actions.ts'

const bin = binQueries<PageRow>({ table: 'pages', title: 'title', owner: 'deleted_by' })

/** Restores a page. If its alias is taken now, it gets a suffix. */
async function restorePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockAliases(tx, siteId)
  const { alias } = await bin.lockDeleted(tx, siteId, id)
  await restoreWithAlias(tx, siteId, id, freeAlias(alias, await takenAliases(tx, siteId, alias)))
  await recordPageEvent(tx, undefined, undefined, await readPage(tx, siteId, { column: 'id', value: id }))
}

async function purgePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await bin.lockDeleted(tx, siteId, id)
  await deleteUses(tx, 'page', id)
  await deleteSource(tx, 'page', id)
  await removePage(tx, siteId, id)
}

/** The recycle bin operations of pages. */
export const pageBin: BinKind = {
  type: 'page',
  ...bin,
  restore: restorePage,
  purge: purgePage,
}
