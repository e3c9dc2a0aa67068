import type { listAuditLog } from '@inkstone/contract/audit-log.ts'
import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/page.ts'
import type { AuditLogTable } from './audit-log.table.ts'

export type AuditLogRow = Selectable<AuditLogTable>

export async function insertEntry(tx: Tx, entry: Insertable<AuditLogTable>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute()
}

/** The log is the administrators', who are administrators of every site: it is not cut by site. */
export async function findEntries(db: Db, query: QueryOf<typeof listAuditLog>): Promise<Found<AuditLogRow>> {
  const { user_id, action, target_type, target_id, start_time, end_time } = query
  let matching = db.selectFrom('audit_log')
  if (user_id !== undefined) matching = matching.where('user_id', '=', user_id)
  if (action !== undefined) matching = matching.where('action', '=', action)
  if (target_type !== undefined) matching = matching.where('target_type', '=', target_type)
  if (target_id !== undefined) matching = matching.where('target_id', '=', target_id)
  if (start_time !== undefined) matching = matching.where('created_at', '>=', start_time)
  if (end_time !== undefined) matching = matching.where('created_at', '<=', end_time)
  const { limit, offset } = boundsOf(query)
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
