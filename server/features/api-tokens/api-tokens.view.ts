import { showTimes, type Zone } from '../../platform/times/times.ts'
import { sitesOf } from './api-tokens.rules.ts'
import type { ApiTokenRow } from './api-tokens.store.ts'

export function showApiToken(zone: Zone) {
  return (row: ApiTokenRow) => ({
    id: row.id,
    name: row.name,
    scope: row.scope,
    sites: sitesOf(row),
    rate_limit: row.rate_limit,
    user: { id: row.user_id, username: row.username },
    hint: row.hint,
    ...showTimes(zone, { expire: row.expires_at, last_used: row.last_used_at, create: row.created_at }),
  })
}
