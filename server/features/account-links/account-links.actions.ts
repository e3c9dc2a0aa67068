import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import type { Limiter } from '../../platform/rate-limit/rate-limit.ts'
import { randomToken, sha256Hex } from '../../platform/secrets/secrets.ts'
import { type EndAccess, userById } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import {
  findLink,
  insertLink,
  removeAllLinks,
  removeExpiredLinks,
  removeLinksOf,
} from './account-links.store.ts'
import type { AccountLinkRow, LinkPurpose } from './account-links.table.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LASTS_MS: Readonly<Record<LinkPurpose, number>> = {
  password: 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
  email: DAY_MS,
  registration: DAY_MS,
}
const TOKEN_BYTES = 32

export interface AccountLinkOptions {
  /** Encrypts the tokens of e-mails that are waiting to be sent. */
  readonly linkKey: Buffer
  readonly publicUrl: string | undefined
  readonly end: EndAccess
  /** Counts invalid tokens for the network of the caller. Implemented by the sessions feature. */
  countGuess<Right>(address: string, guess: () => Promise<Right | Problem>): Promise<Right>
  /** How often a link may be requested, per e-mail address and per network. */
  readonly asked: { readonly byAccount: Limiter; readonly byNetwork: Limiter }
}

export interface NewLink {
  readonly token: string
  readonly expiresAt: number
}

export async function newLink(tx: Tx, userId: number, purpose: LinkPurpose, email = ''): Promise<NewLink> {
  const token = randomToken(TOKEN_BYTES)
  const expiresAt = tx.now + LASTS_MS[purpose]
  await insertLink(tx, {
    token_hash: sha256Hex(token),
    user_id: userId,
    purpose,
    email,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** An invalid token is counted and costs one read: no transaction, no hash. */
export function knownLink(
  db: Db,
  { address }: Actor,
  { countGuess }: AccountLinkOptions,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<AccountLinkRow> {
  return countGuess(
    address,
    async () => (await findLink(db, sha256Hex(token), purposes, Date.now())) ?? linkEnded(),
  )
}

/** The user of a link, who must be enabled. */
export async function personOf(db: Db, userId: number): Promise<UserRow> {
  try {
    const user = await userById(db, userId)
    if (user.status === 1) return user
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  throw linkEnded()
}

export function linkEnded(): Problem {
  return invalid('token', 'link-ended')
}

export const deleteExpiredLinks: (tx: Tx) => Promise<void> = removeExpiredLinks
/** After a restore or a new secret key: invalidates all links sent before. */
export const endAllLinks: (tx: Tx) => Promise<void> = removeAllLinks

/**
 * After a new password or address: a link that was requested or received by somebody who had the old one must not bring
 * them back in. Also for erasing a person's data.
 */
export const endLinksOf: (tx: Tx, userId: number) => Promise<void> = removeLinksOf
