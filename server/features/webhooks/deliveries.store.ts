import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { deliveryStates } from '@inkstone/contract/webhooks.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Engine, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { deleteInPortions } from '../../platform/sql/portions.ts'
import type { EventRow } from '../events/events.table.ts'
import type { AttemptRow, DeliveryRow, DeliveryTable } from './webhooks.table.ts'

type State = (typeof deliveryStates)[number]
export interface DeliveryWithAttempts extends DeliveryRow {
  readonly tries: readonly AttemptRow[]
}

export async function readEvent(db: Db, id: number): Promise<EventRow | undefined> {
  return db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An event and earlier undelivered events about the same subject. Concurrent callers wait here for the lock. */
export async function lockUndispatched(
  tx: Tx,
  { id, site_id, subject_type, subject_id }: EventRow,
): Promise<EventRow[]> {
  const undispatched = tx
    .selectFrom('events')
    .selectAll()
    .where('dispatched_at', 'is', null)
    .where('id', '<=', id)
    .where('site_id', '=', site_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .orderBy('id')
  return forUpdate(tx, undispatched).execute()
}

export async function markDispatched(tx: Tx, eventId: number): Promise<void> {
  await tx.updateTable('events').set({ dispatched_at: tx.now }).where('id', '=', eventId).execute()
}

export async function insertDelivery(tx: Tx, delivery: Insertable<DeliveryTable>): Promise<DeliveryRow> {
  return tx.insertInto('webhook_deliveries').values(delivery).returningAll().executeTakeFirstOrThrow()
}

/** The first unsent delivery of each subject that is due. Later ones wait behind it. */
export async function findDue(db: Db, webhookId: number, now: number, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.state = 'waiting' and d.next_at <= ${now} and not exists (
      select 1 from webhook_deliveries e
      where e.webhook_id = d.webhook_id and e.subject = d.subject and e.state = 'waiting' and e.id < d.id)
    order by d.next_at, d.id limit ${limit}`.execute(db)
  return rows
}

export async function nextDueAt(db: Db, webhookId: number): Promise<number | undefined> {
  const { rows } = await sql<{ next_at: number }>`
    select d.next_at from webhook_deliveries d
    where d.webhook_id = ${webhookId} and d.state = 'waiting' and not exists (
      select 1 from webhook_deliveries e
      where e.webhook_id = d.webhook_id and e.subject = d.subject and e.state = 'waiting' and e.id < d.id)
    order by d.next_at limit 1`.execute(db)
  return rows[0]?.next_at
}

export async function insertAttempt(
  tx: Tx,
  attempt: { delivery_id: number; duration_ms: number; status: number | null; error: string; answer: string },
): Promise<void> {
  await tx
    .insertInto('webhook_attempts')
    .values({ ...attempt, attempted_at: tx.now })
    .execute()
}

export async function saveState(
  tx: Tx,
  id: number,
  changes: { state: State; attempts: number; next_at: number },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...changes, ended_at: changes.state === 'waiting' ? null : tx.now })
    .where('id', '=', id)
    .execute()
}

/** Waiting deliveries of a disabled webhook fail. They can be redelivered. */
export async function failWaiting(tx: Tx, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', ended_at: tx.now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function findDeliveries(
  db: Db,
  webhookId: number,
  state: State | undefined,
  page: PageQuery,
): Promise<Found<DeliveryWithAttempts>> {
  const { limit, offset } = boundsOf(page)
  let matching = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
  if (state !== undefined) matching = matching.where('state', '=', state)
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const tries =
    ids.length === 0
      ? []
      : await db
          .selectFrom('webhook_attempts')
          .selectAll()
          .where('delivery_id', 'in', ids)
          .orderBy('id')
          .execute()
  return {
    rows: rows.map((row) => ({ ...row, tries: tries.filter(({ delivery_id }) => delivery_id === row.id) })),
    total,
  }
}

export async function findDelivery(db: Db, siteId: number, id: number): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Enqueues a delivery again with a full number of attempts. */
export async function sendAgain(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('webhook_deliveries').set(afresh(tx)).where('id', '=', id).execute()
}

/** The same for all failed deliveries. There may be more of them than a statement can take ids. */
export async function sendFailedAgain(tx: Tx, webhookId: number, since: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(afresh(tx))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function afresh({ now }: Tx) {
  return { state: 'waiting', attempts: 0, next_at: now, ended_at: null } as const
}

export async function removeOldDeliveries(engine: Engine, keptMs: number): Promise<void> {
  await deleteInPortions(engine, 'webhook_deliveries', ['id'], (now) => sql`ended_at < ${now - keptMs}`)
  await deleteInPortions(
    engine,
    'events',
    ['id'],
    (now) => sql`created_at < ${now - keptMs} and dispatched_at is not null`,
  )
}
