import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'

export interface HitRow {
  readonly id: number
  readonly title: string
  readonly summary: string
  readonly content: string
}

/** So much text of one page of hits is looked through for the passage to show: it takes the time of everybody. */
const MOST_TEXT_OF_A_PAGE = 1_000_000

/** What is shown of these articles, in this order. */
export async function readHits(db: Db, siteId: number, ids: readonly number[]): Promise<HitRow[]> {
  if (ids.length === 0) return []
  const most = Math.floor(MOST_TEXT_OF_A_PAGE / ids.length)
  const rows = await published(db, siteId, ids)
    .select(['id', 'title', 'summary', sql<string>`substr(content, 1, ${sql.lit(most)})`.as('content')])
    .execute()
  return inOrder(ids, rows)
}

export async function readTitles(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Array<{ id: number; title: string }>> {
  if (ids.length === 0) return []
  return inOrder(ids, await published(db, siteId, ids).select(['id', 'title']).execute())
}

function published(db: Db, siteId: number, ids: readonly number[]) {
  return db
    .selectFrom('articles')
    .where('site_id', '=', siteId)
    .where('id', 'in', [...ids])
    .where('status', '=', PUBLISHED)
    .where('deleted_at', 'is', null)
}

function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The tags of these articles that can be seen, those with most published articles first. */
export async function readTagsOf(
  db: Db,
  siteId: number,
  articleIds: readonly number[],
): Promise<Array<{ id: number; name: string }>> {
  if (articleIds.length === 0) return []
  return db
    .selectFrom('tags')
    .innerJoin('article_totals', (join) =>
      join
        .on('article_totals.site_id', '=', siteId)
        .on('article_totals.kind', '=', 'tag')
        .onRef('article_totals.ref_id', '=', 'tags.id')
        .on('article_totals.listed', '=', PUBLISHED),
    )
    .select(['tags.id', 'tags.name'])
    .where('tags.site_id', '=', siteId)
    .where('tags.enabled', '=', 1)
    .where('tags.id', 'in', (links) =>
      links
        .selectFrom('article_tags')
        .select('tag_id')
        .where('article_id', 'in', [...articleIds]),
    )
    .orderBy('article_totals.total', 'desc')
    .orderBy('tags.id')
    .execute()
}
