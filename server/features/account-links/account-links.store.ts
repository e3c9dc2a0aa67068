import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { AccountLinkRow, AccountLinkTable, LinkPurpose } from './account-links.table.ts'

export async function insertLink(
  tx: Tx,
  link: Omit<Insertable<AccountLinkTable>, 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('account_links')
    .values({ ...link, created_at: tx.now })
    .execute()
}

export async function findLink(
  db: Db,
  tokenHash: string,
  purposes: readonly LinkPurpose[],
  now: number,
): Promise<AccountLinkRow | undefined> {
  return db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** When the newest link of a user for this purpose was made. */
export async function findLastLink(
  db: Db,
  userId: number,
  purpose: LinkPurpose,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_links')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.created_at
}

/** Consumes a link. Only one of two simultaneous requests succeeds. */
export async function consumeLink(
  tx: Tx,
  tokenHash: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLinkRow | undefined> {
  return tx
    .deleteFrom('account_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst()
}

/** The unconfirmed new address of a user. */
export async function findPendingEmail(db: Db, userId: number, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.email
}

export async function removeLinks(tx: Tx, userId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute()
}

export async function removeExpiredLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('account_links').where('expires_at', '<', tx.now).execute()
}

export async function removeAllLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('account_links').execute()
}

export async function removeLinksOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', userId).execute()
}
