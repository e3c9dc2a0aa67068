import type { Db, Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'

const KEY = 'content_upkeep'

const place = (db: Db) => db.selectFrom('service_state').select('value').where('key', '=', KEY)

/** The progress of the upgrade; undefined if there is none. */
export async function readPlace(db: Db): Promise<string | undefined> {
  return (await place(db).executeTakeFirst())?.value
}

/** The same, locked, so that two nodes never handle the same portion. */
export async function lockPlace(tx: Tx): Promise<string | undefined> {
  return (await forUpdate(tx, place(tx)).executeTakeFirst())?.value
}

/** Undefined: everything is done. */
export async function savePlace(tx: Tx, value: string | undefined): Promise<void> {
  if (value === undefined) await tx.deleteFrom('service_state').where('key', '=', KEY).execute()
  else await tx.updateTable('service_state').set({ value }).where('key', '=', KEY).execute()
}
