import type { Db, Engine } from '../../database.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { hasRefusal, insertRefusal } from './messages.store.ts'
import { emailKey, openSubscription } from './unsubscribe.rules.ts'

/** Ends the mails of a site to an address. False where the link is none of ours. */
export async function unsubscribe(engine: Engine, key: Buffer, sealed: string): Promise<boolean> {
  const subscription = openSubscription(key, sealed)
  if (!subscription || !(await siteIds(engine.db)).includes(subscription.siteId)) return false
  await engine.transact((tx) => insertRefusal(tx, subscription.siteId, emailKey(subscription.email)))
  return true
}

export function refusesMail(db: Db, siteId: number, email: string): Promise<boolean> {
  return hasRefusal(db, siteId, emailKey(email))
}
