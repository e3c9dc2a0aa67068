import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { updateMe } from '@inkstone/contract/sessions.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { flagOf } from '../../platform/core/flags.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import type { Limiter } from '../../platform/rate-limit/rate-limit.ts'
import { passwordMatches } from '../../platform/secrets/passwords.ts'
import type { Zone } from '../../platform/times/times.ts'
import { endLinksOf } from '../account-links/account-links.actions.ts'
import { pendingEmailOf, requestAddressChange } from '../account-links/address-links.actions.ts'
import { refusesSomewhere, resubscribe } from '../messages/unsubscribe.actions.ts'
import { type Guesses, refusingGuesses } from '../sessions/guesses.actions.ts'
import { isLinked } from '../single-sign-on/single-sign-on.actions.ts'
import { changeAddress, changeProfile } from '../users/account.actions.ts'
import { userById } from '../users/users.actions.ts'
import { hasPassword } from '../users/users.rules.ts'
import type { UserRow } from '../users/users.table.ts'
import { showUser } from '../users/users.view.ts'

export interface ProfileOptions {
  readonly guesses: Guesses
  /** Requests for a new address, per user. */
  readonly addressChanges: Limiter
  readonly linkKey: Buffer
  /** Whether e-mail is sent, so that a new address can be confirmed. */
  readonly sendsMail: boolean
}

/** Each sends an e-mail to an address that the user has only typed, so that nobody can flood another person's mailbox. */
export const ADDRESS_CHANGES = { name: 'address-changes', points: 5, windowSeconds: 3600 }

type Changes = BodyOf<typeof updateMe>

/** The profile of the caller. */
export async function ownProfile(db: Db, zone: Zone, now: number, user: UserRow) {
  const wants = user.mail_comments === 1 && !(await refusesSomewhere(db, user.email))
  return {
    ...showUser(zone, now)(user),
    mail_comments: flagOf(wants),
    pending_email: await pendingEmailOf(db, user.id),
    has_password: flagOf(hasPassword(user)),
    linked: flagOf(await isLinked(db, user.id)),
  }
}

function isOtherAddress(user: UserRow, email: string | undefined): email is string {
  return email !== undefined && email !== user.email
}

/** Someone who finds an open session must not be able to take over the account. */
export async function requirePasswordForAddress(
  db: Db,
  { guesses, addressChanges, sendsMail }: ProfileOptions,
  actor: Actor,
  { email, password }: Changes,
): Promise<void> {
  const user = await userById(db, actor.userId)
  if (!isOtherAddress(user, email)) return
  if (actor.kind !== 'user') throw new Problem('session-required')
  if (!sendsMail) return
  if (!password) throw invalid('password', 'required')
  const guesser = { account: `password of ${user.id}`, address: actor.address }
  await refusingGuesses(guesses, guesser, async () =>
    (await passwordMatches(user.password_hash, password)) ? user : invalid('password', 'wrong-password'),
  )
  const { allowed, retryAfterSeconds } = await addressChanges.consume(String(user.id))
  if (!allowed) throw new Problem('too-many-requests', { retryAfterSeconds })
}

export async function changeOwnProfile(
  tx: Tx,
  actor: Actor,
  { linkKey, sendsMail }: ProfileOptions,
  { email, password: _, ...changes }: Changes,
): Promise<UserRow> {
  const user = await changeProfile(tx, actor, changes)
  if (changes.mail_comments === 1) await resubscribe(tx, user.email)
  if (!isOtherAddress(user, email)) return user
  if (!sendsMail) {
    await endLinksOf(tx, user.id)
    return changeAddress(tx, actor.siteId, user.id, email)
  }
  await requestAddressChange(tx, actor, linkKey, user, email)
  return user
}
