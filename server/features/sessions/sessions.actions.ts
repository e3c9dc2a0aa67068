import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import { noteLogin, userByName } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
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
  /** Failed logins by name and address. */
  readonly failures: Limiter
}

export async function logIn(
  engine: Engine,
  actor: Actor,
  { tokens, failures }: LoginGuard,
  given: { username: string; password: string },
): Promise<{ token: string; user: UserRow }> {
  const key = `${given.username.toLowerCase()} ${actor.address}`
  await refuseWhenBlocked(failures, key)
  const found = await userByName(engine.db, given.username)
  // Hashing comes before any decision, so that a name that does not exist takes as long as one that does.
  const matches = await passwordMatches(found?.password_hash, given.password)
  if (!found || !matches) {
    await failures.consume(key)
    const tells = !found && actor.site.settings.hide_unknown_users === 0
    throw new Problem(tells ? 'user-unknown' : 'password-wrong')
  }
  if (found.status === 0) throw new Problem('user-disabled')
  await failures.clear(key)
  return engine.transact(async (tx) => {
    const user = await noteLogin(tx, found.id)
    const session = await insertSession(tx, user.id, actor.address, tx.now + TOKEN_SECONDS * 1000)
    return { token: tokens.sign({ sid: session.id, gen: session.generation }), user }
  })
}

async function refuseWhenBlocked(failures: Limiter, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await failures.peek(key)
  if (!allowed) throw new Problem('too-many-logins', { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
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

export const forgetExpiredSessions: (tx: Tx) => Promise<void> = removeExpiredSessions
