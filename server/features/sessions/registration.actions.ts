import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { register as registerEndpoint } from '@inkstone/contract/sessions.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { askToConfirm } from '../account-links/address-links.actions.ts'
import {
  type CaptchaAttempt,
  type CaptchaChecking,
  requireCaptcha,
  tryCaptcha,
} from '../captcha/captcha.actions.ts'
import { hashNewPassword } from '../users/account.actions.ts'
import { registerUser } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'

export interface RegistrationOptions extends CaptchaChecking {
  readonly linkKey: Buffer
}

interface PreparedRegistration {
  readonly captcha: CaptchaAttempt | undefined
  readonly hash: string
}

/** The captcha is checked first, so that no password is hashed without it. */
export async function prepareRegistration(
  options: RegistrationOptions,
  actor: Actor,
  body: BodyOf<typeof registerEndpoint>,
  cookies: string | undefined,
): Promise<PreparedRegistration> {
  const { registration, registration_captcha } = actor.site.settings
  if (registration === 0) throw new Problem('registration-closed')
  if (registration_captcha === 0)
    return { captcha: undefined, hash: await hashNewPassword(body.password, body) }
  const captcha = await tryCaptcha(options, actor, body, cookies)
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
