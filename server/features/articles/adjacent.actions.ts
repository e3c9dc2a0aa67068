import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { findNeighbours } from './neighbours.store.ts'
import { type ArticlePiece, articlePieces, type WholeArticle } from './reading.actions.ts'
import { findRelated } from './related.store.ts'

export interface AdjacentArticles {
  readonly older: ArticlePiece | undefined
  readonly newer: ArticlePiece | undefined
  readonly related: ArticlePiece[]
}

/** The articles shown beside a published one that the actor may see, read together. */
export async function adjacentArticles(
  db: Db,
  actor: Actor,
  article: Pick<WholeArticle, 'id' | 'category_id' | 'publish_at' | 'created_at'>,
  maxRelated: number,
): Promise<AdjacentArticles> {
  const { id, publish_at, created_at } = article
  const site = actor.siteId
  const { older, newer } = await findNeighbours(db, { site, id, sortedAt: publish_at ?? created_at })
  const related = await findRelated(db, site, article, maxRelated)
  const wanted = new Set([...related, ...(older ? [older] : []), ...(newer ? [newer] : [])])
  const pieces = new Map((await articlePieces(db, actor, [...wanted])).map((piece) => [piece.id, piece]))
  return {
    older: older ? pieces.get(older) : undefined,
    newer: newer ? pieces.get(newer) : undefined,
    related: related.flatMap((id) => pieces.get(id) ?? []),
  }
}
