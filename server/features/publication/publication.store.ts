import { DRAFT } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { skipLocked } from '../../platform/sql/lock.ts'
import type { AuditTable } from './publication.table.ts'

export async function insertAudit(tx: Tx, audit: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('article_audits').values(audit).execute()
}

const withAuditor = (db: Db, siteId: number, articleId: number) =>
  db
    .selectFrom('article_audits as d')
    .leftJoin('users as u', 'u.id', 'd.auditor_id')
    .select(['d.id', 'd.status', 'd.reason', 'd.auditor_id', 'd.created_at', 'u.username', 'u.nickname'])
    .where('d.site_id', '=', siteId)
    .where('d.article_id', '=', articleId)

export type AuditFound = Awaited<ReturnType<ReturnType<typeof withAuditor>['executeTakeFirstOrThrow']>>

export async function findAudits(
  db: Db,
  siteId: number,
  articleId: number,
  page: PageQuery,
): Promise<Found<AuditFound>> {
  const { limit, offset } = boundsOf(page)
  const rows = await withAuditor(db, siteId, articleId)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('article_audits')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Due drafts, locked. Those locked by another node are skipped. */
export async function lockDueArticles(tx: Tx, siteId: number, limit: number): Promise<number[]> {
  const due = tx
    .selectFrom('articles')
    .select('id')
    .where('site_id', '=', siteId)
    .where('scheduled_at', 'is not', null)
    .where('scheduled_at', '<=', tx.now)
    .where('status', '=', DRAFT)
    .where('deleted_at', 'is', null)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(limit)
  const rows = await skipLocked(tx, due).execute()
  return rows.map(({ id }) => id)
}

/** Whether an article is still scheduled, or has a working copy that may be. It is not locked. */
export async function findState(tx: Tx, siteId: number, id: number): Promise<'due' | 'copy' | undefined> {
  const article = await tx
    .selectFrom('articles')
    .select(['status', 'scheduled_at', 'working_copy'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!article) return undefined
  if (article.status === DRAFT && (article.scheduled_at ?? Number.POSITIVE_INFINITY) <= tx.now) return 'due'
  return article.working_copy === 1 ? 'copy' : undefined
}
