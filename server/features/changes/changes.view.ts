import type { Zone } from '../../platform/times/times.ts'
import type { ChangesFound } from './changes.actions.ts'

export function showChanges(zone: Zone) {
  return ({ list, next, more }: ChangesFound) => ({
    list: list.map(({ cursor, type, subject_id, alias, change, created_at }) => ({
      cursor,
      type,
      id: subject_id,
      alias,
      change,
      at: zone.formatWithOffset(created_at),
    })),
    next,
    more,
  })
}
