import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { passwordMatches } from '../../platform/secrets/passwords.ts'
import { endLinksOf } from '../account-links/account-links.actions.ts'
import { askAgainToConfirm } from '../account-links/address-links.actions.ts'
import { endInvitations } from '../account-links/password-links.actions.ts'
import { endTokensOf } from '../api-tokens/api-tokens.actions.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { type SecondFactorOptions, withSecondFactor } from '../second-factor/second-factor.actions.ts'
import { markAccepted, noteLogin, noteSeen } from '../users/account.actions.ts'
import { type EndAccess, lockUserForChange, userByName } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import { deviceKey, deviceOf } from './devices.rules.ts'
import { accountOf, forgiveGuesses, type Guesses, refusingGuesses } from './guesses.actions.ts'
import {
  findSession,
  findSessionsOf,
  insertSession,
  lockSession,
  noteDevice,
  removeDevicesOf,
  removeEverySession,
  removeExpiredSessions,
  removeOldDevices,
  removeSession,
  removeSessionOf,
  removeSessionsOfUser,
  type ShownSession,
  saveRotation,
  saveUse,
} from './sessions.store.ts'
import type { OpenedSession } from './set-up.actions.ts'
import { TOKEN_SECONDS, type Tokens } from './tokens.rules.ts'

export interface LoginGuard {
  readonly tokens: Tokens
  readonly guesses: Guesses
  readonly factor: SecondFactorOptions
  /** Encrypts the links in e-mails that are not sent yet. */
  readonly linkKey: Buffer
}

export interface LoginFields {
  readonly username: string
  readonly password: string
  readonly otp?: string | undefined
}

export async function logIn(
  engine: Engine,
  actor: Actor,
  { tokens, guesses, factor, linkKey }: LoginGuard,
  given: LoginFields,
  userAgent: string | undefined,
): Promise<OpenedSession> {
  const user = await userByName(engine.db, given.username)
  const guesser = { account: accountOf(user, given.username), address: actor.address }
  const found = await refusingGuesses(guesses, guesser, async () => {
    // The password is hashed before any decision, so that unknown names take as long as existing ones.
    const matches = await passwordMatches(user?.password_hash, given.password)
    if (user && matches) return user
    return user ? new Problem('password-wrong') : unknownUser(actor)
  })
  if (found.status === 0) throw new Problem('user-disabled')
  if (found.unconfirmed === 1) {
    await engine.transact((tx) => askAgainToConfirm(tx, actor, linkKey, found.id)).catch(asUnknown(actor))
    throw new Problem('address-unconfirmed')
  }
  const opened = await withSecondFactor(factor, found, given.otp, (passes) =>
    engine.transact(async (tx) => {
      const user = await lockUserForChange(tx, found.id)
      requireUnchanged(user, found)
      if (!(await passes(tx))) return undefined
      const factors = user.second_factor_at === null ? 1 : 2
      return openSession(tx, actor, tokens, user.id, { userAgent, factors })
    }),
  ).catch(asUnknown(actor))
  await forgiveGuesses(guesses, guesser)
  return opened
}

function unknownUser({ site }: Actor): Problem {
  return new Problem(site.settings.hide_unknown_users === 0 ? 'user-unknown' : 'password-wrong')
}

/** A user who is deleted while they log in is unknown, as they would be a moment later. */
function asUnknown(actor: Actor) {
  return (error: unknown): never => {
    throw error instanceof Problem && error.problem === 'user-not-found' ? unknownUser(actor) : error
  }
}

/** Changed while the hash was compared: the session would survive the change that should end it. */
function requireUnchanged(user: UserRow, found: UserRow): void {
  if (user.status === 0) throw new Problem('user-disabled')
  if (user.password_hash !== found.password_hash) throw new Problem('password-wrong')
  if ((user.second_factor_at === null) !== (found.second_factor_at === null))
    throw new Problem('otp-required')
}

/** A login with the OpenID provider accepts an invitation as a password does. */
async function acceptInvitation(tx: Tx, userId: number): Promise<void> {
  await endInvitations(tx, userId)
  await markAccepted(tx, userId)
}

/** Logs in an authenticated user, and notifies them if the device or network is new. */
export async function openSession(
  tx: Tx,
  actor: Actor,
  tokens: Tokens,
  userId: number,
  { userAgent, factors }: { readonly userAgent: string | undefined; readonly factors: 1 | 2 },
): Promise<OpenedSession> {
  const user = await noteLogin(tx, userId, actor.language)
  if (user.status === 0) throw new Problem('user-disabled')
  if (user.invited === 1) await acceptInvitation(tx, user.id)
  const device = deviceOf(userAgent)
  const session = await insertSession(tx, {
    userId: user.id,
    address: actor.address,
    expiresAt: tx.now + TOKEN_SECONDS * 1000,
    device,
    factors,
  })
  const { known, first } = await noteDevice(tx, user.id, deviceKey(device, actor.address))
  if (!known && !first)
    await mailAccountNotice(tx, actor.siteId, user.id, 'new-device', {
      device: device || '?',
      address: actor.address,
    })
  return { token: tokens.sign({ sid: session.id, gen: session.generation }), user, factors }
}

/**
 * A new token for the session. Two simultaneous refreshes give the same generation, so that they do not invalidate each
 * other.
 */
export async function refreshSession(
  tx: Tx,
  actor: Actor,
  tokens: Tokens,
  presented: string,
): Promise<string> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  const session = await lockSession(tx, actor.credentialId)
  const claims = tokens.read(presented)
  if (!session || typeof claims === 'string') throw new Problem('token-invalid')
  const generation = claims.gen === session.generation ? session.generation + 1 : session.generation
  if (generation !== session.generation)
    await saveRotation(tx, session.id, generation, tx.now + TOKEN_SECONDS * 1000)
  return tokens.sign({ sid: session.id, gen: generation })
}

export async function logOut(tx: Tx, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  await removeSession(tx, actor.credentialId)
}

async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  await removeSessionsOfUser(tx, userId, 0)
}

async function endSessionsBut(tx: Tx, { kind, userId, credentialId }: Actor): Promise<void> {
  await removeSessionsOfUser(tx, userId, kind === 'user' ? credentialId : 0)
}

/** Ends all sessions, tokens and links of a user. */
export const endAccess: EndAccess = {
  sessions: endSessionsOf,
  otherSessions: endSessionsBut,
  tokens: endTokensOf,
  links: endLinksOf,
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<void> {
  await endSessionsBut(tx, actor)
  await recordAuditEntry(tx, actor, {
    action: 'password.changed',
    targetType: 'user',
    targetId: actor.userId,
  })
}

/** API tokens are not sessions and cannot list or end them. */
export async function sessionsOf(db: Db, actor: Actor): Promise<ShownSession[]> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  return findSessionsOf(db, actor.userId, Date.now())
}

export async function endSession(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  if (!(await removeSessionOf(tx, actor.userId, id))) throw new Problem('session-not-found')
  await recordAuditEntry(tx, actor, { action: 'session.ended', targetType: 'user', targetId: actor.userId })
}

export async function endMyOtherSessions(tx: Tx, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  await removeSessionsOfUser(tx, actor.userId, actor.credentialId)
  await recordAuditEntry(tx, actor, { action: 'sessions.ended', targetType: 'user', targetId: actor.userId })
}

/** Whether something that was started in a session may still be finished. The user is locked, as by all that ends it. */
export async function isSessionOpen(tx: Tx, id: number, userId: number): Promise<boolean> {
  await lockUserForChange(tx, userId)
  const session = await findSession(tx, id)
  return session !== undefined && session.user_id === userId && session.expires_at > tx.now
}

const NOTED_EVERY_MS = 60_000
const MAX_NOTED = 20_000

/** Records the last use of a session, to the minute. Only one of many simultaneous requests writes it. */
export function createUseNotes(engine: Engine, onFailure: (error: unknown) => void) {
  const noted = new Map<number, number>()
  return (sessionId: number): void => {
    const now = Date.now()
    if (now - (noted.get(sessionId) ?? 0) < NOTED_EVERY_MS) return
    if (noted.size >= MAX_NOTED) noted.clear()
    noted.set(sessionId, now)
    engine
      .transact(async (tx) => {
        const userId = await saveUse(tx, sessionId)
        if (userId !== undefined) await noteSeen(tx, userId)
      })
      .catch(onFailure)
  }
}

const DEVICE_KEPT_MS = 180 * 24 * 60 * 60 * 1000

export async function deleteExpiredSessions(engine: Engine): Promise<void> {
  await removeExpiredSessions(engine)
  await engine.transact((tx) => removeOldDevices(tx, tx.now - DEVICE_KEPT_MS))
}

/** After a restore, a session that ended after the backup must not become valid again. A new secret key ends all. */
export const endEverySession: (tx: Tx) => Promise<void> = removeEverySession

/** For erasing a person's data. */
export const deleteDevicesOf: (tx: Tx, userId: number) => Promise<void> = removeDevicesOf

/** Those that are stored, also expired ones that are not deleted yet. */
export function everySessionOf(db: Db, userId: number): Promise<ShownSession[]> {
  return findSessionsOf(db, userId, 0)
}
