import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/page.ts'
import type { RevisionTable } from './revisions.table.ts'

/** The article's row is held by whoever keeps a revision, so the next number is nobody else's. */
export async function insertRevision(
  tx: Tx,
  revision: Omit<Insertable<RevisionTable>, 'number'>,
): Promise<void> {
  await tx
    .insertInto('article_revisions')
    .values(({ selectFrom }) => ({
      ...revision,
      number: selectFrom('article_revisions')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('article_id', '=', revision.article_id),
    }))
    .execute()
}

const withEditor = (db: Db, siteId: number, articleId: number) =>
  db
    .selectFrom('article_revisions as r')
    .leftJoin('users as u', 'u.id', 'r.saved_by')
    .leftJoin('api_tokens as t', 't.id', 'r.token_id')
    .select(['r.number', 'r.saved_by', 'r.saved_at', 'r.snapshot', 'r.token_id'])
    .select(['u.username', 'u.nickname', 't.name as token_name'])
    .where('r.site_id', '=', siteId)
    .where('r.article_id', '=', articleId)

export type RevisionFound = Awaited<ReturnType<ReturnType<typeof withEditor>['executeTakeFirstOrThrow']>>

export async function findRevisions(
  db: Db,
  siteId: number,
  articleId: number,
  page: PageQuery,
): Promise<Found<RevisionFound>> {
  const { limit, offset } = boundsOf(page)
  const rows = await withEditor(db, siteId, articleId)
    .orderBy('r.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('article_revisions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function findRevision(
  db: Db,
  siteId: number,
  articleId: number,
  number: number,
): Promise<RevisionFound | undefined> {
  return withEditor(db, siteId, articleId).where('r.number', '=', number).executeTakeFirst()
}
