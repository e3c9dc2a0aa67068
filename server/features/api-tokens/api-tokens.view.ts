import type { Zone } from '../../platform/times.ts'
import type { ApiTokenRow } from './api-tokens.store.ts'

export function showApiToken(zone: Zone) {
  const moment = (time: number | null) => (time === null ? null : zone.format(time))
  return (row: ApiTokenRow) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    user: { id: row.user_id, username: row.username },
    hint: row.hint,
    expire_time: moment(row.expires_at),
    last_used_time: moment(row.last_used_at),
    create_time: zone.format(row.created_at),
  })
}
