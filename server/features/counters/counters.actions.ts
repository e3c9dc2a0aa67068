import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Found } from '../../platform/page.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { type ArticlePiece, articlePieces } from '../articles/reading.actions.ts'
import {
  addToCount,
  findFavorites,
  insertReaction,
  type ReactionTableName,
  readCount,
  removeReaction,
} from './counters.store.ts'

/** Once per user: repeating is fine and changes nothing. */
export async function react(
  tx: Tx,
  actor: Actor,
  table: ReactionTableName,
  articleId: number,
): Promise<number> {
  await visibleArticle(tx, actor, articleId)
  if (await insertReaction(tx, table, articleId, actor.userId)) await addToCount(tx, table, articleId, 1)
  return readCount(tx, articleId, table)
}

export async function takeBack(
  tx: Tx,
  actor: Actor,
  table: ReactionTableName,
  articleId: number,
): Promise<number> {
  await visibleArticle(tx, actor, articleId)
  if (await removeReaction(tx, table, articleId, actor.userId)) await addToCount(tx, table, articleId, -1)
  return readCount(tx, articleId, table)
}

export async function favoritesOf(db: Db, actor: Actor, page: PageQuery): Promise<Found<ArticlePiece>> {
  const { ids, total } = await findFavorites(db, actor.siteId, actor.userId, page)
  return { rows: await articlePieces(db, actor.siteId, ids), total }
}
