import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { contains } from '../../platform/sql/like.ts'
import { shownName } from '../settings/settings.rules.ts'
import type { MessageRow, MessageTable } from './messages.table.ts'

export async function insertMessage(tx: Tx, message: Insertable<MessageTable>): Promise<void> {
  await tx.insertInto('messages').values(message).execute()
}

const mine = (db: Db, siteId: number, userId: number) =>
  db.selectFrom('messages').where('user_id', '=', userId).where('site_id', '=', siteId)

export async function findMessages(
  db: Db,
  siteId: number,
  userId: number,
  unreadOnly: boolean,
  page: PageQuery,
): Promise<Found<MessageRow>> {
  let matching = mine(db, siteId, userId)
  if (unreadOnly) matching = matching.where('read_at', 'is', null)
  const { limit, offset } = boundsOf(page)
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function unreadCount(db: Db, siteId: number, userId: number): Promise<number> {
  const { total } = await mine(db, siteId, userId)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Keeps the time of the first reading. False if there is no such message. */
export async function markRead(tx: Tx, siteId: number, userId: number, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('messages')
    .set({ read_at: sql<number>`coalesce(read_at, ${tx.now})` })
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markAllRead(tx: Tx, siteId: number, userId: number): Promise<number> {
  const rows = await tx
    .updateTable('messages')
    .set({ read_at: tx.now })
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export async function insertRefusal(tx: Tx, siteId: number, emailKey: string): Promise<void> {
  await tx
    .insertInto('mail_refusals')
    .values({ site_id: siteId, email_key: emailKey, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['site_id', 'email_key']).doNothing())
    .execute()
}

/** The choice of a user applies to all sites, that of a guest to one. */
export async function hasRefusal(db: Db, siteId: number, emailKey: string): Promise<boolean> {
  const refusal = await db
    .selectFrom('mail_refusals')
    .select('email_key')
    .where('site_id', '=', siteId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return refusal !== undefined || (await hasUserWith(db, emailKey, { mail_comments: 0 }))
}

/** Whether a user with this address gets e-mail about comments, on the sites without a refusal. */
export function isMailWanted(db: Db, emailKey: string): Promise<boolean> {
  return hasUserWith(db, emailKey, { mail_comments: 1 })
}

async function hasUserWith(
  db: Db,
  emailKey: string,
  { mail_comments }: { readonly mail_comments: 0 | 1 },
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('mail_comments', '=', mail_comments)
    .executeTakeFirst()
  return user !== undefined
}

export async function hasRefusals(db: Db, emailKey: string): Promise<boolean> {
  const refusal = await db
    .selectFrom('mail_refusals')
    .select('site_id')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return refusal !== undefined
}

export async function removeRefusals(tx: Tx, emailKey: string): Promise<void> {
  await tx.deleteFrom('mail_refusals').where('email_key', '=', emailKey).execute()
}

/** A user who can receive e-mail, and the name that the site shows to readers. */
export async function findReader(db: Db, siteId: number, userId: number) {
  const reader = await db
    .selectFrom('users as u')
    .innerJoin('sites as s', (join) => join.on('s.id', '=', siteId))
    .select(['u.email', 'u.nickname', 'u.username', 'u.language', 's.name', 's.settings'])
    .where('u.id', '=', userId)
    .where('u.status', '=', 1)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return reader && { ...reader, site_name: shownName(reader) }
}

/** Marks the messages of a kind about a comment or an article as read. */
export async function markReadAbout(
  tx: Tx,
  siteId: number,
  userIds: readonly number[],
  kind: string,
  [field, id]: readonly ['comment_id' | 'article_id', number],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .updateTable('messages')
    .set({ read_at: tx.now })
    .where('site_id', '=', siteId)
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    // Quotes inside a JSON string are escaped, so this matches only the field itself.
    .where(({ ref }) => contains(ref('details'), `"${field}":${id},`))
    .execute()
}

export async function removeMessagesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('messages').where('user_id', '=', userId).execute()
}

/** On all sites, latest first. */
export function findAllMessages(db: Db, userId: number, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
