import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import { noteLogin, userByName } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import { accountOf, forgiveGuesses, type Guesses, refusingGuesses } from './guesses.actions.ts'
import {
  insertSession,
  lockSession,
  removeExpiredSessions,
  removeSession,
  removeSessionsOfUser,
  saveRotation,
} from './sessions.store.ts'
import { TOKEN_SECONDS, type Tokens } from './tokens.rules.ts'

export interface LoginGuard {
  readonly tokens: Tokens
  readonly guesses: Guesses
}

export async function logIn(
  engine: Engine,
  actor: Actor,
  { tokens, guesses }: LoginGuard,
  given: { username: string; password: string },
): Promise<{ token: string; user: UserRow }> {
  const user = await userByName(engine.db, given.username)
  const guesser = { account: accountOf(user, given.username), address: actor.address }
  const found = await refusingGuesses(guesses, guesser, async () => {
    // Hashing comes before any decision, so that a name that does not exist takes as long as one that does.
    const matches = await passwordMatches(user?.password_hash, given.password)
    if (user && matches) return user
    const tells = !user && actor.site.settings.hide_unknown_users === 0
    return new Problem(tells ? 'user-unknown' : 'password-wrong')
  })
  if (found.status === 0) throw new Problem('user-disabled')
  await forgiveGuesses(guesses, guesser)
  return engine.transact(async (tx) => {
    const user = await noteLogin(tx, found.id)
    // Changed while the hash was being compared: the session would outlive what was to end it.
    if (user.status === 0) throw new Problem('user-disabled')
    if (user.password_hash !== found.password_hash) throw new Problem('password-wrong')
    const session = await insertSession(tx, user.id, actor.address, tx.now + TOKEN_SECONDS * 1000)
    return { token: tokens.sign({ sid: session.id, gen: session.generation }), user }
  })
}

/** A session for somebody who has shown who they are in another way than by a password. */
export async function openSession(
  tx: Tx,
  actor: Actor,
  tokens: Tokens,
  userId: number,
): Promise<{ token: string; user: UserRow }> {
  const user = await noteLogin(tx, userId)
  if (user.status === 0) throw new Problem('user-disabled')
  const session = await insertSession(tx, user.id, actor.address, tx.now + TOKEN_SECONDS * 1000)
  return { token: tokens.sign({ sid: session.id, gen: session.generation }), user }
}

/** A new token for the session. Two refreshes at once give the same new generation, not two that retire each other. */
export async function refreshSession(
  tx: Tx,
  actor: Actor,
  tokens: Tokens,
  presented: string,
): Promise<string> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  const session = await lockSession(tx, actor.credentialId)
  const claims = tokens.read(presented)
  if (!session || typeof claims === 'string') throw new Problem('token-invalid')
  const generation = claims.gen === session.generation ? session.generation + 1 : session.generation
  if (generation !== session.generation)
    await saveRotation(tx, session.id, generation, tx.now + TOKEN_SECONDS * 1000)
  return tokens.sign({ sid: session.id, gen: generation })
}

export async function logOut(tx: Tx, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw new Problem('forbidden')
  await removeSession(tx, actor.credentialId)
}

export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  await removeSessionsOfUser(tx, userId, 0)
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<void> {
  await removeSessionsOfUser(tx, actor.userId, actor.kind === 'user' ? actor.credentialId : 0)
  await recordDeed(tx, actor, { action: 'password.changed', targetType: 'user', targetId: actor.userId })
}

export const forgetExpiredSessions: (engine: Engine) => Promise<void> = removeExpiredSessions
