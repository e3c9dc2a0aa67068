import { type Permission, permissions, type Role } from '@inkstone/contract/permissions.ts'
import * as contract from '@inkstone/contract/sessions.ts'
import { acts, preparesAndWrites, reads, writes } from '../../database.ts'
import { type Actor, holds } from '../../platform/actor.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { roleOfUser } from '../users/site-roles.actions.ts'
import {
  changeOwnPassword,
  changeProfile,
  hashNewPassword,
  lockProfile,
  registerUser,
  userById,
} from '../users/users.actions.ts'
import { showProfile, showUser } from '../users/users.view.ts'
import { refusingGuesses } from './guesses.actions.ts'
import { endOtherSessions, type LoginGuard, logIn, logOut, refreshSession } from './sessions.actions.ts'
import { showLogin } from './sessions.view.ts'
import { TOKEN_SECONDS } from './tokens.rules.ts'

/** On the request's site. */
function roleOfSignedIn({ role }: Actor): Role {
  if (role === 'anonymous') throw new Problem('login-required')
  return role
}

const everyPermission = Object.keys(permissions) as Permission[]

export const sessionRoutes = (guard: LoginGuard) => [
  acts(contract.login, async (engine, { actor, body }) => {
    const { token, user } = await logIn(engine, actor, guard, body)
    return showLogin(token, user, await roleOfUser(engine.db, actor.siteId, user))
  }),
  writes(contract.refresh, async (tx, { actor, presentedToken }) => ({
    token: await refreshSession(tx, actor, guard.tokens, presentedToken),
    expire: TOKEN_SECONDS,
  })),
  writes(contract.logout, async (tx, { actor }) => logOut(tx, actor)),
  preparesAndWrites(
    contract.register,
    async (_db, { actor, body }) => {
      if (actor.site.settings.registration === 0) throw new Problem('registration-closed')
      return hashNewPassword(body.password, body)
    },
    async (tx, { actor, body: { password: _, ...fields } }, hash) =>
      showProfile(await registerUser(tx, fields, hash, actor.language), tx.now),
  ),
  reads(contract.me, async (db, { actor, zone }) => ({
    ...showUser(zone, Date.now())(await userById(db, actor.userId)),
    role: roleOfSignedIn(actor),
    permissions: everyPermission.filter((permission) => holds(actor, permission)),
  })),
  writes(
    contract.updateMe,
    async (tx, { actor, body, zone }) => ({
      ...showUser(zone, tx.now)(await changeProfile(tx, actor, body)),
      role: roleOfSignedIn(actor),
    }),
    async (tx, { actor }) => lockProfile(tx, actor),
  ),
  preparesAndWrites(
    contract.changePassword,
    async (db, { actor, body }) => {
      const user = await userById(db, actor.userId)
      if (actor.kind !== 'user') throw new Problem('forbidden')
      const guesser = { account: `password of ${user.id}`, address: actor.address }
      await refusingGuesses(guard.guesses, guesser, async () =>
        (await passwordMatches(user.password_hash, body.old_password))
          ? user
          : invalid('old_password', 'wrong-password'),
      )
      return { hash: await hashNewPassword(body.new_password, user, 'new_password'), seen: user }
    },
    async (tx, { actor }, { hash, seen }) => {
      await changeOwnPassword(tx, actor, seen, hash)
      await endOtherSessions(tx, actor)
    },
  ),
]
