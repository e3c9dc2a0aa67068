import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasesById, aliasesLike } from '../../platform/sql/aliases.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { forUpdate, takeNamedLock } from '../../platform/sql/lock.ts'
import type { PageName } from './pages.rules.ts'
import type { PageRow, PageTable } from './pages.table.ts'

const IN_LIST = [
  'id',
  'site_id',
  'title',
  'alias',
  'view_count',
  'sort_order',
  'enabled',
  'show_in_nav',
  'template',
  'css_class',
  'page_type',
  'allow_comment',
  'comment_count',
  'version',
] as const satisfies (keyof PageRow)[]
export type PageInList = Pick<PageRow, (typeof IN_LIST)[number]>

export async function findPages(db: Db, siteId: number, withDisabled: boolean): Promise<PageInList[]> {
  let listed = db.selectFrom('pages').where('site_id', '=', siteId).where('deleted_at', 'is', null)
  if (!withDisabled) listed = listed.where('enabled', '=', 1)
  return listed.select(IN_LIST).orderBy('sort_order').orderBy('id').execute()
}

/** A page with its text, if it is still listed. */
export async function readListed(
  db: Db,
  siteId: number,
  id: number,
  withDisabled: boolean,
): Promise<PageRow | undefined> {
  let listed = db
    .selectFrom('pages')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  if (!withDisabled) listed = listed.where('enabled', '=', 1)
  return listed.executeTakeFirst()
}

export async function readPage(db: Db, siteId: number, name: PageName): Promise<PageRow> {
  const row = await living(db, siteId, name).executeTakeFirst()
  if (!row) throw new Problem('page-not-found')
  return row
}

export async function lockPage(tx: Tx, siteId: number, name: PageName): Promise<PageRow> {
  const row = await lockExistingPage(tx, siteId, name)
  if (!row) throw new Problem('page-not-found')
  return row
}

export function lockExistingPage(tx: Tx, siteId: number, name: PageName): Promise<PageRow | undefined> {
  return forUpdate(tx, living(tx, siteId, name)).executeTakeFirst()
}

function living(db: Db, siteId: number, { column, value }: PageName) {
  return db
    .selectFrom('pages')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
}

/** In one statement, so that no simultaneous view is lost. */
export async function countView(
  tx: Tx,
  siteId: number,
  { column, value }: PageName,
  withDisabled: boolean,
): Promise<number> {
  let page = tx
    .updateTable('pages')
    .set(({ eb }) => ({ view_count: eb('view_count', '+', 1) }))
    .where('site_id', '=', siteId)
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
  if (!withDisabled) page = page.where('enabled', '=', 1)
  const row = await page.returning('view_count').executeTakeFirst()
  if (!row) throw new Problem('page-not-found')
  return row.view_count
}

/** Updates the number of approved comments. The page itself and its version do not change. */
export async function moveCommentCount(tx: Tx, siteId: number, id: number, by: number): Promise<void> {
  await tx
    .updateTable('pages')
    .set(({ eb }) => ({ comment_count: eb('comment_count', '+', by) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Serialises new aliases of a site: two titles can give the same one. SQLite has a single writer anyway. */
export async function lockAliases(tx: Tx, siteId: number): Promise<void> {
  await takeNamedLock(tx, `pages of ${siteId}`)
}

export function takenAliases(db: Db, siteId: number, alias: string): Promise<Set<string>> {
  const rows = db
    .selectFrom('pages')
    .select('alias')
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
  return aliasesLike(rows, alias)
}

export async function insertPage(
  tx: Tx,
  page: Omit<Insertable<PageTable>, 'created_at' | 'updated_at' | 'deleted_at' | 'deleted_by'> &
    Partial<Pick<PageRow, 'created_at' | 'updated_at'>>,
): Promise<PageRow> {
  return orTaken(() =>
    tx
      .insertInto('pages')
      .values({ created_at: tx.now, updated_at: tx.now, ...page })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export async function savePage(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<PageTable>,
): Promise<PageRow> {
  return orTaken(() =>
    tx
      .updateTable('pages')
      .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1), updated_at: tx.now }))
      .where('site_id', '=', siteId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** Replacing URLs in its text does not count as a change of the page. */
export async function saveText(tx: Tx, siteId: number, id: number, content: string): Promise<PageRow> {
  return tx
    .updateTable('pages')
    .set(({ eb }) => ({ content, version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findPage(db: Db, siteId: number, id: number): Promise<PageRow | undefined> {
  return db
    .selectFrom('pages')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function findPageId(db: Db, siteId: number, alias: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('pages')
    .select('id')
    .where('site_id', '=', siteId)
    .where('alias', '=', alias)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The aliases of these pages, including the recycle bin. */
export function findAliases(db: Db, siteId: number, ids: readonly number[]): Promise<Map<number, string>> {
  return aliasesById(db.selectFrom('pages').select(['id', 'alias']).where('site_id', '=', siteId), ids)
}

export async function putIntoBin(tx: Tx, siteId: number, id: number, deletedBy: number): Promise<void> {
  await tx
    .updateTable('pages')
    .set({ deleted_at: tx.now, deleted_by: deletedBy })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

async function orTaken<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'pages_site_id_alias_unique')
      throw invalid('alias', 'taken')
    throw error
  }
}

export async function restoreWithAlias(tx: Tx, siteId: number, id: number, alias: string): Promise<void> {
  await tx
    .updateTable('pages')
    .set(({ eb }) => ({ alias, deleted_at: null, deleted_by: null, version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export async function removePage(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('pages').where('site_id', '=', siteId).where('id', '=', id).execute()
}
