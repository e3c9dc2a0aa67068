import type { Db, Engine, Tx } from '../../database.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { hasRefusal, hasRefusals, insertRefusal, removeRefusals } from './messages.store.ts'
import { emailKey, openSubscription, type Subscription } from './unsubscribe.rules.ts'

/** What a link is about; undefined where it is none of ours. */
export async function subscriptionOf(db: Db, key: Buffer, sealed: string): Promise<Subscription | undefined> {
  const subscription = openSubscription(key, sealed)
  return subscription && (await siteIds(db)).includes(subscription.siteId) ? subscription : undefined
}

/** Notes for the user with this address, if there is one, that they want no mail about comments; the users' feature does. */
export type StopMailComments = (tx: Tx, emailKey: string) => Promise<void>

/** Ends mail about comments to an address: for a guest on this site, for a user everywhere. */
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

/** Whether a link has ended mail to this address on some site. */
export function refusesSomewhere(db: Db, email: string): Promise<boolean> {
  return hasRefusals(db, emailKey(email))
}

/** The way back from every link. */
export function takeMailAgain(tx: Tx, email: string): Promise<void> {
  return removeRefusals(tx, emailKey(email))
}
