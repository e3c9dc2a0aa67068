import { actsLater, type Tables } from '../../database.ts'
import { exponential } from '../../platform/jobs/backoff.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { sendAccountEmail } from '../messages/account-mail.actions.ts'
import type { MailOptions } from '../messages/mailing.actions.ts'
import { userByName } from '../users/users.actions.ts'
import { newLink } from './account-links.actions.ts'
import { forgottenPassword } from './password-links.actions.ts'

/** Retries for half an hour, after which the link has expired. */
const TERMS = { maxAttempts: 12, backoff: exponential({ firstMs: 2_000, longestMs: 5 * 60_000 }) }

export const accountLinkJobs = (options: MailOptions): Handler<Tables>[] => [
  actsLater(
    forgottenPassword,
    async ({ engine }, { site_id, email, send }) => {
      if (send === 0) return undefined
      const user = await userByName(engine.db, email)
      if (!user || user.status === 0) return undefined
      const { token } = await engine.transact((tx) => newLink(tx, user.id, 'password'))
      return sendAccountEmail(engine.db, options, {
        siteId: site_id,
        userId: user.id,
        to: '',
        kind: 'reset',
        details: {},
        token,
        path: 'password',
      })
    },
    TERMS,
  ),
]
