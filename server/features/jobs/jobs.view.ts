import type { JobRow } from '../../platform/jobs/jobs.table.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'

export function showJob(zone: Zone) {
  return (row: JobRow) => ({
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    state: row.state,
    attempts: row.attempts,
    ...showTimes(zone, { due: row.due_at }),
    node: row.node,
    last_error: row.last_error,
    ...showTimes(zone, { create: row.created_at, end: row.ended_at }),
  })
}
