import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import type { ArticleRow, ArticleTable } from './articles.table.ts'

export type NewArticle = Insertable<ArticleTable> & Omit<ArticleRow, 'id'>

/** Those whose alias is taken are skipped. */
export async function insertArticles(tx: Tx, articles: readonly NewArticle[]): Promise<ArticleRow[]> {
  const made = await insertRows(tx, 'articles', articles, {
    skipConflictsOn: ['site_id', 'alias_key'],
    returning: ['id', 'alias_key'],
  })
  const ids = new Map(made.map(({ id, alias_key }) => [alias_key, id]))
  return articles.flatMap((article) => {
    const id = ids.get(article.alias_key)
    return id === undefined ? [] : [{ ...article, id }]
  })
}

interface Which {
  readonly site: number
  readonly id: number
}

/**
 * Articles are read one by one: with a list of ids, SQLite scans all articles of the site if it estimates that there
 * are few.
 */
async function each<Row>(
  db: Db,
  siteId: number,
  ids: readonly number[],
  read: (db: Db, which: Which) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const id of new Set(ids)) rows.push(...(await read(db, { site: siteId, id })))
  return rows
}

const reading = prepared<Which, Pick<ArticleRow, 'id' | 'content'>>(
  ({ value }) =>
    sql`select id, content from articles where id = ${value('id')} and site_id = ${value('site')}`,
)
const naming = prepared<Which, Pick<ArticleRow, 'id' | 'alias'>>(
  ({ value }) => sql`select id, alias from articles where id = ${value('id')} and site_id = ${value('site')}`,
)
const locking = prepared<Which, ArticleRow>(
  ({ value, forUpdate }) =>
    sql`select * from articles where id = ${value('id')} and site_id = ${value('site')} ${forUpdate}`,
)

/** The content of these articles, including the recycle bin. */
export async function findTexts(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Pick<ArticleRow, 'id' | 'content'>[]> {
  return each(db, siteId, ids, reading)
}

export type FiledArticle = Pick<ArticleRow, 'id' | 'content' | 'cover' | 'working_copy' | 'autosaved'>

const readingFiled = prepared<Which, FiledArticle>(
  ({ value }) => sql`select id, content, cover, working_copy, autosaved from articles
    where id = ${value('id')} and site_id = ${value('site')} and deleted_at is null`,
)

/** Those fields of these articles that contain URLs of files, without the recycle bin. */
export async function findFiled(db: Db, siteId: number, ids: readonly number[]): Promise<FiledArticle[]> {
  return each(db, siteId, ids, readingFiled)
}

/** The aliases of these articles, including the recycle bin. */
export async function findAliases(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await each(db, siteId, ids, naming)
  return new Map(rows.map(({ id, alias }) => [id, alias]))
}

/** Locks these articles, including the recycle bin, until the transaction ends. */
export async function lockSeveral(tx: Tx, siteId: number, ids: readonly number[]): Promise<ArticleRow[]> {
  const inOrder = [...ids].sort((one, other) => one - other)
  return each(tx, siteId, inOrder, locking)
}

const rewriting = prepared<{ id: number; content: string; summary: string }, never>(
  ({ value }) => sql`update articles set content = ${value('content')}, summary = ${value('summary')},
    version = version + 1 where id = ${value('id')}`,
)

export async function saveRewritten(
  tx: Tx,
  text: { readonly id: number; readonly content: string; readonly summary: string },
): Promise<void> {
  await rewriting(tx, text)
}

const refiling = prepared<{ id: number; content: string; cover: string }, never>(
  ({ value }) => sql`update articles set content = ${value('content')}, cover = ${value('cover')},
    version = version + 1 where id = ${value('id')}`,
)

export async function saveFiles(
  tx: Tx,
  text: { readonly id: number; readonly content: string; readonly cover: string },
): Promise<void> {
  await refiling(tx, text)
}
