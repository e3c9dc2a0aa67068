import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PastComments } from './comments.rules.ts'

/** Deleted comments count too. */
interface Author {
  readonly siteId: number
  /** 0 for a guest. */
  readonly userId: number
  readonly addressKey: string
}

const byUser = (db: Db, { siteId, userId }: Author) =>
  db
    .selectFrom('comments')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('site_id', '=', siteId)
    .where('is_site', '=', 0)

const fromAddress = (db: Db, { siteId, addressKey }: Author) =>
  db
    .selectFrom('comments')
    .select('created_at')
    .where('address_key', '=', addressKey)
    .where('site_id', '=', siteId)
    .where('is_site', '=', 0)

export async function lastByUser(db: Db, author: Author): Promise<number | undefined> {
  if (author.userId === 0) return undefined
  const row = await byUser(db, author).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return row?.created_at
}

export async function lastFromAddress(db: Db, author: Author): Promise<number | undefined> {
  const row = await fromAddress(db, author).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return row?.created_at
}

/** When the comment was posted that is followed by `count` - 1 others. Guests are counted by IP address. */
export async function timeOfNthLast(db: Db, author: Author, count: number): Promise<number | undefined> {
  const mine = author.userId === 0 ? fromAddress(db, author).where('user_id', 'is', null) : byUser(db, author)
  const row = await mine
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
  return row?.created_at
}

export async function hasSaid(db: Db, author: Author, contentHash: string, since: number): Promise<boolean> {
  const queries = [fromAddress(db, author), ...(author.userId === 0 ? [] : [byUser(db, author)])]
  for (const query of queries) {
    const row = await query
      .where('created_at', '>', since)
      .where('content_hash', '=', contentHash)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Considers only the most recent comments. Deleted approved comments do not count; spam counts until it is purged. */
export async function pastComments(
  db: Db,
  siteId: number,
  userId: number,
  most: number,
): Promise<PastComments> {
  const count = (condition: string) =>
    sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`
  return db
    .selectFrom(
      db
        .selectFrom('comments')
        .select(['status', 'deleted_at'])
        .where('user_id', '=', userId)
        .where('site_id', '=', siteId)
        .where('is_site', '=', 0)
        .orderBy('created_at', 'desc')
        .limit(most)
        .as('past'),
    )
    .select([count('status = 1 and deleted_at is null').as('approved'), count('status = 3').as('spam')])
    .executeTakeFirstOrThrow()
}
