import type { Db, Engine, Tx } from '../../database.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { hasRefusal, hasRefusals, insertRefusal, isMailWanted, removeRefusals } from './messages.store.ts'
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

/** Whether unsubscribing this address would change nothing. */
export async function isUnsubscribed(db: Db, { siteId, email }: Subscription): Promise<boolean> {
  const key = emailKey(email)
  return (await hasRefusal(db, siteId, key)) && !(await isMailWanted(db, key))
}

/**
 * Unsubscribes an address from e-mail about comments: a guest on this site, a user everywhere. False if it was
 * unsubscribed already.
 */
export async function unsubscribe(
  engine: Engine,
  stopMailComments: StopMailComments,
  subscription: Subscription,
): Promise<boolean> {
  return engine.transact(async (tx) => {
    const key = emailKey(subscription.email)
    const wasSubscribed = !(await isUnsubscribed(tx, subscription))
    await insertRefusal(tx, subscription.siteId, key)
    await stopMailComments(tx, key)
    return wasSubscribed
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
