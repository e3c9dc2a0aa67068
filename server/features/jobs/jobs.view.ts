import type { JobRow } from '../../platform/jobs/jobs.table.ts'
import type { Zone } from '../../platform/times.ts'

export function showJob(zone: Zone) {
  return (row: JobRow) => ({
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    state: row.state,
    attempts: row.attempts,
    due_time: zone.format(row.due_at),
    node: row.node,
    last_error: row.last_error,
    create_time: zone.format(row.created_at),
    end_time: row.ended_at === null ? null : zone.format(row.ended_at),
  })
}
