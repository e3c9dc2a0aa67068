import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { lockRows } from '../../platform/sql/lock.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import { insertRows, updateRows } from '../../platform/sql/rows.ts'
import { together } from '../../platform/sql/together.ts'
import type { Links } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'

type Where = 'living' | 'in-bin' | 'anywhere'

const CONDITIONS = {
  living: sql`and deleted_at is null`,
  'in-bin': sql`and deleted_at is not null`,
  anywhere: sql``,
}

const selecting = (where: Where, held: boolean) =>
  prepared<{ site: number; id: number }, ArticleRow>(
    ({
      value,
      forUpdate,
    }) => sql`select * from articles where site_id = ${value('site')} and id = ${value('id')}
      ${CONDITIONS[where]} ${held ? forUpdate : sql``}`,
  )
const finding = selecting('living', false)
const locking = {
  living: selecting('living', true),
  'in-bin': selecting('in-bin', true),
  anywhere: selecting('anywhere', true),
}

export async function findArticle(db: Db, siteId: number, id: number): Promise<ArticleRow | undefined> {
  const [row] = await finding(db, { site: siteId, id })
  return row
}

/** Locks the article until the transaction ends. Deleted articles are found only if requested. */
export async function lockArticle(
  tx: Tx,
  siteId: number,
  id: number,
  where: Where = 'living',
): Promise<ArticleRow> {
  const [row] = await locking[where](tx, { site: siteId, id })
  if (!row) throw new Problem(where === 'in-bin' ? 'deleted-item-not-found' : 'article-not-found')
  return row
}

/** Undefined if its alias is taken: the transaction continues and may try another. */
export async function insertArticle(
  tx: Tx,
  article: Omit<ArticleRow, 'id'>,
): Promise<ArticleRow | undefined> {
  const [inserted] = await insertRows(tx, 'articles', [article], {
    skipConflictsOn: ['site_id', 'alias_key'],
    returning: ['id'],
  })
  return inserted && { ...article, id: inserted.id }
}

/** Saves a new version of a locked article. Writes only changed columns, because each may be in several indexes. */
export async function saveArticle(
  tx: Tx,
  before: ArticleRow,
  changes: Partial<ArticleRow>,
): Promise<ArticleRow> {
  const { site_id, id } = before
  const different = Object.fromEntries(
    Object.entries(changes).filter(
      ([column, value]) => value !== undefined && value !== before[column as keyof ArticleRow],
    ),
  )
  const [saved] = await updateRows(
    tx,
    'articles',
    different,
    { site_id, id },
    { increment: 'version', returning: ['version'] },
  )
  if (saved?.version === undefined) throw new Error(`article ${id} was deleted although its row is locked`)
  return { ...before, ...different, version: saved.version }
}

export async function removeArticle(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('articles').where('site_id', '=', siteId).where('id', '=', id).execute()
}

const selectCategories = prepared<{ article: number }, { category_id: number }>(
  ({ value }) => sql`select category_id from article_categories
    where article_id = ${value('article')} and is_main = 0 order by category_id`,
)
const selectTags = prepared<{ article: number }, { tag_id: number }>(
  ({ value }) => sql`select tag_id from article_tags
    where article_id = ${value('article')} order by position, tag_id`,
)

/** The secondary categories and the tags of one article. */
export async function readLinks(db: Db, articleId: number): Promise<Links> {
  const [categories, tags] = await together(
    selectCategories(db, { article: articleId }),
    selectTags(db, { article: articleId }),
  )
  return {
    categoryIds: categories.map(({ category_id }) => category_id),
    tagIds: tags.map(({ tag_id }) => tag_id),
  }
}

const holdingOf = (table: 'categories' | 'tags') =>
  prepared<{ site: number; ids: readonly number[] }, { id: number; name: string }>(
    ({
      value,
      isAmong,
      forShare,
    }) => sql`select id, case when enabled = 1 then name else '' end as name from ${sql.table(table)}
      where site_id = ${value('site')} and ${isAmong(sql`id`, 'ids')} order by id ${forShare}`,
  )
const holding = { categories: holdingOf('categories'), tags: holdingOf('tags') }

/**
 * Which of these exist in the site, with the names by which search finds them: none if it is disabled. On PostgreSQL
 * they are locked, so that a merge of categories or tags and a change
 * of their articles wait for each other and the totals stay correct.
 */
export async function lockExisting(
  tx: Tx,
  table: 'categories' | 'tags',
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await holding[table](tx, { site: siteId, ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const linkedOf = (table: 'categories' | 'tags', links: string, column: string) =>
  prepared<{ article: number }, { id: number }>(
    ({ value, isAmongFew, forShare }) => sql`select id from ${sql.table(table)}
      where ${isAmongFew(
        sql`id`,
        sql`select ${sql.ref(column)} from ${sql.table(links)} where article_id = ${value('article')}`,
      )} order by id ${forShare}`,
  )
const linkedCategories = linkedOf('categories', 'article_categories', 'category_id')
const linkedTags = linkedOf('tags', 'article_tags', 'tag_id')

/** Locks the categories and tags of an article like `lockExisting`. */
export async function lockTargets(tx: Tx, articleId: number): Promise<void> {
  await lockRows(
    tx,
    () => linkedCategories(tx, { article: articleId }),
    () => linkedTags(tx, { article: articleId }),
  )
}

export async function defaultCategoryOf(db: Db, siteId: number): Promise<number> {
  const { default_category_id } = await db
    .selectFrom('sites')
    .select('default_category_id')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return default_category_id
}

export async function findWrittenByToken(
  db: Db,
  authorId: number,
  tokenId: number,
  since: number,
): Promise<Pick<ArticleRow, 'id' | 'site_id'>[]> {
  return db
    .selectFrom('articles as a')
    .select(['a.id', 'a.site_id'])
    .where('a.author_id', '=', authorId)
    .where('a.deleted_at', 'is', null)
    .where('a.updated_at', '>=', since)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([eb('a.written_token_id', '=', tokenId), eb('a.written_at', '>=', since)]),
        exists(
          selectFrom('article_revisions as r')
            .select('r.id')
            .whereRef('r.article_id', '=', 'a.id')
            .where('r.token_id', '=', tokenId)
            .where('r.saved_at', '>=', since),
        ),
      ]),
    )
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
}

const MAX_LISTED = 10_000

/** The articles of a user on all sites, including the recycle bin. */
export async function findByAuthor(
  db: Db,
  authorId: number,
): Promise<{ id: number; site_id: number; title: string }[]> {
  return db
    .selectFrom('articles')
    .select(['id', 'site_id', 'title'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
}
