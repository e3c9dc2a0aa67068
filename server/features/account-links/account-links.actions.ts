import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import type { Limiter, RateLimiter } from '../../platform/rate-limit/rate-limit.ts'
import { randomToken, sha256Hex } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { accountLink, mailAccountLink } from '../messages/account-mail.actions.ts'
import {
  changeAddress,
  confirmAddress,
  hashNewPassword,
  markInvited,
  setPasswordByLink,
} from '../users/account.actions.ts'
import { type EndAccess, lockUserForChange, userById } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import {
  consumeLink,
  findLastLink,
  findLink,
  findPendingEmail,
  insertLink,
  removeAllLinks,
  removeExpiredLinks,
  removeLinks,
  removeLinksOf,
} from './account-links.store.ts'
import type { AccountLinkRow, LinkPurpose } from './account-links.table.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LASTS_MS: Readonly<Record<LinkPurpose, number>> = {
  password: 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  email: DAY_MS,
  registration: DAY_MS,
}
const TOKEN_BYTES = 32
const SETS_PASSWORD = ['password', 'invitation'] as const
const CONFIRMS_ADDRESS = ['email', 'registration'] as const

export interface AccountLinkOptions {
  /** Encrypts the tokens of e-mails that are waiting to be sent. */
  readonly linkKey: Buffer
  readonly publicUrl: string | undefined
  readonly end: EndAccess
  /** Counts invalid tokens for the network of the caller. Implemented by the sessions feature. */
  countGuess<Right>(address: string, guess: () => Promise<Right | Problem>): Promise<Right>
  /** How often a link may be requested, per e-mail address and per network. */
  readonly asked: { readonly byAccount: Limiter; readonly byNetwork: Limiter }
}

export function forgotLimits(rateLimiter: RateLimiter): AccountLinkOptions['asked'] {
  return {
    byAccount: rateLimiter.limiter({ name: 'forgotten-passwords', points: 3, windowSeconds: 3600 }),
    byNetwork: rateLimiter.limiter({ name: 'forgotten-passwords-network', points: 20, windowSeconds: 3600 }),
  }
}

export interface NewLink {
  readonly token: string
  readonly expiresAt: number
}

export async function newLink(tx: Tx, userId: number, purpose: LinkPurpose, email = ''): Promise<NewLink> {
  const token = randomToken(TOKEN_BYTES)
  const expiresAt = tx.now + LASTS_MS[purpose]
  await insertLink(tx, {
    token_hash: sha256Hex(token),
    user_id: userId,
    purpose,
    email,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

export interface IssuedLink extends NewLink {
  readonly link: string
}

async function handed(
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
  return handed(tx, options, actor.siteId, made)
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
  return handed(tx, options, actor.siteId, made)
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

/** An invalid token is counted and costs one read: no transaction, no hash. */
function knownLink(
  db: Db,
  { address }: Actor,
  { countGuess }: AccountLinkOptions,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLinkRow> {
  return countGuess(
    address,
    async () => (await findLink(db, sha256Hex(token), purposes, Date.now())) ?? linkEnded(),
  )
}

async function personOf(db: Db, userId: number): Promise<UserRow> {
  try {
    const user = await userById(db, userId)
    if (user.status === 1) return user
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw linkEnded()
}

function linkEnded(): Problem {
  return invalid('token', 'link-ended')
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

/** The account keeps its address until the link sent to the new one is opened. */
export async function requestAddressChange(
  tx: Tx,
  actor: Actor,
  linkKey: Buffer,
  user: UserRow,
  email: string,
): Promise<void> {
  await removeLinks(tx, user.id, ['email'])
  const { token } = await newLink(tx, user.id, 'email', email)
  await mailAccountLink(tx, linkKey, {
    siteId: actor.siteId,
    userId: user.id,
    kind: 'email-change',
    path: 'email',
    token,
    to: email,
  })
}

export async function askToConfirm(tx: Tx, actor: Actor, linkKey: Buffer, user: UserRow): Promise<void> {
  const { token } = await newLink(tx, user.id, 'registration', user.email)
  await mailAccountLink(tx, linkKey, {
    siteId: actor.siteId,
    userId: user.id,
    kind: 'registration',
    path: 'email',
    token,
  })
}

/** A new link for someone who lost theirs. Not more often than this, so that nobody is flooded with e-mail. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000

export async function askAgainToConfirm(tx: Tx, actor: Actor, linkKey: Buffer, id: number): Promise<void> {
  const user = await lockUserForChange(tx, id)
  const last = await findLastLink(tx, id, 'registration')
  if (user.unconfirmed === 0 || (last !== undefined && last > tx.now - ASK_AGAIN_AFTER_MS)) return
  await askToConfirm(tx, actor, linkKey, user)
}

export async function prepareConfirmation(
  db: Db,
  actor: Actor,
  options: AccountLinkOptions,
  token: string,
): Promise<void> {
  await knownLink(db, actor, options, token, CONFIRMS_ADDRESS)
}

export async function confirmEmail(tx: Tx, actor: Actor, token: string): Promise<void> {
  const link = await consumeLink(tx, sha256Hex(token), CONFIRMS_ADDRESS)
  if (!link) throw linkEnded()
  const { id, username } = await personOf(tx, link.user_id)
  if (link.purpose === 'registration') return confirmAddress(tx, id)
  const before = await lockUserForChange(tx, id)
  await changeAddress(tx, actor.siteId, id, link.email)
  await endLinksOf(tx, id)
  await recordAuditEntry(
    tx,
    { ...actor, userId: id, username },
    {
      action: 'email.changed',
      targetType: 'user',
      targetId: id,
      before: { email: before.email },
      after: { email: link.email },
    },
  )
}

export async function pendingEmailOf(db: Db, userId: number): Promise<string> {
  return (await findPendingEmail(db, userId, Date.now())) ?? ''
}

export const deleteExpiredLinks: (tx: Tx) => Promise<void> = removeExpiredLinks
/** After a restore or a new secret key: invalidates all links sent before. */
export const endAllLinks: (tx: Tx) => Promise<void> = removeAllLinks

/**
 * After a new password or address: a link that was requested or received by somebody who had the old one must not bring
 * them back in. Also for erasing a person's data.
 */
export const endLinksOf: (tx: Tx, userId: number) => Promise<void> = removeLinksOf
