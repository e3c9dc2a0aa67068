import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Engine, Tx } from '../../database.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import { deleteInPortions } from '../../platform/sql/portions.ts'
import type { CaptchaRow, CaptchaTable } from './captcha.table.ts'

export async function insertCaptcha(tx: Tx, captcha: Insertable<CaptchaTable>): Promise<void> {
  await tx.insertInto('captchas').values(captcha).execute()
}

export async function lockCaptcha(tx: Tx, siteId: number, id: string): Promise<CaptchaRow | undefined> {
  return forUpdate(
    tx,
    tx.selectFrom('captchas').selectAll().where('site_id', '=', siteId).where('id', '=', id),
  ).executeTakeFirst()
}

export async function addFailure(tx: Tx, siteId: number, id: string): Promise<void> {
  await tx
    .updateTable('captchas')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** False if another request was first. */
export async function consumeCaptcha(tx: Tx, siteId: number, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('captchas')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeExpired(engine: Engine): Promise<void> {
  await deleteInPortions(engine, 'captchas', ['id'], (now) => sql`expires_at < ${now}`)
}
