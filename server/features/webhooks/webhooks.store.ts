import { type EventKind, isSubscribed } from '@inkstone/contract/events.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { WebhookRow, WebhookTable } from './webhooks.table.ts'

export async function findWebhooks(db: Db, siteId: number, page: PageQuery): Promise<Found<WebhookRow>> {
  const { limit, offset } = boundsOf(page)
  const ofSite = db.selectFrom('webhooks').where('site_id', '=', siteId)
  const rows = await ofSite.selectAll().orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await ofSite
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function readWebhook(db: Db, siteId: number, id: number): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('webhook-not-found')
  return row
}

export async function lockWebhook(tx: Tx, siteId: number, id: number): Promise<WebhookRow> {
  const row = await forUpdate(
    tx,
    tx.selectFrom('webhooks').selectAll().where('site_id', '=', siteId).where('id', '=', id),
  ).executeTakeFirst()
  if (!row) throw new Problem('webhook-not-found')
  return row
}

/** For the sender, which handles all sites. */
export async function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** For the sender: results of one webhook are saved one after another. */
export async function lockWebhookById(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  return forUpdate(tx, tx.selectFrom('webhooks').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function subscribersOf(db: Db, siteId: number, kind: EventKind): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.filter(({ events }) => isSubscribed(JSON.parse(events), kind))
}

export async function listAllWebhooks(db: Db): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

export async function insertWebhook(tx: Tx, webhook: Insertable<WebhookTable>): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(webhook).returningAll().executeTakeFirstOrThrow()
}

export async function saveWebhook(
  tx: Tx,
  id: number,
  changes: Updateable<WebhookTable>,
): Promise<WebhookRow> {
  return tx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function removeWebhook(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}
