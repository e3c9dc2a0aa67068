import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { findNeighbours } from './neighbours.store.ts'
import type { ArticleDetailRow } from './reading.actions.ts'
import { findRelated } from './related.store.ts'

interface AdjacentIds {
  readonly older: number | undefined
  readonly newer: number | undefined
  readonly related: readonly number[]
}

/** The ids of the articles shown beside a published one that the actor may see. */
export async function adjacentIds(
  db: Db,
  { siteId }: Actor,
  article: Pick<ArticleDetailRow, 'id' | 'category_id' | 'publish_at' | 'created_at'>,
  maxRelated: number,
): Promise<AdjacentIds> {
  const { id, publish_at, created_at } = article
  const place = { site: siteId, id, sortedAt: publish_at ?? created_at }
  const { older, newer } = await findNeighbours(db, place)
  return { older, newer, related: await findRelated(db, siteId, article, maxRelated) }
}
