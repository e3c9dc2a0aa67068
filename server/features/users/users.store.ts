import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { listUsers } from '@inkstone/contract/users.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { contains, containsInAnyCase } from '../../platform/sql/like.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import type { UserRow, UserTable } from './users.table.ts'

const living = (db: Db) => db.selectFrom('users').where('deleted_at', 'is', null)

export async function findUsers(db: Db, query: QueryOf<typeof listUsers>): Promise<Found<UserRow>> {
  let matching = living(db)
  if (query.role !== undefined) matching = matching.where('role', '=', query.role)
  if (query.status !== undefined) matching = matching.where('status', '=', query.status)
  if (query.keyword)
    matching = matching.where(({ or, ref }) => {
      const text = query.keyword?.toLowerCase() ?? ''
      return or([
        contains(ref('username_key'), text),
        contains(ref('email_key'), text),
        containsInAnyCase(db, ref('nickname'), text),
      ])
    })
  const { limit, offset } = boundsOf(query)
  const rows = await matching.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function readUser(db: Db, id: number): Promise<UserRow> {
  const row = await living(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('user-not-found')
  return row
}

export async function lockUser(tx: Tx, id: number): Promise<UserRow> {
  const row = await forUpdate(
    tx,
    tx.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
  ).executeTakeFirst()
  if (!row) throw new Problem('user-not-found')
  return row
}

export async function findName(
  db: Db,
  id: number,
): Promise<{ username: string; nickname: string } | undefined> {
  return db.selectFrom('users').select(['username', 'nickname']).where('id', '=', id).executeTakeFirst()
}

export async function isKnown(db: Db, id: number): Promise<boolean> {
  return (await living(db).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** By username or e-mail address, in any case. */
export async function findUserByName(db: Db, name: string): Promise<UserRow | undefined> {
  const column = name.includes('@') ? 'email_key' : 'username_key'
  return living(db).selectAll().where(column, '=', keyOf(name)).executeTakeFirst()
}

export async function findFirstAdmin(db: Db): Promise<number | undefined> {
  const row = await living(db).select('id').where('role', '=', 'admin').orderBy('id').executeTakeFirst()
  return row?.id
}

const MAX_PER_STATEMENT = 500

export async function findUnconfirmed(db: Db, before: number): Promise<number[]> {
  const rows = await living(db)
    .select('id')
    .where('unconfirmed', '=', 1)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(MAX_PER_STATEMENT)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countUsers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * The global administrators who can log in, locked so that two cannot be removed at once. Locked before any single user, to
 * avoid deadlocks. Somebody invited cannot log in before they have a password, nor somebody registered before they have
 * confirmed their address. Who has logged in without a password did so with an OpenID provider.
 */
export async function lockGlobalAdmins(tx: Tx): Promise<number[]> {
  const rows = await forUpdate(
    tx,
    tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 1)
      .where('unconfirmed', '=', 0)
      .where(({ eb, or }) => or([eb('password_hash', '<>', ''), eb('last_login_at', 'is not', null)]))
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ).execute()
  // Read after locking, so that rows added by another transaction are seen.
  const bound = await tx.selectFrom('user_sites').select('user_id').distinct().execute()
  const withRows = new Set(bound.map(({ user_id }) => user_id))
  return rows.map(({ id }) => id).filter((id) => !withRows.has(id))
}

/** No row has this id. */
const NOBODY = 0

type NewUser = Omit<Insertable<UserTable>, 'username_key' | 'email_key' | 'created_at' | 'updated_at'>

export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  return orTaken(tx, NOBODY, user, () =>
    tx
      .insertInto('users')
      .values({
        ...user,
        username_key: keyOf(user.username),
        email_key: keyOf(user.email),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** A login does not count as a change of the user. */
export async function saveLogin(
  tx: Tx,
  id: number,
  learned: Partial<Pick<UserRow, 'language'>>,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ ...learned, last_login_at: tx.now, last_seen_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveSeen(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('users').set({ last_seen_at: tx.now }).where('id', '=', id).execute()
}

export async function saveUser(tx: Tx, id: number, changes: Updateable<UserTable>): Promise<UserRow> {
  return orTaken(tx, id, changes, () =>
    tx
      .updateTable('users')
      .set({
        ...changes,
        ...(changes.username !== undefined && { username_key: keyOf(changes.username) }),
        ...(changes.email !== undefined && { email_key: keyOf(changes.email) }),
        updated_at: tx.now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** For the user with this address, if any. */
export async function saveNoMailComments(tx: Tx, emailKey: string): Promise<void> {
  await tx
    .updateTable('users')
    // With its time, so that a profile that was read before is not saved over it.
    .set({ mail_comments: 0, updated_at: tx.now })
    .where('email_key', '=', emailKey)
    .execute()
}

/** The row is kept as the author of existing content. Its names are free again. */
export async function retireUser(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      deleted_at: tx.now,
      username_key: null,
      email_key: null,
      email: '',
      password_hash: '',
      status: 0,
      updated_at: tx.now,
    })
    .where('id', '=', id)
    .execute()
}

/** What remains of an erased person: a row that their content refers to. */
export async function eraseNames(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ username: `erased-${id}`, nickname: '', avatar: '', bio: '', language: '', last_login_at: null })
    .where('id', '=', id)
    .execute()
}

function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

interface Names {
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/** The unique indexes decide. On a violation both names are checked, so that the caller gets both errors at once. */
async function orTaken<Result>(
  tx: Tx,
  ownId: number,
  names: Names,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt(tx, change)
  } catch (error) {
    const refused = error instanceof ConstraintViolated && COLUMN_OF.get(error.constraint)
    if (!refused) throw error
    const taken = await findTaken(tx, ownId, names)
    const fields = NAMES.filter((name) => name === refused || taken.includes(name))
    throw new Problem('invalid', { fields: new Map(fields.map((field) => [field, [{ name: 'taken' }]])) })
  }
}

const NAMES = ['username', 'email'] as const
const COLUMN_OF: ReadonlyMap<string, keyof Names> = new Map([
  ['users_username_key_unique', 'username'],
  ['users_email_key_unique', 'email'],
])

async function findTaken(tx: Tx, ownId: number, names: Names): Promise<(keyof Names)[]> {
  const taken: (keyof Names)[] = []
  for (const field of NAMES) {
    const name = names[field]
    const holder = name === undefined ? undefined : await findUserByName(tx, name)
    if (holder && holder.id !== ownId) taken.push(field)
  }
  return taken
}
