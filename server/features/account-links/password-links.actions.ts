import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { accountLink, mailAccountLink } from '../messages/account-mail.actions.ts'
import { hashNewPassword, markInvited, setPasswordByLink } from '../users/account.actions.ts'
import { lockUserForChange } from '../users/users.actions.ts'
import {
  type AccountLinkOptions,
  knownLink,
  linkEnded,
  type NewLink,
  newLink,
  personOf,
} from './account-links.actions.ts'
import { consumeLink, removeLinks } from './account-links.store.ts'

const SETS_PASSWORD = ['password', 'invitation'] as const

export function forgotLimits(rateLimiter: RateLimiter): AccountLinkOptions['asked'] {
  return {
    byAccount: rateLimiter.limiter({ name: 'forgotten-passwords', points: 3, windowSeconds: 3600 }),
    byNetwork: rateLimiter.limiter({ name: 'forgotten-passwords-network', points: 20, windowSeconds: 3600 }),
  }
}

export interface IssuedLink extends NewLink {
  readonly link: string
}

async function issued(
  tx: Tx,
  options: AccountLinkOptions,
  siteId: number,
  made: NewLink,
): Promise<IssuedLink> {
  return { ...made, link: await accountLink(tx, options.publicUrl, siteId, 'password', made.token) }
}

/** Enqueues a job for every address, known or not, so that the response time does not reveal which exist. */
export const forgottenPassword = jobKind<{ site_id: number; email: string; send: 0 | 1 }>('accounts.forgot')

export async function forgotPassword(
  engine: Engine,
  actor: Actor,
  { asked }: AccountLinkOptions,
  email: string,
): Promise<void> {
  const [byAccount, byNetwork] = await Promise.all([
    asked.byAccount.consume(sha256Hex(email.normalize('NFKC').toLowerCase())),
    asked.byNetwork.consume(rateLimitKey(actor.address)),
  ])
  const send = byAccount.allowed && byNetwork.allowed ? 1 : 0
  await engine.transact((tx) => enqueue(tx, forgottenPassword, { site_id: actor.siteId, email, send }))
}

export async function makeResetLink(
  tx: Tx,
  actor: Actor,
  options: AccountLinkOptions,
  id: number,
): Promise<IssuedLink> {
  const user = await lockUserForChange(tx, id)
  const made = await newLink(tx, user.id, 'password')
  await recordAuditEntry(tx, actor, { action: 'user.reset-link', targetType: 'user', targetId: user.id })
  return issued(tx, options, actor.siteId, made)
}

/** The user gets the link by e-mail; the inviting administrator gets it too, in case the e-mail does not arrive. */
export async function inviteUser(
  tx: Tx,
  actor: Actor,
  options: AccountLinkOptions,
  id: number,
): Promise<IssuedLink> {
  const user = await lockUserForChange(tx, id)
  if (user.password_hash !== '') throw new Problem('user-has-password')
  await endInvitations(tx, user.id)
  if (user.invited === 0) await markInvited(tx, user.id)
  const made = await newLink(tx, user.id, 'invitation')
  await mailAccountLink(tx, options.linkKey, {
    siteId: actor.siteId,
    userId: user.id,
    kind: 'invitation',
    path: 'password',
    token: made.token,
  })
  await recordAuditEntry(tx, actor, { action: 'user.invited', targetType: 'user', targetId: user.id })
  return issued(tx, options, actor.siteId, made)
}

export const endInvitations = (tx: Tx, userId: number): Promise<void> =>
  removeLinks(tx, userId, ['invitation'])

export interface PreparedReset {
  readonly hash: string
}

/** No password is hashed for an invalid token. */
export async function prepareReset(
  db: Db,
  actor: Actor,
  options: AccountLinkOptions,
  { token, password }: { token: string; password: string },
): Promise<PreparedReset> {
  const link = await knownLink(db, actor, options, token, SETS_PASSWORD)
  return { hash: await hashNewPassword(password, await personOf(db, link.user_id)) }
}

export async function resetPassword(
  tx: Tx,
  actor: Actor,
  { end }: AccountLinkOptions,
  token: string,
  { hash }: PreparedReset,
): Promise<void> {
  const link = await consumeLink(tx, sha256Hex(token), SETS_PASSWORD)
  if (!link) throw linkEnded()
  const { id, username } = await personOf(tx, link.user_id)
  await setPasswordByLink(tx, actor, await lockUserForChange(tx, id), hash)
  await end.links(tx, id)
  await end.sessions(tx, id)
  await end.tokens(tx, id)
  await recordAuditEntry(
    tx,
    { ...actor, userId: id, username },
    { action: 'password.reset', targetType: 'user', targetId: id, after: { by: link.purpose } },
  )
}
