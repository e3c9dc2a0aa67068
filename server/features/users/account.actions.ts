import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, type Language, Problem } from '../../platform/core/problem.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { relativeFields } from '../media/addresses.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { passwordIssue } from './passwords.rules.ts'
import { lockUser, saveLogin, saveNoMailComments, saveSeen, saveUser } from './users.store.ts'
import type { UserRow } from './users.table.ts'

/** For If-Match on the profile. */
export async function versionOfProfile(tx: Tx, actor: Actor): Promise<number> {
  return (await lockUser(tx, actor.userId)).updated_at
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

export const stopMailComments: (tx: Tx, emailKey: string) => Promise<void> = saveNoMailComments
