import * as contract from '@inkstone/contract/sessions.ts'
import { acts, preparesAndWrites, reads, writes } from '../../database.ts'
import { invalid } from '../../platform/core/problem.ts'
import { passwordMatches } from '../../platform/secrets/passwords.ts'
import { endLinksOf } from '../account-links/account-links.actions.ts'
import { changeOwnPassword, hashNewPassword } from '../users/account.actions.ts'
import { userById } from '../users/users.actions.ts'
import { showProfile } from '../users/users.view.ts'
import { refusingGuesses } from './guesses.actions.ts'
import { prepareRegistration, type RegistrationOptions, register } from './registration.actions.ts'
import {
  endMyOtherSessions,
  endOtherSessions,
  endSession,
  type LoginGuard,
  logIn,
  logOut,
  refreshSession,
  sessionsOf,
} from './sessions.actions.ts'
import { showSession } from './sessions.view.ts'
import { loginAnswer } from './set-up.actions.ts'
import { siteCookie } from './site-cookie.rules.ts'
import { TOKEN_SECONDS } from './tokens.rules.ts'

export const sessionRoutes = (options: LoginGuard & RegistrationOptions) => [
  acts(contract.login, async (engine, { actor, body, header, origin, answering }) => {
    const opened = await logIn(engine, actor, options, body, header('user-agent'))
    answering.headers['set-cookie'] = siteCookie(opened.token, TOKEN_SECONDS, origin)
    return loginAnswer(engine.db, actor, opened)
  }),
  writes(contract.refresh, async (tx, { actor, presentedToken, origin, answering }) => {
    const token = await refreshSession(tx, actor, options.tokens, presentedToken)
    answering.headers['set-cookie'] = siteCookie(token, TOKEN_SECONDS, origin)
    return { token, expire: TOKEN_SECONDS }
  }),
  writes(contract.logout, async (tx, { actor, origin, answering }) => {
    answering.headers['set-cookie'] = siteCookie('', 0, origin)
    return logOut(tx, actor)
  }),
  reads(contract.listSessions, async (db, { actor, zone }) =>
    (await sessionsOf(db, actor)).map(showSession(zone, actor.credentialId, Date.now())),
  ),
  writes(contract.endSession, async (tx, { actor, params }) => endSession(tx, actor, params.id)),
  writes(contract.endOtherSessions, async (tx, { actor }) => endMyOtherSessions(tx, actor)),
  preparesAndWrites(
    contract.register,
    async (_db, { actor, body, header }) => prepareRegistration(options, actor, body, header('cookie')),
    async (tx, { actor, body: { password: _, ...fields } }, prepared) =>
      showProfile(await register(tx, actor, options, fields, prepared), tx.now),
  ),
  preparesAndWrites(
    contract.changePassword,
    async (db, { actor, body }) => {
      const user = await userById(db, actor.userId)
      const guesser = { account: `password of ${user.id}`, address: actor.address }
      await refusingGuesses(options.guesses, guesser, async () =>
        (await passwordMatches(user.password_hash, body.old_password))
          ? user
          : invalid('old_password', 'wrong-password'),
      )
      return { hash: await hashNewPassword(body.new_password, user, 'new_password'), seen: user }
    },
    async (tx, { actor }, { hash, seen }) => {
      await changeOwnPassword(tx, actor, seen, hash)
      await endLinksOf(tx, actor.userId)
      await endOtherSessions(tx, actor)
    },
  ),
]
