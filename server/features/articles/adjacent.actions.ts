import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { findNeighbours } from './neighbours.store.ts'
import { type ArticleDetailRow, type ArticleItemRow, articleItems } from './reading.actions.ts'
import { findRelated } from './related.store.ts'

export interface AdjacentArticles {
  readonly older: ArticleItemRow | undefined
  readonly newer: ArticleItemRow | undefined
  readonly related: ArticleItemRow[]
}

/** The articles shown beside a published one that the actor may see, read together. */
export async function adjacentArticles(
  db: Db,
  actor: Actor,
  article: Pick<ArticleDetailRow, 'id' | 'category_id' | 'publish_at' | 'created_at'>,
  maxRelated: number,
): Promise<AdjacentArticles> {
  const { id, publish_at, created_at } = article
  const site = actor.siteId
  const { older, newer } = await findNeighbours(db, { site, id, sortedAt: publish_at ?? created_at })
  const related = await findRelated(db, site, article, maxRelated)
  const wanted = new Set([...related, ...(older ? [older] : []), ...(newer ? [newer] : [])])
  const items = new Map((await articleItems(db, actor, [...wanted])).map((item) => [item.id, item]))
  return {
    older: older ? items.get(older) : undefined,
    newer: newer ? items.get(newer) : undefined,
    related: related.flatMap((id) => items.get(id) ?? []),
  }
}
