import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { RevisionFound } from '../revisions/revisions.actions.ts'
import { snapshotIn } from './history.actions.ts'

export function showRevision(zone: Zone) {
  return (row: RevisionFound) => ({
    number: row.number,
    title: snapshotIn(row).title,
    editor: { id: row.saved_by, username: row.username ?? '', nickname: row.nickname ?? '' },
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    ...showTimes(zone, { create: row.saved_at }),
  })
}

export function showWholeRevision(zone: Zone) {
  return (row: RevisionFound) => ({ ...snapshotIn(row), ...showRevision(zone)(row) })
}
