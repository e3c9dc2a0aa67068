import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { Role } from '@inkstone/contract/permissions.ts'
import type { register } from '@inkstone/contract/sessions.ts'
import type { createUser as createEndpoint, updateUser as updateEndpoint } from '@inkstone/contract/users.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, type Language, Problem } from '../../platform/core/problem.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { relativeFields } from '../media/addresses.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { passwordIssue } from './passwords.rules.ts'
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
  saveLogin,
  saveNoMailComments,
  saveSeen,
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

/** For If-Match on the profile. */
export async function lockProfile(tx: Tx, actor: Actor): Promise<void> {
  await lockUser(tx, actor.userId)
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

/** The profile without the e-mail address, whose change may need confirmation. */
export async function changeProfile(
  tx: Tx,
  actor: Actor,
  changes: { nickname?: string; avatar?: string; bio?: string; mail_comments?: 0 | 1 },
): Promise<UserRow> {
  const user = await lockUser(tx, actor.userId)
  if (Object.keys(changes).length === 0) return user
  return saveUser(tx, actor.userId, await relativeFields(tx, changes, ['avatar']))
}

/** The old address is notified. */
export async function changeAddress(tx: Tx, siteId: number, id: number, email: string): Promise<UserRow> {
  const before = await lockUser(tx, id)
  const after = await saveUser(tx, id, { email, unconfirmed: 0 })
  if (before.email !== after.email)
    await mailAccountNotice(tx, siteId, id, 'email-changed', { email }, before.email)
  return after
}

/** With a link: opening it also accepts an invitation, in the language of the invited user, and confirms the address. */
export async function setPasswordByLink(
  tx: Tx,
  { siteId, language }: Actor,
  { id, invited }: UserRow,
  passwordHash: string,
): Promise<void> {
  const set = { password_hash: passwordHash, invited: 0, unconfirmed: 0 } as const
  await saveUser(tx, id, invited === 1 ? { ...set, language } : set)
  if (invited === 0) await mailAccountNotice(tx, siteId, id, 'password-changed')
}

export async function markInvited(tx: Tx, id: number): Promise<void> {
  await saveUser(tx, id, { invited: 1 })
}

export async function markAccepted(tx: Tx, id: number): Promise<void> {
  await saveUser(tx, id, { invited: 0 })
}

export async function confirmAddress(tx: Tx, id: number): Promise<void> {
  await saveUser(tx, id, { unconfirmed: 0 })
}

export async function setSecondFactor(tx: Tx, id: number, since: number | null): Promise<void> {
  await saveUser(tx, id, { second_factor_at: since })
}

/** Not a valid hash, so no password matches it. */
const NO_PASSWORD = ''

/** Hashes a new password: 422 on its field if it is too common. */
export async function hashNewPassword(
  password: string,
  person: { readonly username?: string | undefined; readonly email?: string | undefined },
  field = 'password',
): Promise<string> {
  const issue = passwordIssue(password, person)
  if (issue) throw invalid(field, issue)
  return hashPassword(password)
}

/**
 * The user is read again: if the password was reset or the account disabled while the old password was compared, this
 * change must not win.
 */
export async function changeOwnPassword(
  tx: Tx,
  actor: Actor,
  seen: Pick<UserRow, 'password_hash'>,
  passwordHash: string,
): Promise<void> {
  const user = await lockUser(tx, actor.userId)
  if (user.status === 0) throw new Problem('user-disabled')
  if (user.password_hash !== seen.password_hash) throw invalid('old_password', 'wrong-password')
  await saveUser(tx, actor.userId, { password_hash: passwordHash })
  await mailAccountNotice(tx, actor.siteId, actor.userId, 'password-changed')
}

/** E-mails to a user are in the language of their first login if it is not known before. */
export async function noteLogin(tx: Tx, id: number, language: Language): Promise<UserRow> {
  const { language: known } = await lockUser(tx, id)
  return saveLogin(tx, id, known === '' ? { language } : {})
}

/** Records activity of a user. */
export const noteSeen: (tx: Tx, id: number) => Promise<void> = saveSeen

const UNCONFIRMED_KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Deletes registrations without a confirmed address, which frees their names. */
export async function deleteUnconfirmed(tx: Tx): Promise<void> {
  for (const id of await findUnconfirmed(tx, tx.now - UNCONFIRMED_KEPT_MS)) await retireUser(tx, id)
}

export const lockUserForChange: (tx: Tx, id: number) => Promise<UserRow> = lockUser
export const stopMailComments: (tx: Tx, emailKey: string) => Promise<void> = saveNoMailComments
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
