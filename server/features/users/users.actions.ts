import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { Role } from '@inkstone/contract/permissions.ts'
import type { register } from '@inkstone/contract/sessions.ts'
import type { createUser as createEndpoint, updateUser as updateEndpoint } from '@inkstone/contract/users.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { relativeFields } from '../media/addresses.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { endSiteRolesOf } from './site-roles.actions.ts'
import { endsAdmin, isOnly } from './users.rules.ts'
import {
  countUsers,
  eraseNames,
  findFirstAdmin,
  findName,
  findUnconfirmed,
  findUserByName,
  insertUser,
  isKnown,
  lockGlobalAdmins,
  lockUser,
  readUser,
  retireUser,
  saveUser,
} from './users.store.ts'
import type { UserRow } from './users.table.ts'

type NewUser = Omit<BodyOf<typeof createEndpoint>, 'password'>
type UserChanges = Omit<BodyOf<typeof updateEndpoint>, 'password'>

/** Ends the access of a user. Implemented by the features that own sessions and tokens. */
export interface EndAccess {
  readonly sessions: (tx: Tx, userId: number) => Promise<void>
  /** All but the one of the caller. */
  readonly otherSessions: (tx: Tx, caller: Actor) => Promise<void>
  readonly tokens: (tx: Tx, userId: number) => Promise<void>
  /** Links that were sent to set a password or to change the address. */
  readonly links: (tx: Tx, userId: number) => Promise<void>
}

/** Not a valid hash, so no password matches it. */
const NO_PASSWORD = ''
const UNCONFIRMED_KEPT_MS = 7 * 24 * 60 * 60 * 1000

export async function createUser(
  tx: Tx,
  actor: Actor,
  fields: NewUser,
  /** Undefined for an invited user, who sets it themselves. */
  passwordHash: string | undefined,
): Promise<UserRow> {
  const { vip_expire, role = 'member', ...rest } = fields
  const user = await insertUser(tx, {
    ...(await relativeFields(tx, rest, ['avatar'])),
    role,
    vip_until: vip_expire ?? null,
    password_hash: passwordHash ?? NO_PASSWORD,
    // The invitation is in the language of whoever sends it.
    ...(passwordHash === undefined ? { invited: 1, language: actor.language } : { language: '' }),
  })
  await recordAuditEntry(tx, actor, {
    action: 'user.created',
    targetType: 'user',
    targetId: user.id,
    after: { username: user.username, role: user.role },
  })
  return user
}

export async function registerUser(
  tx: Tx,
  { username, email, nickname }: Omit<BodyOf<typeof register>, 'password'>,
  passwordHash: string,
  { language, unconfirmed }: { readonly language: string; readonly unconfirmed: 0 | 1 },
): Promise<UserRow> {
  return insertUser(tx, {
    username,
    email,
    ...(nickname !== undefined && { nickname }),
    role: 'member',
    language,
    password_hash: passwordHash,
    unconfirmed,
  })
}

export async function changeUser(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: UserChanges,
  passwordHash: string | undefined,
  end: EndAccess,
): Promise<UserRow> {
  const admins = endsAdmin(changes) ? await lockGlobalAdmins(tx) : []
  const before = await lockUser(tx, id)
  if (isOnly(admins, id)) throw invalid(changes.status === 0 ? 'status' : 'role', 'last-admin')
  const { vip_expire, ...rest } = changes
  const after = await saveUser(tx, id, {
    ...(await relativeFields(tx, rest, ['avatar'])),
    ...(vip_expire !== undefined && { vip_until: vip_expire }),
    ...(passwordHash !== undefined && { password_hash: passwordHash, invited: 0 }),
  })
  const isOwnPassword = passwordHash !== undefined && actor.userId === id && after.status === 1
  if (isOwnPassword) await end.otherSessions(tx, actor)
  else if (after.status === 0 || passwordHash !== undefined) await end.sessions(tx, id)
  if (passwordHash !== undefined) {
    await end.tokens(tx, id)
    await mailAccountNotice(tx, actor.siteId, id, 'password-changed')
  }
  if (passwordHash !== undefined || after.email !== before.email) await end.links(tx, id)
  if (after.email !== before.email)
    await mailAccountNotice(tx, actor.siteId, id, 'email-changed', { email: after.email }, before.email)
  await recordAuditEntry(tx, actor, {
    action: 'user.updated',
    targetType: 'user',
    targetId: id,
    before: accessOf(before),
    after: { ...accessOf(after), ...(passwordHash !== undefined && { password: 'changed' }) },
  })
  return after
}

function accessOf({ username, email, role, status, is_vip, vip_until }: UserRow) {
  return { username, email, role, status, is_vip, vip_until }
}

export async function deleteUser(tx: Tx, actor: Actor, id: number, end: EndAccess): Promise<void> {
  const admins = await lockGlobalAdmins(tx)
  const user = await lockUser(tx, id)
  if (isOnly(admins, id)) throw invalid('id', 'last-admin')
  await end.sessions(tx, id)
  await end.tokens(tx, id)
  await endSiteRolesOf(tx, id)
  await retireUser(tx, id)
  await recordAuditEntry(tx, actor, {
    action: 'user.deleted',
    targetType: 'user',
    targetId: id,
    before: accessOf(user),
  })
}

/** A role determined by the OpenID provider. The last administrator keeps theirs. */
export async function setRole(tx: Tx, actor: Actor, id: number, role: Role): Promise<void> {
  const admins = await lockGlobalAdmins(tx)
  const user = await lockUser(tx, id)
  if (user.role === role || (role !== 'admin' && isOnly(admins, id))) return
  await saveUser(tx, id, { role })
  await recordAuditEntry(tx, actor, {
    action: 'user.updated',
    targetType: 'user',
    targetId: id,
    before: { role: user.role },
    after: { role },
  })
}

/** Deletes registrations without a confirmed address, which frees their names. */
export async function deleteUnconfirmed(tx: Tx): Promise<void> {
  for (const id of await findUnconfirmed(tx, tx.now - UNCONFIRMED_KEPT_MS)) await retireUser(tx, id)
}

export const lockUserForChange: (tx: Tx, id: number) => Promise<UserRow> = lockUser
export const userById: (db: Db, id: number) => Promise<UserRow> = readUser
/** The first global administrator, in whose name commands act. */
export const firstAdmin: typeof findFirstAdmin = findFirstAdmin
export const userByName: (db: Db, name: string) => Promise<UserRow | undefined> = findUserByName

/** The name of a user, deleted or not; empty if unknown. */
export async function nameOfUser(
  db: Db,
  id: number,
): Promise<{ id: number; username: string; nickname: string }> {
  return { id, username: '', nickname: '', ...(await findName(db, id)) }
}

export const userExists: (db: Db, id: number) => Promise<boolean> = isKnown
export const hasUsers = async (db: Db): Promise<boolean> => (await countUsers(db)) > 0

/**
 * An imported author: disabled, without a password, and not notified. The address is kept unless another user has it.
 */
export async function importAuthor(
  tx: Tx,
  { username, nickname, email }: { username: string; nickname: string; email: string },
): Promise<{ id: number; keptEmail: boolean }> {
  const isAddress = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(email) && email.length <= 254
  const isFree = isAddress && (await findUserByName(tx, email)) === undefined
  const { id } = await insertUser(tx, {
    username,
    email: isFree ? email : `${username}@import.invalid`,
    nickname,
    role: 'member',
    status: 0,
    password_hash: NO_PASSWORD,
  })
  return { id, keptEmail: isFree }
}

/** Removes the names and the profile of a deleted user. */
export const eraseProfile: (tx: Tx, id: number) => Promise<void> = eraseNames
