import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import type { Engine, Tx } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import type { Limiter } from '../../platform/rate-limit/rate-limit.ts'
import { decryptSecret, deriveKey, encryptSecret, reencryptSecret } from '../../platform/secrets/secrets.ts'
import { base32, otpauthUrl, stepAt, stepOf } from '../../platform/secrets/totp.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { setSecondFactor } from '../users/account.actions.ts'
import { lockUserForChange } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import { newRecoveryCodes, readCode, recoveryHash } from './second-factor.rules.ts'
import {
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteAllRecoveryCodes,
  deleteSteps,
  findFactor,
  insertRecoveryCodes,
  listFactors,
  removeFactor,
  replaceSecret,
  saveFactor,
} from './second-factor.store.ts'

const SECRET_BYTES = 20
/** Time steps older than this are no longer valid. */
const KEPT_STEPS = 10

export interface SecondFactorOptions {
  readonly secretsKey: Buffer
  readonly recoveryKey: Buffer
  /** Wrong codes per account, from any network. */
  readonly wrongCodes: Limiter
  /** Records the confirmation of the second factor in this session. Implemented by the sessions feature. */
  confirmSession(tx: Tx, actor: Actor): Promise<void>
  readonly forgetFactors: ForgetFactors
}

/** After a user has lost a second factor: what it opened counts as opened without one. Implemented by the sessions feature. */
export type ForgetFactors = (tx: Tx, userId: number) => Promise<void>

export function factorKeys(secretKey: Buffer): Pick<SecondFactorOptions, 'secretsKey' | 'recoveryKey'> {
  return {
    secretsKey: deriveKey(secretKey, 'second factors'),
    recoveryKey: deriveKey(secretKey, 'recovery codes'),
  }
}

/** Recovery codes are stored as hashes with the old key, so they end. Returns the number of users who lose theirs. */
export async function reencryptFactors(tx: Tx, from: Buffer, to: Buffer): Promise<number> {
  const [oldKey, newKey] = [factorKeys(from).secretsKey, factorKeys(to).secretsKey]
  for (const { user_id, secret } of await listFactors(tx))
    await replaceSecret(tx, user_id, reencryptSecret(oldKey, newKey, secret))
  return deleteAllRecoveryCodes(tx)
}

export const WRONG_CODES = { name: 'wrong-codes', points: 5, windowSeconds: 15 * 60 }

/** API tokens cannot see or change how their user logs in. */
function requirePerson(actor: Actor): void {
  if (actor.kind !== 'user') throw new Problem('forbidden')
}

function requireOffered({ site }: Actor): void {
  if (site.settings.second_factor === 'off') throw new Problem('second-factor-off')
}

/** A new secret, which takes effect after a code is confirmed. */
export async function beginSecondFactor(tx: Tx, actor: Actor, options: SecondFactorOptions) {
  requirePerson(actor)
  requireOffered(actor)
  const user = await lockUserForChange(tx, actor.userId)
  if (user.second_factor_at !== null) throw new Problem('second-factor-on')
  const secret = randomBytes(SECRET_BYTES)
  await saveFactor(tx, user.id, encryptSecret(options.secretsKey, secret.toString('base64')))
  const url = otpauthUrl(secret, actor.site.settings.site_name || 'Inkstone', user.username)
  const picture = Buffer.from(renderSVG(url, { border: 2 })).toString('base64')
  return { secret: base32(secret), url, image: `data:image/svg+xml;base64,${picture}` }
}

export async function confirmSecondFactor(
  engine: Engine,
  actor: Actor,
  options: SecondFactorOptions,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  requirePerson(actor)
  requireOffered(actor)
  return countingWrongCodes(options, actor.userId, invalid('code', 'code-wrong'), () =>
    engine.transact(async (tx) => {
      const user = await lockUserForChange(tx, actor.userId)
      if (user.second_factor_at !== null) throw new Problem('second-factor-on')
      if (!(await findFactor(tx, user.id))) throw new Problem('second-factor-not-begun')
      const given = readCode(code)
      if (given?.kind !== 'totp' || !(await isRightCode(tx, options, user.id, code))) return undefined
      await setSecondFactor(tx, user.id, tx.now)
      const codes = newRecoveryCodes()
      await insertRecoveryCodes(
        tx,
        user.id,
        codes.map((one) => recoveryHash(options.recoveryKey, user.id, one)),
      )
      await options.confirmSession(tx, actor)
      await recordAuditEntry(tx, actor, auditEntry('second-factor.on', user.id))
      await mailAccountNotice(tx, actor.siteId, user.id, 'factor-on')
      return { recovery_codes: codes }
    }),
  )
}

export async function endSecondFactor(
  engine: Engine,
  actor: Actor,
  options: SecondFactorOptions,
  code: string,
): Promise<void> {
  await afterRightCode(engine, actor, options, code, async (tx, userId) => {
    await switchOff(tx, userId, options.forgetFactors)
    await recordAuditEntry(tx, actor, auditEntry('second-factor.off', userId))
    await mailAccountNotice(tx, actor.siteId, userId, 'factor-off')
  })
}

/** Confirms the second factor again, for sensitive actions. */
export async function checkSecondFactor(
  engine: Engine,
  actor: Actor,
  options: SecondFactorOptions,
  code: string,
): Promise<void> {
  await afterRightCode(engine, actor, options, code, (tx) => options.confirmSession(tx, actor))
}

async function afterRightCode(
  engine: Engine,
  actor: Actor,
  options: SecondFactorOptions,
  code: string,
  work: (tx: Tx, userId: number) => Promise<void>,
): Promise<void> {
  requirePerson(actor)
  await countingWrongCodes(options, actor.userId, invalid('code', 'code-wrong'), () =>
    engine.transact(async (tx) => {
      const user = await lockUserForChange(tx, actor.userId)
      if (user.second_factor_at === null) throw new Problem('second-factor-not-begun')
      if (!(await isRightCode(tx, options, user.id, code))) return undefined
      await work(tx, user.id)
      return true
    }),
  )
}

/** Not their own, because turning it off oneself requires a code. */
export async function resetSecondFactorOf(
  tx: Tx,
  actor: Actor,
  userId: number,
  { forgetFactors }: SecondFactorOptions,
): Promise<void> {
  authorize(actor.userId !== userId)
  await resetSecondFactor(tx, actor, userId, forgetFactors)
}

/** For a user who has lost both the device and the recovery codes: used by administrators and the command line. */
export async function resetSecondFactor(
  tx: Tx,
  actor: Actor,
  userId: number,
  forgetFactors: ForgetFactors,
): Promise<boolean> {
  const user = await lockUserForChange(tx, userId)
  const was = user.second_factor_at !== null
  await switchOff(tx, user.id, forgetFactors)
  if (!was) return false
  await recordAuditEntry(tx, actor, auditEntry('second-factor.reset', user.id))
  await mailAccountNotice(tx, actor.siteId, user.id, 'factor-reset')
  return true
}

async function switchOff(tx: Tx, userId: number, forgetFactors: ForgetFactors): Promise<void> {
  await setSecondFactor(tx, userId, null)
  await removeFactor(tx, userId)
  await forgetFactors(tx, userId)
}

function auditEntry(action: string, userId: number) {
  return { action, targetType: 'user', targetId: userId } as const
}

/** Checks the second factor of a login. The account is locked after failures from anywhere. */
export async function withSecondFactor<Result>(
  options: SecondFactorOptions,
  user: Pick<UserRow, 'id' | 'second_factor_at'>,
  otp: string | undefined,
  work: (passes: (tx: Tx) => Promise<boolean>) => Promise<Result | undefined>,
): Promise<Result> {
  if (user.second_factor_at === null) {
    const done = await work(async () => true)
    if (done === undefined) throw new Error('a login without a second factor was rejected because of it')
    return done
  }
  if (otp === undefined || otp.trim() === '') throw new Problem('otp-required')
  return countingWrongCodes(options, user.id, new Problem('otp-wrong'), () =>
    work((tx) => isRightCode(tx, options, user.id, otp)),
  )
}

/**
 * Undefined for a wrong code. Each attempt is counted before its code is looked at: of many at once, no more than five are
 * compared, so none of the others can be the right one.
 */
async function countingWrongCodes<Result>(
  { wrongCodes }: SecondFactorOptions,
  userId: number,
  wrong: Problem,
  work: () => Promise<Result | undefined>,
): Promise<Result> {
  const key = String(userId)
  const { allowed, retryAfterSeconds } = await wrongCodes.consume(key)
  if (!allowed) throw tooMany(retryAfterSeconds)
  const done = await work()
  if (done === undefined) throw wrong
  await wrongCodes.clear(key)
  return done
}

function tooMany(retryAfterSeconds: number): Problem {
  return new Problem('too-many-codes', { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
}

/** Whether it is an unused code of this user. It is consumed. */
async function isRightCode(
  tx: Tx,
  options: SecondFactorOptions,
  userId: number,
  given: string,
): Promise<boolean> {
  const code = readCode(given)
  const factor = await findFactor(tx, userId)
  if (!code || !factor) return false
  if (code.kind === 'recovery') {
    const taken = await consumeRecoveryCode(tx, userId, recoveryHash(options.recoveryKey, userId, code.text))
    if (taken)
      await mailAccountNotice(tx, 1, userId, 'recovery-code-used', {
        left: await countRecoveryCodes(tx, userId),
      })
    return taken
  }
  const secret = Buffer.from(decryptSecret(options.secretsKey, factor.secret), 'base64')
  const step = stepOf(secret, code.text, tx.now)
  if (step === undefined) return false
  await deleteSteps(tx, userId, stepAt(tx.now) - KEPT_STEPS)
  return consumeStep(tx, userId, step)
}
