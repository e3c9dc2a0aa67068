import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { RevisionTable } from './revisions.table.ts'

type NewRevision = Omit<Insertable<RevisionTable>, 'number'>

/** The number of the content that is set aside during autosave. It is not shown. */
const HELD = 0

/** The row of the article is locked by the caller, so the next number is free. */
export async function insertRevision(tx: Tx, revision: NewRevision): Promise<void> {
  await insertingNext(tx, revision)
}

const insertingNext = prepared<NewRevision, never>(
  ({ value }) => sql`
    insert into article_revisions (article_id, number, site_id, saved_by, token_id, saved_at, snapshot)
    values (
      ${value('article_id')},
      (select coalesce(max(number), 0) + 1 from article_revisions where article_id = ${value('article_id')}),
      ${value('site_id')}, ${value('saved_by')}, ${value('token_id')}, ${value('saved_at')}, ${value('snapshot')}
    )`,
)

export async function insertHeldRevision(tx: Tx, revision: NewRevision): Promise<void> {
  await tx
    .insertInto('article_revisions')
    .values({ ...revision, number: HELD })
    .execute()
}

export async function numberHeldRevision(tx: Tx, articleId: number): Promise<void> {
  await tx
    .updateTable('article_revisions')
    .set({ number: nextNumber(tx, articleId) })
    .where('article_id', '=', articleId)
    .where('number', '=', HELD)
    .execute()
}

function nextNumber(tx: Tx, articleId: number) {
  return tx
    .selectFrom('article_revisions as r')
    .select(sql<number>`coalesce(max(r.number), 0) + 1`.as('next'))
    .where('r.article_id', '=', articleId)
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
    .where('r.number', '>', HELD)
    .orderBy('r.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('article_revisions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .where('number', '>', HELD)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The names of a user and a token that wrote something. */
export async function findWriter(db: Db, userId: number, tokenId: number | null) {
  return db
    .selectFrom('users as u')
    .leftJoin('api_tokens as t', (join) => join.on('t.id', '=', tokenId))
    .select(['u.username', 'u.nickname', 't.name as token_name'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}

export async function findRevision(
  db: Db,
  siteId: number,
  articleId: number,
  number: number,
): Promise<RevisionFound | undefined> {
  return withEditor(db, siteId, articleId).where('r.number', '=', number).executeTakeFirst()
}

/** Whether an earlier version of the article had a cover. In a snapshot, the quotes of a text are escaped. */
export async function hadCover(db: Db, siteId: number, articleId: number): Promise<boolean> {
  const row = await db
    .selectFrom('article_revisions')
    .select('number')
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .where('snapshot', 'not like', '%"cover":""%')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The token that saved each revision, oldest first: what is set aside during autosave is the newest. */
export async function findMarks(db: Db, siteId: number, articleId: number) {
  return db
    .selectFrom('article_revisions')
    .select(['number', 'token_id', 'saved_at'])
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .orderBy(({ eb }) => eb('number', '=', HELD))
    .orderBy('number')
    .execute()
}
