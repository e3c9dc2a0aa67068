import type { ReviewStatus } from '@inkstone/contract/articles.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { contains } from '../../platform/sql/like.ts'
import type { CopyRow, CopyTable } from './copies.table.ts'

/** The lock on the article protects its copy: the row of the copy is never locked separately. */
export async function findCopy(db: Db, siteId: number, articleId: number): Promise<CopyRow | undefined> {
  return db
    .selectFrom('article_copies')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .executeTakeFirst()
}

export async function putCopy(tx: Tx, copy: Insertable<CopyTable>): Promise<CopyRow> {
  const { article_id: _, site_id: _site, created_at: _created, ...changes } = copy
  return tx
    .insertInto('article_copies')
    .values(copy)
    .onConflict((conflict) => conflict.column('article_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeCopy(tx: Tx, siteId: number, articleId: number): Promise<void> {
  await tx
    .deleteFrom('article_copies')
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .execute()
}

/** Marks on the article that it has a copy, and its review status. This is not a change of the article. */
export async function markCopy(
  tx: Tx,
  siteId: number,
  articleId: number,
  marks: { working_copy: 0 | 1; review_status: ReviewStatus },
): Promise<void> {
  await tx
    .updateTable('articles')
    .set(marks)
    .where('site_id', '=', siteId)
    .where('id', '=', articleId)
    .execute()
}

/** The copies of a site with their links, without their texts. */
export async function findCopyLinks(
  db: Db,
  siteId: number,
): Promise<Array<Pick<CopyRow, 'article_id' | 'links'>>> {
  return db
    .selectFrom('article_copies')
    .select(['article_id', 'links'])
    .where('site_id', '=', siteId)
    .orderBy('article_id')
    .execute()
}

/** The copies of all sites that API tokens autosaved. */
export async function findAutosavedCopies(
  db: Db,
  since: number,
): Promise<Array<Pick<CopyRow, 'article_id' | 'site_id' | 'created_at' | 'fields'>>> {
  return db
    .selectFrom('article_copies')
    .select(['article_id', 'site_id', 'created_at', 'fields'])
    .where('updated_at', '>=', since)
    .where(contains(sql.ref('fields'), '"token_autosaves":'))
    .orderBy('article_id', 'desc')
    .execute()
}

export async function saveCopyLinks(tx: Tx, siteId: number, articleId: number, links: string): Promise<void> {
  await tx
    .updateTable('article_copies')
    .set({ links })
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .execute()
}

export async function saveCopyBase(
  tx: Tx,
  siteId: number,
  articleId: number,
  articleVersion: number,
): Promise<void> {
  await tx
    .updateTable('article_copies')
    .set({ article_version: articleVersion })
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .execute()
}

interface Name {
  readonly id: number
  readonly name: string
  readonly alias: string
  readonly enabled: number
}

export interface NamesOfLinks {
  readonly categories: ReadonlyMap<number, Name>
  readonly tags: ReadonlyMap<number, Name>
}

export async function namesOfLinks(
  db: Db,
  siteId: number,
  categoryIds: readonly number[],
  tagIds: readonly number[],
): Promise<NamesOfLinks> {
  const named = async (table: 'categories' | 'tags', ids: readonly number[]) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name', 'alias', 'enabled'])
      .where('site_id', '=', siteId)
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  return { categories: await named('categories', categoryIds), tags: await named('tags', tagIds) }
}
