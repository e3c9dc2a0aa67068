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

/** The value of one cookie of a request. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Digits with an optional +, ignoring separators; undefined if it is not a number. */
export function mobileOf(text: string): string | undefined {
  const bare = text.normalize('NFKC').replace(/[\s().-]/g, '')
  return /^\+?\d{6,15}$/.test(bare) ? bare : undefined
}
