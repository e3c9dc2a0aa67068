import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'

/** So many of a category are looked at: more than the longest answer, some of which stand there by their tags already. */
const OF_CATEGORY = 200
/** So many articles of all tags together are compared, and so many of each at least: the newest stand for the others. */
const OF_ALL_TAGS = 4000
const OF_A_TAG = 200

/** The ids of those that share tags, the more the better; then those of the category; then the newest. */
export async function findRelated(
  db: Db,
  siteId: number,
  article: { id: number; category_id: number },
  limit: number,
): Promise<number[]> {
  const tagIds = await tagsOf(db, article.id)
  const { rows } = await sql<{ id: number }>`
    with ${tagIds.length === 0 ? sql`` : sql`by_tag as (${sharing(article.id, tagIds, limit)}),`}
    by_category as (
      select article_id as id, 0 as shared, sorted_at from article_categories
      where category_id = ${article.category_id} and listed = ${PUBLISHED} and article_id <> ${article.id}
      order by sorted_at desc, article_id desc limit ${OF_CATEGORY}
    ), newest as (
      select id, -1 as shared, sorted_at from articles
      where site_id = ${siteId} and status = ${PUBLISHED} and deleted_at is null and id <> ${article.id}
      order by sorted_at desc, id desc limit ${limit}
    )
    select id from (
      ${tagIds.length === 0 ? sql`` : sql`select id, shared, sorted_at from by_tag union all`}
      select id, shared, sorted_at from by_category union all
      select id, shared, sorted_at from newest
    ) as candidates
    group by id order by max(shared) desc, max(sorted_at) desc, id desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function tagsOf(db: Db, articleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('article_tags')
    .select('tag_id')
    .where('article_id', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ tag_id }) => tag_id)
}

/** Of each tag only the newest are looked at, however many it has; how many tags they share is counted exactly. */
function sharing(articleId: number, tagIds: readonly number[], limit: number) {
  const most = Math.max(OF_A_TAG, Math.floor(OF_ALL_TAGS / tagIds.length))
  const newest = tagIds.map(
    (tagId) => sql`select article_id from (
      select article_id from article_tags
      where tag_id = ${tagId} and listed = ${PUBLISHED} and article_id <> ${articleId}
      order by sorted_at desc, article_id desc limit ${most}
    ) as ${sql.ref(`of_${tagId}`)}`,
  )
  return sql`
    select l.article_id as id, count(*) as shared, max(l.sorted_at) as sorted_at
    from (${sql.join(newest, sql` union `)}) as near
    join article_tags l on l.article_id = near.article_id and l.tag_id in (${sql.join(tagIds)})
    group by l.article_id order by shared desc, max(l.sorted_at) desc, l.article_id desc limit ${limit}`
}
