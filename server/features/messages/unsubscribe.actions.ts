import type { Db, Engine, Tx } from '../../database.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { hasRefusal, hasRefusals, insertRefusal, removeRefusals } from './messages.store.ts'
import { emailKey, openSubscription, type Subscription } from './unsubscribe.rules.ts'

/** The content of a link; undefined if it is not one of ours. */
export async function subscriptionOf(db: Db, key: Buffer, sealed: string): Promise<Subscription | undefined> {
  const subscription = openSubscription(key, sealed)
  return subscription && (await siteIds(db)).includes(subscription.siteId) ? subscription : undefined
}

/**
 * Turns off e-mail about comments for the user with this address, if there is one. Implemented by the users feature.
 */
export type StopMailComments = (tx: Tx, emailKey: string) => Promise<void>

/** Unsubscribes an address from e-mail about comments: a guest on this site, a user everywhere. */
export async function unsubscribe(
  engine: Engine,
  stopMailComments: StopMailComments,
  { siteId, email }: Subscription,
): Promise<void> {
  await engine.transact(async (tx) => {
    await insertRefusal(tx, siteId, emailKey(email))
    await stopMailComments(tx, emailKey(email))
  })
}

export function refusesMail(db: Db, siteId: number, email: string): Promise<boolean> {
  return hasRefusal(db, siteId, emailKey(email))
}

/** Whether this address has unsubscribed on any site. */
export function refusesSomewhere(db: Db, email: string): Promise<boolean> {
  return hasRefusals(db, emailKey(email))
}

/** Reverts all unsubscriptions. */
export function resubscribe(tx: Tx, email: string): Promise<void> {
  return removeRefusals(tx, emailKey(email))
}
