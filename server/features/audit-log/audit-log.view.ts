import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { EntryFound } from './audit-log.store.ts'

export function showEntry(zone: Zone) {
  return (row: EntryFound) => ({
    id: row.id,
    user: { id: row.user_id, username: row.username },
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    ip: row.address,
    request_id: row.request_id,
    ...showTimes(zone, { create: row.created_at }),
  })
}
