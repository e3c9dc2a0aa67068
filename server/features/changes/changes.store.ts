import type { ChangeType } from '@inkstone/contract/changes.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { isSettled, settledUpTo } from '../../platform/sql/commit-order.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import { type ChangeRow, type ChangeTable, READERS } from './changes.table.ts'
import { type Position, START } from './cursors.rules.ts'

export async function insertChanges(tx: Tx, changes: readonly Insertable<ChangeTable>[]): Promise<void> {
  await insertRows(tx, 'changes', changes)
}

/** Which changes to include beyond public ones. */
export interface Interest {
  /** Kinds that the caller manages. */
  readonly managed: readonly ChangeType[]
  /** The caller, who sees their own items; 0 for none. */
  readonly ownerId: number
}

export async function findChanges(
  db: Db,
  siteId: number,
  after: Position,
  types: readonly ChangeType[],
  { managed, ownerId }: Interest,
  limit: number,
): Promise<ChangeRow[]> {
  return db
    .selectFrom('changes')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(sql<boolean>`(transaction_id, id) > (${after.transactionId}, ${after.id})`)
    .where(isSettled(db.engine, sql.ref('transaction_id')))
    .where('type', 'in', [...types])
    .where(({ or, eb }) =>
      or([
        eb('seen_before', '=', READERS),
        eb('seen_after', '=', READERS),
        ...(managed.length > 0 ? [eb('type', 'in', [...managed])] : []),
        ...(ownerId > 0 ? [eb('owner_id', '=', ownerId)] : []),
      ]),
    )
    .orderBy('transaction_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The position after all completed transactions. */
export async function presentPosition(db: Db): Promise<Position> {
  const settled = await sql<{
    transaction_id: number
  }>`select ${settledUpTo(db.engine)} as transaction_id`.execute(db as Tx)
  const transactionId = Number(settled.rows[0]?.transaction_id ?? 0)
  if (transactionId > 0) return { transactionId, id: 0 }
  const last = await lastPosition(db)
  const pruned = await prunedUpTo(db)
  return { transactionId: 0, id: Math.max(last.id, pruned.id) }
}

/** The last visible row of any site. */
export async function lastPosition(db: Db): Promise<Position> {
  const row = await db
    .selectFrom('changes')
    .select(['transaction_id', 'id'])
    .where(isSettled(db.engine, sql.ref('transaction_id')))
    .orderBy('transaction_id', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { transactionId: row.transaction_id, id: row.id } : START
}

/** Whether there is a commit that is not visible yet, because an older transaction is still running. */
export async function hasUnsettled(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('id')
    .where(({ not }) => not(isSettled(db.engine, sql.ref('transaction_id'))))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const PRUNED = 'changes-pruned'
const GENERATION = 'changes-generation'

export async function prunedUpTo(db: Db): Promise<Position> {
  const [transactionId = 0, id = 0] = ((await stateOf(db, PRUNED)) ?? '0-0').split('-').map(Number)
  return { transactionId, id }
}

export async function readGeneration(db: Db): Promise<number> {
  return Number((await stateOf(db, GENERATION)) ?? 1)
}

async function stateOf(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('service_state').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

async function saveState(tx: Tx, key: string, value: string): Promise<void> {
  await tx
    .insertInto('service_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Deletes a limited number of rows older than this, and records the progress. */
export async function pruneChanges(tx: Tx, before: number, most: number): Promise<number> {
  const old = await tx
    .selectFrom('changes')
    .select(['transaction_id', 'id'])
    .where('created_at', '<', before)
    .orderBy('transaction_id')
    .orderBy('id')
    .limit(most)
    .execute()
  const last = old.at(-1)
  if (!last) return 0
  await tx
    .deleteFrom('changes')
    .where(sql<boolean>`(transaction_id, id) <= (${last.transaction_id}, ${last.id})`)
    .execute()
  await saveState(tx, PRUNED, `${last.transaction_id}-${last.id}`)
  return old.length
}

/** Invalidates all earlier cursors, for a restored database. */
export async function invalidateCursors(tx: Tx): Promise<void> {
  await tx.deleteFrom('changes').execute()
  await tx.deleteFrom('service_state').where('key', '=', PRUNED).execute()
  await saveState(tx, GENERATION, String((await readGeneration(tx)) + 1 + Math.floor(Math.random() * 1e9)))
}
