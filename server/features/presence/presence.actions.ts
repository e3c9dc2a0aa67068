import { PRESENCE_SECONDS } from '@inkstone/contract/presence.ts'
import type { Engine, Tx } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import { canEdit } from '../article-rights/articles.policy.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { findOthers, putPresence, removePresence, removeStale } from './presence.store.ts'

/** After this time without a report, a user no longer has the article open. */
const STALE_AFTER_MS = 3 * PRESENCE_SECONDS * 1000

export async function announcePresence(tx: Tx, actor: Actor, articleId: number) {
  authorize(canEdit(actor, await visibleArticle(tx, actor, articleId)))
  const here = { siteId: actor.siteId, articleId, userId: actor.userId }
  await putPresence(tx, here, tx.now - STALE_AFTER_MS)
  return findOthers(tx, here)
}

export async function endPresence(tx: Tx, actor: Actor, articleId: number): Promise<void> {
  await visibleArticle(tx, actor, articleId)
  await removePresence(tx, { siteId: actor.siteId, articleId, userId: actor.userId })
}

export async function deleteStalePresence(engine: Engine): Promise<void> {
  await engine.transact((tx) => removeStale(tx, tx.now - STALE_AFTER_MS))
}
