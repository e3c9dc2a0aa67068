import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { newCaptcha } from '../captcha/captcha.actions.ts'
import { captchaCookie } from '../captcha/captcha.rules.ts'
import type { SiteContext } from './site-options.ts'
import { applyRateLimit } from './visitors.actions.ts'

/** A captcha image. Its id is stored in a cookie, which is sent with the form. */
export async function sendCaptcha(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<FastifyReply> {
  const { comment_captcha, comment_captcha_type } = actor.site.settings
  if (comment_captcha === 0 || comment_captcha_type !== 'image') throw new Problem('not-found')
  await applyRateLimit(options.authenticator, actor)
  const captcha = await newCaptcha(options.engine, actor, undefined, {})
  const [, picture = ''] = ('image' in captcha ? String(captcha.image) : '').split(',', 2)
  setCaptchaCookie(options, request, reply, captcha.captcha_id)
  return reply.header('cache-control', 'no-store').type('image/png').send(Buffer.from(picture, 'base64'))
}

/** The same for a code in a text message. */
export async function sendCode(
  options: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  mobile: string,
): Promise<void> {
  const captcha = await newCaptcha(options.engine, actor, options.messages, { mobile })
  setCaptchaCookie(options, request, reply, captcha.captcha_id)
}

function setCaptchaCookie(
  { originOf }: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): void {
  reply.header('set-cookie', captchaCookie(id, '/comments', originOf(request)))
}
