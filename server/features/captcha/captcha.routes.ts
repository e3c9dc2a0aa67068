import * as contract from '@inkstone/contract/captcha.ts'
import { acts } from '../../database.ts'
import { newCaptcha, type TextMessages } from './captcha.actions.ts'
import { CAPTCHA_COOKIE, CAPTCHA_SECONDS } from './captcha.rules.ts'

export const captchaRoutes = (messages: TextMessages | undefined) => [
  acts(contract.getCaptcha, async (engine, { actor, query, origin, answering }) => {
    const captcha = await newCaptcha(engine, actor, messages, query)
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    answering.headers['cache-control'] = 'no-store'
    answering.headers['set-cookie'] =
      `${CAPTCHA_COOKIE}=${captcha.captcha_id}; Path=/api; Max-Age=${CAPTCHA_SECONDS}; HttpOnly; SameSite=Lax${secure}`
    return captcha
  }),
]
