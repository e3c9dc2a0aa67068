import * as contract from '@inkstone/contract/captcha.ts'
import { acts } from '../../database.ts'
import { newCaptcha, type TextMessages } from './captcha.actions.ts'
import { captchaCookie } from './captcha.rules.ts'

export const captchaRoutes = (messages: TextMessages | undefined) => [
  acts(contract.getCaptcha, async (engine, { actor, query, origin, answering }) => {
    const captcha = await newCaptcha(engine, actor, messages, query)
    answering.headers['cache-control'] = 'no-store'
    answering.headers['set-cookie'] = captchaCookie(captcha.captcha_id, '/api', origin)
    return captcha
  }),
]
