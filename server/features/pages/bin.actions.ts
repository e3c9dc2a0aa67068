import type { Tx } from '../../database.ts'
import { freeAlias } from '../../platform/texts/alias.ts'
import { forgetSource } from '../content/content.actions.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { binned } from '../deletion/binned.actions.ts'
import { forgetUses } from '../media/uses.actions.ts'
import { lockDeletedPage, removePage, takeOutOfBin } from './pages.bin.store.ts'
import { lockAliases, readPage, takenAliases } from './pages.store.ts'
import { tellOfPage } from './telling.actions.ts'

/** Restores a page. If its alias is taken now, it gets a suffix. */
async function restorePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockAliases(tx, siteId)
  const { alias } = await lockDeletedPage(tx, siteId, id)
  await takeOutOfBin(tx, siteId, id, freeAlias(alias, await takenAliases(tx, siteId, alias)))
  await tellOfPage(tx, undefined, undefined, await readPage(tx, siteId, { column: 'id', value: id }))
}

async function purgePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await lockDeletedPage(tx, siteId, id)
  await forgetUses(tx, 'page', id)
  await forgetSource(tx, 'page', id)
  await removePage(tx, siteId, id)
}

/** The recycle bin operations of pages. */
export const pageBin: BinKind = {
  type: 'page',
  ...binned({ table: 'pages', title: 'title', owner: 'deleted_by' }),
  restore: restorePage,
  purge: purgePage,
}
