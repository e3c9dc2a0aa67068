import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { Query } from '../../platform/search/query.ts'
import { type Highlight, highlightsOf } from '../../platform/sql/highlights.ts'
import { publishedTotal } from '../articles/totals.table.ts'
import type { Within } from '../search-index/index.rules.ts'

/** How much text of one page of results is searched for excerpts. */
const MAX_TEXT_OF_A_PAGE = 1_000_000
const PASSAGE_LENGTH = 120

const selectHighlights = highlightsOf<{ site: number; ids: readonly number[]; length: number }>(
  ({
    value,
    isAmong,
  }) => sql`select id, title, substr(content, 1, ${value('length')}) as content from articles
    where site_id = ${value('site')} and ${isAmong(sql`id`, 'ids')} and status = ${sql.lit(PUBLISHED)} and deleted_at is null`,
)

/** The highlights of those of these articles that are published. */
export async function readHighlights(
  db: Db,
  siteId: number,
  ids: readonly number[],
  query: Query,
): Promise<ReadonlyMap<number, Highlight>> {
  if (ids.length === 0) return new Map()
  const length = Math.floor(MAX_TEXT_OF_A_PAGE / ids.length)
  return selectHighlights(db, { site: siteId, ids, length }, { query, around: PASSAGE_LENGTH })
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

/** The visible tags of these articles, most used first. */
export async function readTagsOf(
  db: Db,
  siteId: number,
  articleIds: readonly number[],
): Promise<Array<{ id: number; name: string }>> {
  if (articleIds.length === 0) return []
  return db
    .selectFrom('tags')
    .select(['tags.id', 'tags.name'])
    .where('tags.site_id', '=', siteId)
    .where('tags.enabled', '=', 1)
    .where('tags.id', 'in', (links) =>
      links
        .selectFrom('article_tags')
        .select('tag_id')
        .where('article_id', 'in', [...articleIds]),
    )
    .orderBy(publishedTotal(siteId, 'tag', sql.ref('tags.id')), 'desc')
    .orderBy('tags.id')
    .execute()
}

export interface SearchFilters {
  readonly category_id?: number | undefined
  readonly tag_id?: number | undefined
  readonly start_time?: number | undefined
  readonly end_time?: number | undefined
}

const SECOND_MS = 1000

/** The conditions on category, tag and creation time; undefined without filters. */
export function withinFilters(filters: SearchFilters): Within | undefined {
  const { category_id, tag_id, start_time, end_time } = filters
  if (Object.values(filters).every((value) => value === undefined)) return undefined
  return (id) => {
    const conditions: RawBuilder<SqlBool>[] = []
    if (category_id !== undefined)
      conditions.push(sql`exists (select 1 from article_categories k
        where k.article_id = ${id} and k.category_id = ${category_id})`)
    if (tag_id !== undefined)
      conditions.push(sql`exists (select 1 from article_tags l
        where l.article_id = ${id} and l.tag_id = ${tag_id})`)
    const since = start_time === undefined ? undefined : Math.floor(start_time / SECOND_MS) * SECOND_MS
    const bounds = [
      ...(since === undefined ? [] : [sql<SqlBool>`a.created_at >= ${since}`]),
      ...(end_time === undefined ? [] : [sql<SqlBool>`a.created_at <= ${end_time}`]),
    ]
    if (bounds.length > 0)
      conditions.push(
        sql`exists (select 1 from articles a where a.id = ${id} and ${sql.join(bounds, sql` and `)})`,
      )
    return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
  }
}
