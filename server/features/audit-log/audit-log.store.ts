import type { listAuditLog } from '@inkstone/contract/audit-log.ts'
import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import type { AuditLogTable } from './audit-log.table.ts'

export type EntryFound = Selectable<AuditLogTable> & { readonly token_name: string | null }

export async function insertEntry(tx: Tx, entry: Insertable<AuditLogTable>): Promise<void> {
  await insertRows(tx, 'audit_log', [entry])
}

const FILTERS = ['user_id', 'token_id', 'action', 'target_type', 'target_id'] as const

/** The log is for global administrators, so it is not filtered by site. */
export async function findEntries(db: Db, query: QueryOf<typeof listAuditLog>): Promise<Found<EntryFound>> {
  const { start_time, end_time } = query
  let matching = db.selectFrom('audit_log as l').leftJoin('api_tokens as t', 't.id', 'l.token_id')
  for (const field of FILTERS) {
    const wanted = query[field]
    if (wanted !== undefined) matching = matching.where(`l.${field}`, '=', wanted)
  }
  if (start_time !== undefined) matching = matching.where('l.created_at', '>=', start_time)
  if (end_time !== undefined) matching = matching.where('l.created_at', '<=', end_time)
  const { limit, offset } = boundsOf(query)
  const rows = await matching
    .selectAll('l')
    .select('t.name as token_name')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export type Target = Pick<Selectable<AuditLogTable>, 'site_id' | 'target_type' | 'target_id'>

/** What a token changed, most recently changed first. */
export async function findTargetsOfToken(db: Db, tokenId: number, since: number): Promise<Target[]> {
  const columns = ['site_id', 'target_type', 'target_id'] as const
  return db
    .selectFrom('audit_log')
    .select(columns)
    .where('token_id', '=', tokenId)
    .where('created_at', '>=', since)
    .groupBy(columns)
    .orderBy(({ fn }) => fn.max('id'), 'desc')
    .execute()
}

/** The entries of a token about one target, oldest first. */
export async function findEntriesOfToken(
  db: Db,
  tokenId: number,
  since: number,
  { site_id, target_type, target_id }: Target,
): Promise<Selectable<AuditLogTable>[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('target_type', '=', target_type)
    .where('target_id', '=', target_id)
    .where('site_id', '=', site_id)
    .where('token_id', '=', tokenId)
    .where('created_at', '>=', since)
    .orderBy('id')
    .execute()
}
