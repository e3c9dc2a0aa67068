import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { badQuery, invalid, Problem } from '../../platform/core/problem.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import { randomDigits } from '../../platform/puzzles/digits.ts'
import { drawImagePuzzle } from '../../platform/puzzles/image-puzzle.ts'
import { drawSliderPuzzle } from '../../platform/puzzles/slider-puzzle.ts'
import type { Limiter, Verdict } from '../../platform/rate-limit/rate-limit.ts'
import { randomToken } from '../../platform/secrets/secrets.ts'
import { CAPTCHA_COOKIE, CAPTCHA_SECONDS, isSolved, isUsable, mobileOf } from './captcha.rules.ts'
import { addFailure, consumeCaptcha, insertCaptcha, lockCaptcha, removeExpired } from './captcha.store.ts'

/** The SMS gateway and its limits, so that a number is not flooded and costs stay limited. */
export interface TextMessages {
  send(mobile: string, code: string, text: string): Promise<boolean>
  readonly limits: readonly { readonly limiter: Limiter; readonly by: 'number' | 'address' }[]
}

const ID_BYTES = 18
const CODE_DIGITS = 6

export async function newCaptcha(
  engine: Engine,
  actor: Actor,
  messages: TextMessages | undefined,
  query: { mobile?: string },
) {
  const type = actor.site.settings.comment_captcha_type
  const { answer, shown } =
    type === 'sms' ? await sendCode(actor, messages, query.mobile) : drawn(type, actor.language)
  const id = randomToken(ID_BYTES)
  await engine.transact((tx) =>
    insertCaptcha(tx, {
      id,
      site_id: actor.siteId,
      type,
      answer,
      created_at: tx.now,
      expires_at: tx.now + CAPTCHA_SECONDS * 1000,
    }),
  )
  return { captcha_id: id, type, expire: CAPTCHA_SECONDS, ...shown }
}

function drawn(type: 'image' | 'slider', language: Actor['language']) {
  if (type === 'image') {
    const { answer, image, width, height, alt } = drawImagePuzzle()
    return { answer, shown: { image, width, height, alt: alt[language] } }
  }
  const { answer, y, background, piece, width, height, pieceSize, alt } = drawSliderPuzzle()
  return {
    answer: String(answer),
    shown: { background, piece, width, height, y, piece_size: pieceSize, alt: alt[language] },
  }
}

const TEXTS = {
  en: (code: string) => `Your code is ${code}. It is valid for five minutes.`,
  zh: (code: string) => `您的验证码是 ${code}，五分钟内有效。`,
}

async function sendCode(actor: Actor, messages: TextMessages | undefined, given: string | undefined) {
  if (!messages) throw badQuery('mobile', 'no-gateway')
  if (given === undefined) throw badQuery('mobile', 'required')
  const mobile = mobileOf(given)
  if (mobile === undefined) throw badQuery('mobile', 'malformed')
  for (const { limiter, by } of messages.limits) {
    const { allowed, retryAfterSeconds } = await limiter.consume(
      by === 'number' ? mobile : rateLimitKey(actor.address),
    )
    if (!allowed) throw new Problem('too-many-text-messages', { retryAfterSeconds })
  }
  const code = randomDigits(CODE_DIGITS)
  if (!(await messages.send(mobile, code, TEXTS[actor.language](code)))) throw new Problem('unavailable')
  return { answer: code, shown: {} }
}

/** The solution of a captcha and its result. */
export interface CaptchaAttempt {
  readonly id: string
  readonly outcome: 'missing' | 'right' | 'wrong' | 'gone'
}

export interface CaptchaChecking {
  readonly engine: Engine
  readonly captchaFailures: Limiter
}

interface CaptchaFields {
  readonly captcha?: string | undefined
  /** If absent, the cookie has it. */
  readonly captcha_id?: string | undefined
}

/**
 * Checks a solution in its own transaction, so that a failure stays counted even if the request fails. A correct
 * solution is not consumed yet, so that the user can fix other fields and send it again.
 */
export async function tryCaptcha(
  { engine, captchaFailures }: CaptchaChecking,
  actor: Actor,
  { captcha: given, captcha_id }: CaptchaFields,
  cookies: string | undefined,
): Promise<CaptchaAttempt> {
  const id = captcha_id || cookieOf(cookies, CAPTCHA_COOKIE)
  if (!given) return { id: '', outcome: 'missing' }
  if (!id) return { id: '', outcome: 'gone' }
  const network = rateLimitKey(actor.address)
  requireFewFailures(await captchaFailures.peek(network))
  const outcome = await engine.transact(async (tx) => {
    const captcha = await lockCaptcha(tx, actor.siteId, id)
    if (!captcha || !isUsable(captcha, tx.now)) return 'gone'
    if (captcha.type !== actor.site.settings.comment_captcha_type) return 'gone'
    if (isSolved(captcha, given, tx.now)) return 'right'
    await addFailure(tx, actor.siteId, id)
    return 'wrong'
  })
  if (outcome === 'wrong') requireFewFailures(await captchaFailures.consume(network))
  return { id, outcome }
}

/** Failures per network, to slow down guessing with any number of captchas. */
export const CAPTCHA_FAILURES = { name: 'captcha-failures', points: 30, windowSeconds: 15 * 60 }

function requireFewFailures({ allowed, retryAfterSeconds }: Verdict): void {
  if (!allowed) throw new Problem('too-many-captchas', { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
}

/** Consumes the captcha with the change. Only one of two simultaneous requests passes. */
export async function requireCaptcha(tx: Tx, actor: Actor, { id, outcome }: CaptchaAttempt): Promise<void> {
  if (outcome === 'missing') throw invalid('captcha', 'captcha-required')
  if (outcome === 'wrong') throw invalid('captcha', 'captcha-wrong')
  if (outcome === 'gone' || !(await consumeCaptcha(tx, actor.siteId, id)))
    throw invalid('captcha', 'captcha-expired')
}

export const deleteExpiredCaptchas: (engine: Engine) => Promise<void> = removeExpired
