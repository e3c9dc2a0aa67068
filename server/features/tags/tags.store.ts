import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { listTags } from '@inkstone/contract/tags.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasesById, aliasesLike } from '../../platform/sql/aliases.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { contains, containsInAnyCase, equalsInAnyCase } from '../../platform/sql/like.ts'
import { forUpdate, takeNamedLock } from '../../platform/sql/lock.ts'
import { publishedTotal } from '../articles/totals.table.ts'
import type { TagRow, TagTable } from './tags.table.ts'

export type TagWithCount = TagRow & { article_count: number }

export async function findTags(
  db: Db,
  siteId: number,
  query: QueryOf<typeof listTags>,
): Promise<Found<TagWithCount>> {
  const { keyword = '', all, ids } = query
  const { limit, offset } = boundsOf(query)
  let listed = counted(db, siteId)
  let matching = db.selectFrom('tags').where('site_id', '=', siteId)
  if (all !== 1) {
    listed = listed.where('tags.enabled', '=', 1)
    matching = matching.where('enabled', '=', 1)
  }
  if (ids !== undefined) {
    listed = listed.where('tags.id', 'in', ids)
    matching = matching.where('id', 'in', ids)
  }
  if (keyword !== '') {
    const isOfThisName = equalsInAnyCase(db, sql<string>`tags.name`, keyword)
    listed = listed.where(named(db, keyword)).orderBy(sql`case when ${isOfThisName} then 0 else 1 end`)
    matching = matching.where(named(db, keyword))
  }
  const rows = await listed
    .orderBy('tags.sort_order')
    .orderBy('tags.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

function named(db: Db, keyword: string) {
  return sql<boolean>`(${containsInAnyCase(db, sql<string>`tags.name`, keyword)}
    or ${contains(sql<string>`tags.alias`, keyword.toLowerCase())})`
}

export async function findHotTags(
  db: Db,
  siteId: number,
  limit: number,
): Promise<Pick<TagWithCount, 'id' | 'name' | 'article_count'>[]> {
  return withTotals(db, siteId)
    .select(['tags.id', 'tags.name'])
    .where('tags.enabled', '=', 1)
    .orderBy('article_count', 'desc')
    .orderBy('tags.sort_order')
    .orderBy('tags.id')
    .limit(limit)
    .execute()
}

export async function readTag(db: Db, siteId: number, id: number): Promise<TagWithCount> {
  const row = await counted(db, siteId).where('tags.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('tag-not-found')
  return row
}

export async function findTagId(db: Db, siteId: number, alias: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where('site_id', '=', siteId)
    .where('alias', '=', alias)
    .executeTakeFirst()
  return row?.id
}

function counted(db: Db, siteId: number) {
  return withTotals(db, siteId).selectAll('tags')
}

function withTotals(db: Db, siteId: number) {
  return db
    .selectFrom('tags')
    .select(publishedTotal(siteId, 'tag', sql.ref('tags.id')).as('article_count'))
    .where('tags.site_id', '=', siteId)
}

/** Serialises new aliases of a site: two names can give the same one. SQLite has a single writer anyway. */
export async function lockAliases(tx: Tx, siteId: number): Promise<void> {
  await takeNamedLock(tx, `tags of ${siteId}`)
}

/** Locks the existing ones in the order of their ids, to avoid deadlocks. */
export async function lockTags(tx: Tx, siteId: number, ids: readonly number[]): Promise<TagRow[]> {
  return forUpdate(
    tx,
    tx.selectFrom('tags').selectAll().where('site_id', '=', siteId).where('id', 'in', ids).orderBy('id'),
  ).execute()
}

export function takenAliases(db: Db, siteId: number, alias: string): Promise<Set<string>> {
  const rows = db.selectFrom('tags').select('alias').where('site_id', '=', siteId)
  return aliasesLike(rows, alias)
}

export async function insertTag(
  tx: Tx,
  tag: Omit<Insertable<TagTable>, 'created_at' | 'updated_at'>,
): Promise<TagRow> {
  return orTaken(() =>
    tx
      .insertInto('tags')
      .values({ ...tag, created_at: tx.now, updated_at: tx.now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/**
 * A response for readers leaves out a disabled tag, so it does not depend on the row of the tag. This statement names no
 * row that the cache understands, and so invalidates every response with tags.
 */
export async function saveEnabled(tx: Tx, siteId: number, id: number, enabled: number): Promise<void> {
  await sql`update tags set enabled = ${enabled} where site_id = ${siteId} and id = ${id}`.execute(tx)
}

export async function saveTag(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<TagTable>,
): Promise<void> {
  await orTaken(() =>
    tx
      .updateTable('tags')
      .set({
        ...changes,
        // It is the version for If-Match, so two changes in one millisecond must differ.
        updated_at: sql<number>`case when updated_at < ${tx.now} then ${tx.now} else updated_at + 1 end`,
      })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute(),
  )
}

export async function removeTag(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('tags').where('site_id', '=', siteId).where('id', '=', id).execute()
}

async function orTaken<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'tags_site_id_alias_unique')
      throw invalid('alias', 'taken')
    throw error
  }
}

export async function findTagByName(db: Db, siteId: number, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where('site_id', '=', siteId)
    .where('name', '=', name)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** In any case of the letters. */
export async function isNameOfDisabled(db: Db, siteId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where('site_id', '=', siteId)
    .where('enabled', '=', 0)
    .where(equalsInAnyCase(db, sql<string>`name`, name))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The aliases of these tags. Missing ones are left out. */
export function findAliases(db: Db, siteId: number, ids: readonly number[]): Promise<Map<number, string>> {
  return aliasesById(db.selectFrom('tags').select(['id', 'alias']).where('site_id', '=', siteId), ids)
}
