import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { RevisionFound } from '../revisions/revisions.actions.ts'
import { snapshotIn, type WritingFound } from './history.actions.ts'

export function showWriting(zone: Zone) {
  return (row: WritingFound) => ({
    editor: { id: row.saved_by, username: row.username ?? '', nickname: row.nickname ?? '' },
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    ...showTimes(zone, { create: row.saved_at }),
  })
}

export function showRevision(zone: Zone) {
  return (row: RevisionFound) => ({
    number: row.number,
    title: snapshotIn(row).title,
    ...showWriting(zone)(row),
  })
}

export function showWholeRevision(zone: Zone) {
  return (row: RevisionFound) => ({ ...snapshotIn(row), ...showRevision(zone)(row) })
}
