import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { canSee } from '../article-rights/articles.policy.ts'
import { type ArticleItemRow, articleItems } from '../articles/reading.actions.ts'
import {
  addToCount,
  findCount,
  findFavorites,
  findReactionsOf,
  insertReaction,
  type ReactionTableName,
  removeReaction,
} from './counters.store.ts'

/** Counts once per user. Repeating it has no effect. */
export async function react(
  tx: Tx,
  actor: Actor,
  table: ReactionTableName,
  articleId: number,
): Promise<number> {
  await visibleCount(tx, actor, table, articleId)
  if (await insertReaction(tx, table, articleId, actor.userId)) await addToCount(tx, table, articleId, 1)
  return visibleCount(tx, actor, table, articleId)
}

export async function undoReaction(
  tx: Tx,
  actor: Actor,
  table: ReactionTableName,
  articleId: number,
): Promise<number> {
  await visibleCount(tx, actor, table, articleId)
  if (await removeReaction(tx, table, articleId, actor.userId)) await addToCount(tx, table, articleId, -1)
  return visibleCount(tx, actor, table, articleId)
}

async function visibleCount(
  db: Db,
  actor: Actor,
  table: ReactionTableName,
  articleId: number,
): Promise<number> {
  const found = await findCount(db, actor.siteId, articleId, table)
  if (!found || !canSee(actor, found)) throw new Problem('article-not-found')
  return found.count
}

export async function favoritesOf(db: Db, actor: Actor, page: PageQuery): Promise<Found<ArticleItemRow>> {
  const { ids, total } = await findFavorites(db, actor.siteId, actor.userId, page)
  return { rows: await articleItems(db, actor, ids), total }
}

export const reactionsOf: typeof findReactionsOf = findReactionsOf
