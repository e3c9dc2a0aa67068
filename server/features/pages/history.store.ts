import type { PageQuery } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import type { PageRow } from './pages.table.ts'

/** The row of the page is locked by the caller, so the next number is free. */
export async function insertPageRevision(tx: Tx, page: PageRow, snapshot: string): Promise<number> {
  const { number } = await tx
    .insertInto('page_revisions')
    .values({
      page_id: page.id,
      site_id: page.site_id,
      number: tx
        .selectFrom('page_revisions as r')
        .select(sql<number>`coalesce(max(r.number), 0) + 1`.as('next'))
        .where('r.page_id', '=', page.id),
      saved_by: page.written_by,
      saved_at: page.updated_at,
      snapshot,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** The numbers of the revisions of a page, oldest first. */
export async function findPageRevisionNumbers(db: Db, siteId: number, pageId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('page_revisions')
    .select('number')
    .where('site_id', '=', siteId)
    .where('page_id', '=', pageId)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

const withEditor = (db: Db, siteId: number, pageId: number) =>
  db
    .selectFrom('page_revisions as r')
    .leftJoin('users as u', 'u.id', 'r.saved_by')
    .select(['r.number', 'r.saved_by', 'r.saved_at', 'r.snapshot', 'u.username', 'u.nickname'])
    .where('r.site_id', '=', siteId)
    .where('r.page_id', '=', pageId)

export type PageRevisionFound = Awaited<ReturnType<ReturnType<typeof withEditor>['executeTakeFirstOrThrow']>>

export async function findPageRevisions(
  db: Db,
  siteId: number,
  pageId: number,
  page: PageQuery,
): Promise<Found<PageRevisionFound>> {
  const { limit, offset } = boundsOf(page)
  const rows = await withEditor(db, siteId, pageId)
    .orderBy('r.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('page_revisions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .where('page_id', '=', pageId)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export function findPageRevision(
  db: Db,
  siteId: number,
  pageId: number,
  number: number,
): Promise<PageRevisionFound | undefined> {
  return withEditor(db, siteId, pageId).where('r.number', '=', number).executeTakeFirst()
}

export function findPageDraft(db: Db, siteId: number, pageId: number) {
  return db
    .selectFrom('page_drafts as d')
    .leftJoin('users as u', 'u.id', 'd.saved_by')
    .select(['d.version', 'd.saved_by', 'd.saved_at', 'd.fields', 'u.username', 'u.nickname'])
    .where('d.site_id', '=', siteId)
    .where('d.page_id', '=', pageId)
    .executeTakeFirst()
}
/** The pages of a site that have a draft. */
export async function findDraftedPages(db: Db, siteId: number): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('page_drafts').select('page_id').where('site_id', '=', siteId).execute()
  return new Set(rows.map(({ page_id }) => page_id))
}

export type PageDraftFound = NonNullable<Awaited<ReturnType<typeof findPageDraft>>>

export async function putPageDraft(tx: Tx, page: PageRow, savedBy: number, fields: string): Promise<void> {
  await tx
    .insertInto('page_drafts')
    .values({
      page_id: page.id,
      site_id: page.site_id,
      version: tx.now,
      saved_by: savedBy,
      saved_at: tx.now,
      fields,
    })
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet({
        version: sql`page_drafts.version + 1`,
        saved_by: savedBy,
        saved_at: tx.now,
        fields,
      }),
    )
    .execute()
}

export async function removePageDraft(tx: Tx, siteId: number, pageId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('page_drafts')
    .where('site_id', '=', siteId)
    .where('page_id', '=', pageId)
    .returning('page_id')
    .executeTakeFirst()
  return row !== undefined
}
