import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { SiteRow } from './sites.store.ts'

export function showSite(zone: Zone) {
  return (row: SiteRow) => ({
    id: row.id,
    name: row.name,
    alias: row.alias,
    domains: row.domains,
    enabled: row.enabled,
    default_category_id: row.default_category_id,
    ...showTimes(zone, { create: row.created_at, update: row.updated_at }),
  })
}
