import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { endLinksOf } from '../account-links/account-links.actions.ts'
import { everyTokenOf } from '../api-tokens/api-tokens.actions.ts'
import { articlesBy } from '../articles/importing.actions.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { anonymiseComments, commentsOfPerson } from '../comments/personal.actions.ts'
import { reactionsOf } from '../counters/counters.actions.ts'
import { filesBy } from '../media/media.actions.ts'
import { deleteMessagesOf, everyMessageOf } from '../messages/messages.actions.ts'
import { passkeysOf, removePasskeysOf } from '../passkeys/passkeys.actions.ts'
import { deleteSavedViewsOf, everySavedViewOf } from '../saved-views/saved-views.actions.ts'
import { resetSecondFactor } from '../second-factor/second-factor.actions.ts'
import { forgetFactors } from '../sessions/confirmation.actions.ts'
import { deleteDevicesOf, endAccess, everySessionOf } from '../sessions/sessions.actions.ts'
import { deleteIdentitiesOf, identitiesOf } from '../single-sign-on/single-sign-on.actions.ts'
import { deleteUser, eraseProfile, userByName } from '../users/users.actions.ts'
import type { UserRow } from '../users/users.table.ts'

/** Data that is retained. Every response lists it, so that no one assumes it is erased. */
export const RETAINED = [
  { what: 'articles', why: 'Their articles are part of the site and are kept without their name.' },
  {
    what: 'comment_texts',
    why: 'Comment texts are part of a conversation and are kept without a name.',
  },
  { what: 'media', why: 'Uploaded files may be used in articles.' },
  { what: 'likes', why: 'Likes and favorites count for the articles and are kept without a name.' },
  {
    what: 'guest_addresses',
    why: 'Likes and reports of guests have only an IP address. Those from addresses of their comments are erased; no other can be assigned to a person.',
  },
  { what: 'ip_blacklist', why: 'A blocked IP address stays blocked until the block ends.' },
  {
    what: 'unsubscribed',
    why: 'An address that unsubscribed is kept as a hash, so that no mail is sent to it.',
  },
  {
    what: 'audit_log',
    why: 'The record of who did what and from which IP address, for administration and security.',
  },
  { what: 'events', why: 'Events for webhooks are deleted after 30 days.' },
  { what: 'backups', why: 'Earlier backups contain this data until they are deleted on schedule.' },
  {
    what: 'logs',
    why: 'Log lines that the service wrote contain IP addresses; whoever runs it deletes them.',
  },
] as const

const MAX_ENTRIES = 10_000

interface Person {
  readonly user: UserRow | undefined
  /** Empty for a username. */
  readonly email: string
}

async function personNamed(db: Db, name: string): Promise<Person> {
  const user = await userByName(db, name)
  return { user, email: user?.email || (name.includes('@') ? name : '') }
}

export async function dataOf(db: Db, name: string) {
  const { user, email } = await personNamed(db, name)
  const comments = await commentsOfPerson(db, { userId: user?.id, email })
  if (!user && comments.length === 0) throw new Problem('person-not-found')
  return { user, comments, ...(user ? await dataOfUser(db, user.id) : NOTHING) }
}

async function dataOfUser(db: Db, id: number) {
  return {
    articles: await articlesBy(db, id),
    media: await filesBy(db, id),
    sessions: await everySessionOf(db, id),
    tokens: await everyTokenOf(db, id, MAX_ENTRIES),
    passkeys: await passkeysOf(db, id),
    identities: await identitiesOf(db, id),
    messages: await everyMessageOf(db, id, MAX_ENTRIES),
    savedViews: await everySavedViewOf(db, id),
    likes: await reactionsOf(db, 'article_likes', id, MAX_ENTRIES),
    favorites: await reactionsOf(db, 'article_favorites', id, MAX_ENTRIES),
  }
}

const NOTHING = {
  articles: [],
  media: [],
  sessions: [],
  tokens: [],
  passkeys: [],
  identities: [],
  messages: [],
  savedViews: [],
  likes: [],
  favorites: [],
} satisfies Awaited<ReturnType<typeof dataOfUser>>

/** Erases what can be erased. The last administrator cannot be. */
export async function erasePerson(
  tx: Tx,
  actor: Actor,
  name: string,
): Promise<{ accounts: number; comments: number }> {
  const { user, email } = await personNamed(tx, name)
  const comments = await anonymiseComments(tx, { userId: user?.id, email })
  if (!user && comments === 0) throw new Problem('person-not-found')
  if (user) await eraseAccount(tx, actor, user.id)
  await recordAuditEntry(tx, actor, {
    action: 'person.erased',
    targetType: 'user',
    targetId: user?.id ?? 0,
    after: { comments },
  })
  return { accounts: user ? 1 : 0, comments }
}

async function eraseAccount(tx: Tx, actor: Actor, id: number): Promise<void> {
  await resetSecondFactor(tx, actor, id, forgetFactors)
  await deleteUser(tx, actor, id, endAccess)
  await removePasskeysOf(tx, id)
  await deleteIdentitiesOf(tx, id)
  await deleteDevicesOf(tx, id)
  await endLinksOf(tx, id)
  await deleteMessagesOf(tx, id)
  await deleteSavedViewsOf(tx, id)
  await eraseProfile(tx, id)
}
