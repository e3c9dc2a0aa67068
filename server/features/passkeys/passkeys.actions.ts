import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { passkeyLogin, registerPasskey as registerEndpoint } from '@inkstone/contract/passkeys.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import { sha256Hex } from '../../platform/secrets.ts'
import { isOwnChallenge, newChallenge } from '../../platform/sign-in/challenges.ts'
import {
  challengeIn,
  creationOptions,
  type PublicCredential,
  type RelyingParty,
  requestOptions,
  verifyCreation,
  verifyUse,
} from '../../platform/sign-in/webauthn.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import { openSession } from '../sessions/sessions.actions.ts'
import type { Tokens } from '../sessions/tokens.rules.ts'
import { userById } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import {
  findPasskeyByCredential,
  findPasskeys,
  insertPasskey,
  removeOldChallenges,
  removePasskey,
  savePasskey,
  useChallenge,
} from './passkeys.store.ts'
import type { PasskeyRow } from './passkeys.table.ts'

export interface PasskeyMeans {
  /** Undefined where the setting PUBLIC_URL is missing: passkeys belong to an address. */
  readonly publicUrl: string | undefined
  readonly key: Buffer
  readonly tokens: Tokens
}

const CHALLENGE_MS = 5 * 60 * 1000
const MOST_PASSKEYS = 20
const LOGIN = 'login'
const registration = (userId: number) => `registration of ${userId}`

function partyOf({ publicUrl }: PasskeyMeans, actor: Actor): RelyingParty {
  if (publicUrl === undefined) throw new Problem('public-url-required')
  const { hostname, origin } = new URL(publicUrl)
  return { name: actor.site.settings.site_name || hostname, host: hostname, origin }
}

export async function beginRegistration(db: Db, actor: Actor, means: PasskeyMeans): Promise<object> {
  const party = partyOf(means, actor)
  const user = await userById(db, actor.userId)
  const challenge = newChallenge(means.key, registration(user.id), Date.now() + CHALLENGE_MS)
  const known = (await findPasskeys(db, user.id)).map(credentialOf)
  return creationOptions({ party, user, challenge, known })
}

function credentialOf(row: PasskeyRow): PublicCredential {
  return {
    id: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
  }
}

export async function verifyRegistration(
  actor: Actor,
  means: PasskeyMeans,
  { name: _, ...given }: BodyOf<typeof registerEndpoint>,
): Promise<PublicCredential> {
  const isExpected = (challenge: string) =>
    isOwnChallenge(means.key, registration(actor.userId), challenge, Date.now())
  const response = { ...given, clientExtensionResults: {} } as Parameters<typeof verifyCreation>[1]
  const made = await verifyCreation(partyOf(means, actor), response, isExpected)
  if (!made) throw invalid('response', 'passkey-invalid')
  return made
}

export async function registerPasskey(
  tx: Tx,
  actor: Actor,
  { name = 'Passkey', response }: BodyOf<typeof registerEndpoint>,
  made: PublicCredential,
): Promise<PasskeyRow> {
  if (!(await useOnce(tx, response.clientDataJSON))) throw invalid('response', 'passkey-invalid')
  if ((await findPasskeys(tx, actor.userId)).length >= MOST_PASSKEYS)
    throw invalid('id', 'too-many', { limit: MOST_PASSKEYS })
  const row = await insertPasskey(tx, {
    user_id: actor.userId,
    name,
    credential_id: made.id,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(made.transports),
  })
  await record(tx, actor, 'passkey.added', row)
  return row
}

function useOnce(tx: Tx, clientDataJSON: string): Promise<boolean> {
  return useChallenge(tx, sha256Hex(challengeIn(clientDataJSON)), tx.now + CHALLENGE_MS)
}

async function record(tx: Tx, actor: Actor, action: string, { id, name }: PasskeyRow): Promise<void> {
  await recordDeed(tx, actor, { action, targetType: 'passkey', targetId: id, after: { name } })
}

export const passkeysOf: (db: Db, userId: number) => Promise<PasskeyRow[]> = findPasskeys

export async function renamePasskey(tx: Tx, actor: Actor, id: number, name: string): Promise<PasskeyRow> {
  return savePasskey(tx, actor.userId, id, { name })
}

export async function deletePasskey(tx: Tx, actor: Actor, id: number): Promise<void> {
  await record(tx, actor, 'passkey.removed', await removePasskey(tx, actor.userId, id))
}

export async function beginPasskeyLogin(actor: Actor, means: PasskeyMeans): Promise<object> {
  const party = partyOf(means, actor)
  return requestOptions(party, newChallenge(means.key, LOGIN, Date.now() + CHALLENGE_MS))
}

/** One answer to all that is wrong: nobody learns which passkeys there are. */
export async function logInWithPasskey(
  engine: Engine,
  actor: Actor,
  means: PasskeyMeans,
  given: BodyOf<typeof passkeyLogin>,
  userAgent: string | undefined,
): Promise<{ token: string; user: UserRow }> {
  const party = partyOf(means, actor)
  const passkey = await findPasskeyByCredential(engine.db, given.id)
  const isExpected = (challenge: string) => isOwnChallenge(means.key, LOGIN, challenge, Date.now())
  const response = { ...given, clientExtensionResults: {} } as Parameters<typeof verifyUse>[1]
  const counter = passkey && (await verifyUse(party, response, credentialOf(passkey), isExpected))
  if (!passkey || counter === undefined) throw new Problem('passkey-refused')
  return engine.transact(async (tx) => {
    if (!(await useOnce(tx, given.response.clientDataJSON))) throw new Problem('passkey-refused')
    await savePasskey(tx, passkey.user_id, passkey.id, { counter, last_used_at: tx.now })
    return openSession(tx, actor, means.tokens, passkey.user_id, { userAgent, factors: 2 })
  })
}

export const forgetOldChallenges: (engine: Engine) => Promise<void> = removeOldChallenges
