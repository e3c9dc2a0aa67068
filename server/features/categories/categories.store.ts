import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasesById, aliasesLike } from '../../platform/sql/aliases.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { forUpdate, takeNamedLock } from '../../platform/sql/lock.ts'
import { publishedTotal } from '../articles/totals.table.ts'
import type { CategoryRow, CategoryTable } from './categories.table.ts'

const IN_TREE = [
  'id',
  'site_id',
  'parent_id',
  'name',
  'alias',
  'sort_order',
  'enabled',
  'icon',
  'cover',
  'template',
  'show_in_nav',
  'external_link',
] as const satisfies (keyof CategoryRow)[]

interface Counted {
  article_count: number
  default_category_id: number
}
export type CategoryInTree = Pick<CategoryRow, (typeof IN_TREE)[number]> & Counted
export type CategoryWithCount = CategoryRow & Counted
export type Step = Pick<CategoryRow, 'id' | 'parent_id' | 'enabled'>

export async function findCategories(db: Db, siteId: number): Promise<CategoryInTree[]> {
  return counted(db, siteId)
    .select(IN_TREE.map((column) => `categories.${column}` as const))
    .orderBy('categories.sort_order')
    .orderBy('categories.id')
    .execute()
}

export async function readCategory(db: Db, siteId: number, id: number): Promise<CategoryWithCount> {
  const row = await counted(db, siteId)
    .selectAll('categories')
    .where('categories.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('category-not-found')
  return row
}

function counted(db: Db, siteId: number) {
  return db
    .selectFrom('categories')
    .innerJoin('sites', 'sites.id', 'categories.site_id')
    .select(publishedTotal(siteId, 'category', sql.ref('categories.id')).as('article_count'))
    .select('sites.default_category_id')
    .where('categories.site_id', '=', siteId)
}

/** The descendants that are public while the category is: enabled, with all categories between enabled. */
export async function findEnabledBeneath(
  db: Db,
  siteId: number,
  id: number,
): Promise<Pick<CategoryRow, 'id' | 'alias'>[]> {
  return db
    .withRecursive('beneath', (beneath) =>
      beneath
        .selectFrom('categories')
        .select(['id', 'alias'])
        .where('site_id', '=', siteId)
        .where('parent_id', '=', id)
        .where('enabled', '=', 1)
        .union(
          beneath
            .selectFrom('categories')
            .innerJoin('beneath', 'beneath.id', 'categories.parent_id')
            .select(['categories.id', 'categories.alias'])
            .where('categories.enabled', '=', 1),
        ),
    )
    .selectFrom('beneath')
    .selectAll()
    .execute()
}

/** The category and its ancestors up to the top level; empty if it does not exist. */
export async function findPath(db: Db, siteId: number, id: number): Promise<Step[]> {
  return db
    .withRecursive('path', (path) =>
      path
        .selectFrom('categories')
        .select(['id', 'parent_id', 'enabled'])
        .where('site_id', '=', siteId)
        .where('id', '=', id)
        .union(
          path
            .selectFrom('categories')
            .innerJoin('path', 'path.parent_id', 'categories.id')
            .select(['categories.id', 'categories.parent_id', 'categories.enabled']),
        ),
    )
    .selectFrom('path')
    .selectAll()
    .execute()
}

export async function hasChildren(db: Db, siteId: number, id: number): Promise<boolean> {
  const child = await db
    .selectFrom('categories')
    .select('id')
    .where('site_id', '=', siteId)
    .where('parent_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}

export async function readDefaultCategoryId(db: Db, siteId: number): Promise<number> {
  const site = await db
    .selectFrom('sites')
    .select('default_category_id')
    .where('id', '=', siteId)
    .executeTakeFirst()
  if (!site) throw new Problem('site-not-found')
  return site.default_category_id
}

/**
 * Serialises changes of a site's tree: two moves could create a cycle together, and two names could give the same
 * alias. SQLite has a single writer anyway.
 */
export async function lockTree(tx: Tx, siteId: number): Promise<void> {
  await takeNamedLock(tx, `categories of ${siteId}`)
}

/** Locks the existing ones in the order of their ids, to avoid deadlocks. */
export async function lockCategories(tx: Tx, siteId: number, ids: readonly number[]): Promise<CategoryRow[]> {
  return forUpdate(
    tx,
    tx
      .selectFrom('categories')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute()
}

export function takenAliases(db: Db, siteId: number, alias: string): Promise<Set<string>> {
  const rows = db.selectFrom('categories').select('alias').where('site_id', '=', siteId)
  return aliasesLike(rows, alias)
}

export async function insertCategory(
  tx: Tx,
  category: Omit<Insertable<CategoryTable>, 'created_at' | 'updated_at'>,
): Promise<CategoryRow> {
  return orTaken(() =>
    tx
      .insertInto('categories')
      .values({ ...category, created_at: tx.now, updated_at: tx.now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export async function saveCategory(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<CategoryTable>,
): Promise<void> {
  await orTaken(() =>
    tx
      .updateTable('categories')
      .set({ ...changes, updated_at: laterThanBefore(tx) })
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .execute(),
  )
}

/** Returns the moved categories. */
export async function moveChildren(
  tx: Tx,
  siteId: number,
  fromId: number,
  toId: number,
): Promise<CategoryRow[]> {
  return tx
    .updateTable('categories')
    .set({ parent_id: toId, updated_at: laterThanBefore(tx) })
    .where('site_id', '=', siteId)
    .where('parent_id', '=', fromId)
    .returningAll()
    .execute()
}

/** It is the version for If-Match, so two changes in one millisecond must differ. */
function laterThanBefore(tx: Tx) {
  return sql<number>`case when updated_at < ${tx.now} then ${tx.now} else updated_at + 1 end`
}

export async function removeCategory(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('categories').where('site_id', '=', siteId).where('id', '=', id).execute()
}

export async function removeCategoriesOf(tx: Tx, siteId: number): Promise<void> {
  await tx.deleteFrom('categories').where('site_id', '=', siteId).execute()
}

async function orTaken<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'categories_site_id_alias_unique')
      throw invalid('alias', 'taken')
    throw error
  }
}

/** The aliases of these categories. Missing ones are left out. */
export function findAliases(db: Db, siteId: number, ids: readonly number[]): Promise<Map<number, string>> {
  return aliasesById(db.selectFrom('categories').select(['id', 'alias']).where('site_id', '=', siteId), ids)
}
