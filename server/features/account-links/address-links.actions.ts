import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { mailAccountLink } from '../messages/account-mail.actions.ts'
import { changeAddress, confirmAddress } from '../users/account.actions.ts'
import { lockUserForChange } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'
import {
  type AccountLinkOptions,
  endLinksOf,
  knownLink,
  linkEnded,
  newLink,
  personOf,
} from './account-links.actions.ts'
import { consumeLink, findLastLink, findPendingEmail, removeLinks } from './account-links.store.ts'

const CONFIRMS_ADDRESS = ['email', 'registration'] as const

/** So that nobody is flooded with e-mail. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000

/** The account keeps its address until the link sent to the new one is opened. */
export async function requestAddressChange(
  tx: Tx,
  actor: Actor,
  linkKey: Buffer,
  user: UserRow,
  email: string,
): Promise<void> {
  await removeLinks(tx, user.id, ['email'])
  const { token } = await newLink(tx, user.id, 'email', email)
  await mailAccountLink(tx, linkKey, {
    siteId: actor.siteId,
    userId: user.id,
    kind: 'email-change',
    path: 'email',
    token,
    to: email,
  })
}

export async function askToConfirm(tx: Tx, actor: Actor, linkKey: Buffer, user: UserRow): Promise<void> {
  const { token } = await newLink(tx, user.id, 'registration', user.email)
  await mailAccountLink(tx, linkKey, {
    siteId: actor.siteId,
    userId: user.id,
    kind: 'registration',
    path: 'email',
    token,
  })
}

/** A new link for someone who lost theirs. */
export async function askAgainToConfirm(tx: Tx, actor: Actor, linkKey: Buffer, id: number): Promise<void> {
  const user = await lockUserForChange(tx, id)
  const last = await findLastLink(tx, id, 'registration')
  if (user.unconfirmed === 0 || (last !== undefined && last > tx.now - ASK_AGAIN_AFTER_MS)) return
  await askToConfirm(tx, actor, linkKey, user)
}

export async function prepareConfirmation(
  db: Db,
  actor: Actor,
  options: AccountLinkOptions,
  token: string,
): Promise<void> {
  await knownLink(db, actor, options, token, CONFIRMS_ADDRESS)
}

export async function confirmEmail(tx: Tx, actor: Actor, token: string): Promise<void> {
  const link = await consumeLink(tx, sha256Hex(token), CONFIRMS_ADDRESS)
  if (!link) throw linkEnded()
  const { id, username } = await personOf(tx, link.user_id)
  if (link.purpose === 'registration') return confirmAddress(tx, id)
  const before = await lockUserForChange(tx, id)
  await changeAddress(tx, actor.siteId, id, link.email)
  await endLinksOf(tx, id)
  await recordAuditEntry(
    tx,
    { ...actor, userId: id, username },
    {
      action: 'email.changed',
      targetType: 'user',
      targetId: id,
      before: { email: before.email },
      after: { email: link.email },
    },
  )
}

export async function pendingEmailOf(db: Db, userId: number): Promise<string> {
  return (await findPendingEmail(db, userId, Date.now())) ?? ''
}
