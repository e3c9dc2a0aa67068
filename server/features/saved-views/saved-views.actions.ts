import { MAX_SAVED_VIEWS } from '@inkstone/contract/saved-views.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { takeNamedLock } from '../../platform/sql/lock.ts'
import {
  findAllSavedViews,
  findSavedViews,
  putSavedView,
  removeSavedView,
  removeSavedViewsOf,
} from './saved-views.store.ts'
import type { SavedViewRow } from './saved-views.table.ts'

export function savedViewsOf(db: Db, actor: Actor): Promise<SavedViewRow[]> {
  return findSavedViews(db, actor.siteId, actor.userId)
}

export async function saveView(
  tx: Tx,
  actor: Actor,
  view: { readonly name: string; readonly query: string },
): Promise<SavedViewRow> {
  // Locked, so that two concurrent requests cannot exceed the limit.
  await takeNamedLock(tx, `saved views ${actor.siteId} ${actor.userId}`)
  const kept = await findSavedViews(tx, actor.siteId, actor.userId)
  if (kept.length >= MAX_SAVED_VIEWS && !kept.some(({ name }) => name === view.name))
    throw invalid('name', 'too-many', { limit: MAX_SAVED_VIEWS })
  return putSavedView(tx, actor.siteId, actor.userId, view)
}

export async function deleteSavedView(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await removeSavedView(tx, actor.siteId, actor.userId, id))) throw new Problem('not-found')
}

/** On all sites. */
export const deleteSavedViewsOf: (tx: Tx, userId: number) => Promise<void> = removeSavedViewsOf
export const everySavedViewOf: (db: Db, userId: number) => Promise<SavedViewRow[]> = findAllSavedViews
