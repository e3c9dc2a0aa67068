import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'

export interface RelatedRow {
  readonly id: number
  readonly title: string
  readonly summary: string
  readonly cover: string
  readonly created_at: number
}

/** As many candidates of each sort as could ever be wanted: the newest of a tag stand for the thousands behind them. */
const CANDIDATES = 200

/** Those that share tags, the more the better; then those of the category; then the newest. */
export async function findRelated(
  db: Db,
  siteId: number,
  article: { id: number; category_id: number },
  limit: number,
): Promise<RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`
    with by_tag as (
      select l.article_id as id, count(*) as shared
      from article_tags own
      join article_tags l on l.tag_id = own.tag_id and l.listed = ${PUBLISHED} and l.article_id <> ${article.id}
      where own.article_id = ${article.id}
      group by l.article_id order by shared desc, id desc limit ${limit}
    ), by_category as (
      select article_id as id, 0 as shared from article_categories
      where category_id = ${article.category_id} and listed = ${PUBLISHED} and article_id <> ${article.id}
      order by is_top desc, created_at desc, article_id desc limit ${CANDIDATES}
    ), newest as (
      select id, -1 as shared from articles
      where site_id = ${siteId} and status = ${PUBLISHED} and deleted_at is null and id <> ${article.id}
      order by created_at desc, id desc limit ${limit + 1}
    ), candidates as (
      select id, max(shared) as shared from (
        select * from by_tag union all select * from by_category union all select * from newest
      ) as every_one group by id
    )
    select a.id, a.title, a.summary, a.cover, a.created_at
    from candidates c join articles a on a.id = c.id
    where a.site_id = ${siteId} and a.status = ${PUBLISHED} and a.deleted_at is null
    order by c.shared desc, a.created_at desc, a.id desc limit ${limit}
  `.execute(db)
  return rows
}
