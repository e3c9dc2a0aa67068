import * as contract from '@inkstone/contract/single-sign-on.ts'
import { acts, writes } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { cookieOf } from '../../platform/http/cookies.ts'
import { loginAnswer } from '../sessions/set-up.actions.ts'
import { TOKEN_SECONDS } from '../sessions/tokens.rules.ts'
import { FLOW_COOKIE, flowCookie } from './flow.rules.ts'
import {
  beginSignOn,
  finishSignOn,
  returnPathOf,
  type SingleSignOn,
  unlink,
} from './single-sign-on.actions.ts'

/** `options` is undefined if no provider is configured. */
export const singleSignOnRoutes = (options: SingleSignOn | undefined, secure: boolean) => {
  const required = (): SingleSignOn => {
    if (!options) throw new Problem('single-sign-on-off')
    return options
  }
  return [
    acts(contract.startSingleSignOn, async (_engine, { query }) => {
      const { url, sealed } = await beginSignOn(required(), query.return_to)
      throw new Problem('continue-elsewhere', {
        headers: { location: url, 'set-cookie': flowCookie(sealed, secure) },
      })
    }),
    acts(contract.linkSingleSignOn, async (_engine, { actor, body, answering }) => {
      const { url, sealed } = await beginSignOn(required(), body.return_to, {
        userId: actor.userId,
        sessionId: actor.credentialId,
      })
      answering.headers['set-cookie'] = flowCookie(sealed, secure)
      return { url }
    }),
    writes(contract.unlinkSingleSignOn, async (tx, { actor }) => unlink(tx, actor)),
    acts(contract.finishSingleSignOn, async (engine, { actor, query, header, answering }) => {
      const answer = new URLSearchParams(query as Record<string, string>)
      const sealed = cookieOf(header('cookie'), FLOW_COOKIE)
      const spent = flowCookie('', secure)
      const returnTo = returnPathOf(required(), sealed)
      // In the fragment, which is not sent to servers or logged.
      const sentBack = (fragment: string) =>
        new Problem('continue-elsewhere', {
          headers: { location: `${returnTo}#${fragment}`, 'set-cookie': spent },
        })
      const browser = { sealed, userAgent: header('user-agent') }
      const opened = await finishSignOn(engine, actor, required(), answer, browser).catch(
        (error: unknown) => {
          // The user should not see a page of JSON.
          throw error instanceof Problem && returnTo !== undefined
            ? sentBack(`error=${error.problem}`)
            : error
        },
      )
      if (returnTo !== undefined) throw sentBack(`token=${opened.token}&expire=${TOKEN_SECONDS}`)
      answering.headers['set-cookie'] = spent
      answering.headers['cache-control'] = 'no-store'
      return loginAnswer(engine.db, actor, opened)
    }),
  ]
}
