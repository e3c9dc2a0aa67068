import { cookieFor, isOverHttps } from '../../platform/http/cookies.ts'
import { checkImage } from '../../platform/puzzles/image-puzzle.ts'
import { isDraggedTo } from '../../platform/puzzles/slider-drag.ts'
import { equalConstantTime } from '../../platform/secrets/secrets.ts'
import type { CaptchaRow } from './captcha.table.ts'

export const CAPTCHA_SECONDS = 300
const MAX_FAILURES = 5
export const CAPTCHA_COOKIE = 'captcha_id'
/** A slider position can be guessed, so a slider has one attempt; characters and codes have five. */
const MAX_SLIDER_FAILURES = 1

export function isSolved(captcha: CaptchaRow, given: string, now: number): boolean {
  switch (captcha.type) {
    case 'image':
      return checkImage(captcha.answer, given)
    case 'slider':
      return isDraggedTo(Number(captcha.answer), given, now - captcha.created_at)
    case 'sms':
      return equalConstantTime(captcha.answer, given.normalize('NFKC').trim())
  }
}

export function isUsable({ type, failures, expires_at }: CaptchaRow, now: number): boolean {
  return failures < (type === 'slider' ? MAX_SLIDER_FAILURES : MAX_FAILURES) && now < expires_at
}

/** `path` is where the solution is sent to. */
export function captchaCookie(id: string, path: '/api' | '/comments', origin: string): string {
  return cookieFor(CAPTCHA_COOKIE, id, { path, seconds: CAPTCHA_SECONDS, secure: isOverHttps(origin) })
}

/** Digits with an optional +, ignoring separators; undefined if it is not a number. */
export function mobileOf(text: string): string | undefined {
  const bare = text.normalize('NFKC').replace(/[\s().-]/g, '')
  return /^\+?\d{6,15}$/.test(bare) ? bare : undefined
}
