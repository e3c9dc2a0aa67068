import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { register as registerEndpoint } from '@inkstone/contract/sessions.ts'
import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { Limiter } from '../../platform/rate-limit/rate-limit.ts'
import { askToConfirm } from '../account-links/address-links.actions.ts'
import { type CaptchaAttempt, requireCaptcha, tryCaptcha } from '../captcha/captcha.actions.ts'
import { CAPTCHA_COOKIE, cookieOf } from '../captcha/captcha.rules.ts'
import { hashNewPassword } from '../users/account.actions.ts'
import { registerUser } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'

export interface RegistrationOptions {
  readonly engine: Engine
  readonly captchaFailures: Limiter
  readonly linkKey: Buffer
}

interface PreparedRegistration {
  readonly captcha: CaptchaAttempt | undefined
  readonly hash: string
}

/** The captcha is checked first, so that no password is hashed without it. */
export async function prepareRegistration(
  { engine, captchaFailures }: RegistrationOptions,
  actor: Actor,
  body: BodyOf<typeof registerEndpoint>,
  cookies: string | undefined,
): Promise<PreparedRegistration> {
  const { registration, registration_captcha } = actor.site.settings
  if (registration === 0) throw new Problem('registration-closed')
  if (registration_captcha === 0)
    return { captcha: undefined, hash: await hashNewPassword(body.password, body) }
  const id = body.captcha_id || cookieOf(cookies, CAPTCHA_COOKIE)
  const captcha = await tryCaptcha(engine, actor, captchaFailures, id, body.captcha)
  const hash = captcha.outcome === 'right' ? await hashNewPassword(body.password, body) : ''
  return { captcha, hash }
}

export async function register(
  tx: Tx,
  actor: Actor,
  { linkKey }: RegistrationOptions,
  fields: Omit<BodyOf<typeof registerEndpoint>, 'password'>,
  { captcha, hash }: PreparedRegistration,
): Promise<UserRow> {
  if (captcha) await requireCaptcha(tx, actor, captcha)
  const unconfirmed = actor.site.settings.registration_confirm
  const user = await registerUser(tx, fields, hash, { language: actor.language, unconfirmed })
  if (unconfirmed === 1) await askToConfirm(tx, actor, linkKey, user)
  return user
}
