import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { passkeyLogin, registerPasskey as registerEndpoint } from '@inkstone/contract/passkeys.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
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
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { mailAccountNotice } from '../messages/account-mail.actions.ts'
import { confirmSession, forgetFactors } from '../sessions/confirmation.actions.ts'
import { type Guesses, refusingBlindGuesses } from '../sessions/guesses.actions.ts'
import { openSession } from '../sessions/sessions.actions.ts'
import type { OpenedSession } from '../sessions/set-up.actions.ts'
import type { Tokens } from '../sessions/tokens.rules.ts'
import { lockUserForChange, userById } from '../users/users.actions.ts'
import {
  findPasskeyByCredential,
  findPasskeys,
  insertPasskey,
  removeAllOf,
  removeOldChallenges,
  removePasskey,
  savePasskey,
  useChallenge,
} from './passkeys.store.ts'
import type { PasskeyRow } from './passkeys.table.ts'

export interface PasskeyOptions {
  /** Undefined without the setting PUBLIC_URL: passkeys are tied to an address. */
  readonly publicUrl: string | undefined
  readonly key: Buffer
  readonly tokens: Tokens
  readonly guesses: Guesses
}

const CHALLENGE_MS = 5 * 60 * 1000
const MAX_PASSKEYS = 20
const LOGIN = 'login'
const registration = (userId: number) => `registration of ${userId}`

export function requirePublicUrl({ publicUrl }: Pick<PasskeyOptions, 'publicUrl'>): string {
  if (publicUrl === undefined) throw new Problem('public-url-required')
  return publicUrl
}

function partyOf(options: PasskeyOptions, actor: Actor): RelyingParty {
  const { hostname, origin } = new URL(requirePublicUrl(options))
  return { name: actor.site.settings.site_name || hostname, host: hostname, origin }
}

export async function beginRegistration(db: Db, actor: Actor, options: PasskeyOptions): Promise<object> {
  const party = partyOf(options, actor)
  const user = await userById(db, actor.userId)
  const challenge = newChallenge(options.key, registration(user.id), Date.now() + CHALLENGE_MS)
  const known = (await findPasskeys(db, user.id)).map(credentialOf)
  return creationOptions({ party, user: { ...user, displayName: user.nickname }, challenge, known })
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
  options: PasskeyOptions,
  { name: _, ...given }: BodyOf<typeof registerEndpoint>,
): Promise<PublicCredential> {
  const isExpected = (challenge: string) =>
    isOwnChallenge(options.key, registration(actor.userId), challenge, Date.now())
  const response = { ...given, clientExtensionResults: {} } as Parameters<typeof verifyCreation>[1]
  const made = await verifyCreation(partyOf(options, actor), response, isExpected)
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
  if ((await findPasskeys(tx, actor.userId)).length >= MAX_PASSKEYS)
    throw invalid('id', 'too-many', { limit: MAX_PASSKEYS })
  const row = await insertPasskey(tx, {
    user_id: actor.userId,
    name,
    credential_id: made.id,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(made.transports),
  })
  await record(tx, actor, 'passkey.added', row)
  await mailAccountNotice(tx, actor.siteId, actor.userId, 'passkey-added', { name })
  return row
}

function useOnce(tx: Tx, clientDataJSON: string): Promise<boolean> {
  return useChallenge(tx, sha256Hex(challengeIn(clientDataJSON)), tx.now + CHALLENGE_MS)
}

async function record(tx: Tx, actor: Actor, action: string, { id, name }: PasskeyRow): Promise<void> {
  await recordAuditEntry(tx, actor, { action, targetType: 'passkey', targetId: id, after: { name } })
}

export const passkeysOf: (db: Db, userId: number) => Promise<PasskeyRow[]> = findPasskeys

export async function renamePasskey(tx: Tx, actor: Actor, id: number, name: string): Promise<PasskeyRow> {
  return savePasskey(tx, actor.userId, id, { name })
}

export async function deletePasskey(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await removePasskey(tx, actor.userId, id)
  // After the passkey, in the order of a login with it.
  await lockUserForChange(tx, actor.userId)
  await forgetFactors(tx, actor.userId)
  await record(tx, actor, 'passkey.removed', row)
  await mailAccountNotice(tx, actor.siteId, actor.userId, 'passkey-removed', { name: row.name })
}

export async function beginPasskeyLogin(actor: Actor, options: PasskeyOptions): Promise<object> {
  const party = partyOf(options, actor)
  return requestOptions(party, newChallenge(options.key, LOGIN, Date.now() + CHALLENGE_MS))
}

/** The same error for every failure, so that it does not reveal which passkeys exist. */
export async function logInWithPasskey(
  engine: Engine,
  actor: Actor,
  options: PasskeyOptions,
  given: UsedPasskey,
  userAgent: string | undefined,
): Promise<OpenedSession> {
  return withPasskey(engine, actor, options, {
    given,
    refused: new Problem('passkey-refused'),
    work: (tx, { user_id }) => openSession(tx, actor, options.tokens, user_id, { userAgent, factors: 2 }),
  })
}

/** Confirms the second factor again with a passkey of the caller. */
export async function checkPasskey(
  engine: Engine,
  actor: Actor,
  options: PasskeyOptions,
  given: UsedPasskey,
): Promise<void> {
  const refused = invalid('response', 'passkey-invalid')
  await withPasskey(engine, actor, options, {
    given,
    refused,
    work: async (tx, { user_id }) => {
      if (user_id !== actor.userId) throw refused
      await confirmSession(tx, actor)
    },
  })
}

type UsedPasskey = BodyOf<typeof passkeyLogin>

interface PasskeyUse<Result> {
  readonly given: UsedPasskey
  /** The error if it is not accepted. */
  readonly refused: Problem
  readonly work: (tx: Tx, passkey: PasskeyRow) => Promise<Result>
}

/** Every refusal is counted for the network. */
async function withPasskey<Result>(
  engine: Engine,
  actor: Actor,
  options: PasskeyOptions,
  use: PasskeyUse<Result>,
): Promise<Result> {
  const party = partyOf(options, actor)
  return refusingBlindGuesses(options.guesses, actor.address, () =>
    usePasskey(engine, party, options, use).catch((error: unknown) => {
      if (error === use.refused || isGone(error)) return use.refused
      throw error
    }),
  )
}

/** The passkey or its user was deleted in the meantime. */
function isGone(error: unknown): boolean {
  return error instanceof Problem && ['passkey-not-found', 'user-not-found'].includes(error.problem)
}

async function usePasskey<Result>(
  engine: Engine,
  party: RelyingParty,
  { key }: PasskeyOptions,
  { given, refused, work }: PasskeyUse<Result>,
): Promise<Result> {
  const passkey = await findPasskeyByCredential(engine.db, given.id)
  const isExpected = (challenge: string) => isOwnChallenge(key, LOGIN, challenge, Date.now())
  const response = { ...given, clientExtensionResults: {} } as Parameters<typeof verifyUse>[1]
  const counter = passkey && (await verifyUse(party, response, credentialOf(passkey), isExpected))
  if (!passkey || counter === undefined) throw refused
  return engine.transact(async (tx) => {
    if (!(await useOnce(tx, given.response.clientDataJSON))) throw refused
    await savePasskey(tx, passkey.user_id, passkey.id, { counter, last_used_at: tx.now })
    return work(tx, passkey)
  })
}

export const deleteOldChallenges: (engine: Engine) => Promise<void> = removeOldChallenges

/** For erasing a person's data. */
export const removePasskeysOf: (tx: Tx, userId: number) => Promise<void> = removeAllOf
