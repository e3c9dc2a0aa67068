import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import {
  type Claims,
  type OpenIdClient,
  ProviderUnavailable,
  SignInRefused,
} from '../../platform/sign-in/openid.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { forgetFactors } from '../sessions/confirmation.actions.ts'
import { type Guesses, refusingBlindGuesses } from '../sessions/guesses.actions.ts'
import { isSessionOpen, openSession } from '../sessions/sessions.actions.ts'
import type { OpenedSession } from '../sessions/set-up.actions.ts'
import type { Tokens } from '../sessions/tokens.rules.ts'
import { lockUserForChange, registerUser, setRole, userById, userByName } from '../users/users.actions.ts'
import { hasPassword } from '../users/users.rules.ts'
import type { UserRow } from '../users/users.table.ts'
import { FLOW_SECONDS, type Flow, openFlow, sealFlow } from './flow.rules.ts'
import {
  factorsOf,
  isSameAddress,
  nicknameFrom,
  type RoleMap,
  roleIn,
  usernameFrom,
  verifiedEmail,
} from './single-sign-on.rules.ts'
import {
  findIdentitiesOf,
  findIdentity,
  hasIdentity,
  removeIdentitiesOf,
  saveIdentity,
} from './single-sign-on.store.ts'

export interface SingleSignOn {
  readonly provider: OpenIdClient
  readonly roleClaim: string | undefined
  readonly roleMap: RoleMap
  readonly key: Buffer
  readonly tokens: Tokens
  readonly guesses: Guesses
}

/** The session in which a user asked to link their account. */
interface Linking {
  readonly userId: number
  readonly sessionId: number
}

export async function beginSignOn(
  { provider, key }: SingleSignOn,
  returnTo: string | undefined,
  linking: Linking = { userId: 0, sessionId: 0 },
): Promise<{ url: string; sealed: string }> {
  const { url, expected } = await provider.begin().catch((error: unknown) => {
    throw orUnavailable(error)
  })
  const flow: Flow = { expected, returnTo, ...linking, expiresAt: Date.now() + FLOW_SECONDS * 1000 }
  return { url, sealed: sealFlow(key, flow) }
}

function orUnavailable(error: unknown): unknown {
  return error instanceof ProviderUnavailable ? new Problem('unavailable') : error
}

/** The return path of this login, in any case. */
export function returnPathOf({ key }: SingleSignOn, sealed: string | undefined): string | undefined {
  return openFlow(key, sealed, Date.now())?.returnTo
}

interface SigningBrowser {
  /** Its cookie with the pending login. */
  readonly sealed: string | undefined
  readonly userAgent: string | undefined
}

/** The response of the provider for the login of this browser. */
export async function finishSignOn(
  engine: Engine,
  actor: Actor,
  options: SingleSignOn,
  answer: URLSearchParams,
  { sealed, userAgent }: SigningBrowser,
): Promise<OpenedSession> {
  const { flow, claims } = await refusingBlindGuesses(options.guesses, actor.address, async () => {
    const flow = openFlow(options.key, sealed, Date.now())
    if (!flow) return new Problem('single-sign-on-refused')
    try {
      return { flow, claims: await options.provider.finish(answer, flow.expected) }
    } catch (error) {
      if (error instanceof SignInRefused) return new Problem('single-sign-on-refused')
      throw orUnavailable(error)
    }
  })
  return afterRace(engine, async (tx) => {
    const userId = await userOf(tx, actor, options, claims, flow.userId)
    await followRole(tx, actor, options, claims, userId)
    await requireSession(tx, flow)
    return openSession(tx, actor, options.tokens, userId, { userAgent, factors: factorsOf(claims) })
  })
}

/**
 * Of two simultaneous first logins of a person, one creates the account and the other finds its address or identity taken.
 * A second attempt logs that one in too. A user who is deleted meanwhile is one whom it no longer finds.
 */
async function afterRace<Result>(engine: Engine, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await engine.transact(work)
  } catch (error) {
    if (!(error instanceof Problem) || !RACES.includes(error.problem)) throw error
    return engine.transact(work).catch((error: unknown) => {
      throw isDeleted(error) ? new Problem('single-sign-on-refused') : error
    })
  }
}

const RACES: readonly string[] = ['invalid', 'identity-taken', 'user-not-found']

function isDeleted(error: unknown): boolean {
  return error instanceof Problem && error.problem === 'user-not-found'
}

/**
 * Linking ends with the session in which it was requested: somebody whose session was ended by a new password must not get
 * a login of their own by finishing what they had started.
 */
async function requireSession(tx: Tx, { userId, sessionId }: Flow): Promise<void> {
  if (userId !== 0 && !(await isSessionOpen(tx, sessionId, userId)))
    throw new Problem('single-sign-on-refused')
}

async function userOf(
  tx: Tx,
  actor: Actor,
  options: SingleSignOn,
  claims: Claims,
  linkingUserId: number,
): Promise<number> {
  const { issuer } = options.provider
  const known = await findIdentity(tx, issuer, claims.sub)
  if (known !== undefined) {
    if (linkingUserId !== 0 && linkingUserId !== known) throw new Problem('identity-taken')
    return known
  }
  const user =
    linkingUserId !== 0 ? await userById(tx, linkingUserId) : await byEmail(tx, actor, options, claims)
  if (!(await saveIdentity(tx, issuer, claims.sub, user.id))) throw new Problem('identity-taken')
  await recordAuditEntry(tx, as(actor, user), {
    action: 'user.linked',
    targetType: 'user',
    targetId: user.id,
    after: { issuer },
  })
  const isNew = user.created_at === tx.now
  if (!isNew) await mailAccountNotice(tx, actor.siteId, user.id, 'provider-linked')
  return user.id
}

/**
 * The owner of an address at the provider may not be the user who set a password here, so such an account can only be
 * linked by the signed-in user.
 */
async function byEmail(tx: Tx, actor: Actor, options: SingleSignOn, claims: Claims): Promise<UserRow> {
  const email = verifiedEmail(claims)
  if (email === undefined) throw new Problem('email-not-verified')
  const known = await userByName(tx, email)
  if (known && (hasPassword(known) || !isSameAddress(known.email, email))) throw new Problem('link-first')
  if (known) return withoutOtherIdentity(tx, known, options.provider.issuer, claims)
  const hasRole = roleIn(claims, options.roleClaim, options.roleMap) !== undefined
  if (actor.site.settings.registration === 0 && !hasRole) throw new Problem('registration-closed')
  const fields = { username: await freeUsername(tx, claims), email, nickname: nicknameFrom(claims) }
  return registerUser(tx, fields, NO_PASSWORD, { language: actor.language, unconfirmed: 0 })
}

/**
 * An address that was given to somebody else at the provider, or that two accounts there have, must not open the account of
 * the first. The lock makes simultaneous first logins wait for each other.
 */
async function withoutOtherIdentity(
  tx: Tx,
  { id }: UserRow,
  issuer: string,
  { sub }: Claims,
): Promise<UserRow> {
  const user = await lockUserForChange(tx, id)
  const others = (await findIdentitiesOf(tx, id)).filter(
    (each) => each.issuer === issuer && each.subject !== sub,
  )
  if (hasPassword(user) || others.length > 0) throw new Problem('link-first')
  return user
}

const NO_PASSWORD = ''
const MAX_TRIES = 1000

async function freeUsername(db: Db, claims: Claims): Promise<string> {
  const wanted = usernameFrom(claims)
  for (let number = 1; number < MAX_TRIES; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await userByName(db, name))) return name
  }
  throw new Problem('single-sign-on-refused')
}

/** If a claim determines roles, it does so at each login; without a match the user is a member. */
async function followRole(
  tx: Tx,
  actor: Actor,
  { roleClaim, roleMap }: SingleSignOn,
  claims: Claims,
  userId: number,
): Promise<void> {
  if (roleClaim === undefined) return
  const user = await userById(tx, userId)
  await setRole(tx, as(actor, user), userId, roleIn(claims, roleClaim, roleMap) ?? 'member')
}

const as = (actor: Actor, { id, username }: UserRow): Actor => ({ ...actor, userId: id, username })

export async function unlink(tx: Tx, actor: Actor): Promise<void> {
  const user = await lockUserForChange(tx, actor.userId)
  if (!hasPassword(user)) throw invalid('password', 'password-missing')
  await removeIdentitiesOf(tx, user.id)
  await forgetFactors(tx, user.id)
  await recordAuditEntry(tx, actor, { action: 'user.unlinked', targetType: 'user', targetId: user.id })
  await mailAccountNotice(tx, actor.siteId, user.id, 'provider-unlinked')
}

export const isLinked: (db: Db, userId: number) => Promise<boolean> = hasIdentity

/** For erasing a person's data. */
export const deleteIdentitiesOf: (tx: Tx, userId: number) => Promise<void> = removeIdentitiesOf
export const identitiesOf: typeof findIdentitiesOf = findIdentitiesOf
