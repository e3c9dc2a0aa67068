import type { CaptchaType } from '@inkstone/contract/captcha.ts'
import { checkImage } from '../../platform/puzzles/image-puzzle.ts'
import { checkSlider } from '../../platform/puzzles/slider-puzzle.ts'
import { equalConstantTime } from '../../platform/secrets.ts'
import type { CaptchaRow } from './captcha.table.ts'

export const CAPTCHA_SECONDS = 300
const MOST_FAILURES = 5
export const CAPTCHA_COOKIE = 'captcha_id'
const SLIDER_TOLERANCE_PX = 6
/** Nobody sees where the piece goes and drags it there faster. */
const SLIDER_MINIMUM_MS = 500

export function isSolved(captcha: CaptchaRow, given: string, now: number): boolean {
  switch (captcha.type) {
    case 'image':
      return checkImage(captcha.answer, given)
    case 'slider':
      return (
        /^\d{1,4}(\.\d{1,4})?$/.test(given.trim()) &&
        checkSlider(
          Number(captcha.answer),
          Number(given),
          SLIDER_TOLERANCE_PX,
          now - captcha.created_at,
          SLIDER_MINIMUM_MS,
        )
      )
    case 'sms':
      return equalConstantTime(captcha.answer, given.normalize('NFKC').trim())
  }
}

export function isUsable({ failures, expires_at }: CaptchaRow, now: number): boolean {
  return failures < MOST_FAILURES && now < expires_at
}

/** Image and slider stand for each other; where a site asks for a text message, nothing less will do. */
export function serves(type: CaptchaType, wanted: CaptchaType): boolean {
  return wanted !== 'sms' || type === 'sms'
}

/** The value of one cookie of a request. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** Digits with an optional +, whatever stands between them; undefined where it is no number. */
export function mobileOf(text: string): string | undefined {
  const bare = text.normalize('NFKC').replace(/[\s().-]/g, '')
  return /^\+?\d{6,15}$/.test(bare) ? bare : undefined
}
