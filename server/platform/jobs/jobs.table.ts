import type { Generated, Selectable } from 'kysely'

export interface JobTable {
  id: Generated<number>
  kind: string
  payload: string
  /** Only one job with the same key can wait or run. */
  unique_key: string | null
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  due_at: number
  /** When to run again, requested while it was running. */
  again_at: number | null
  /** Attempts since the last success. */
  attempts: Generated<number>
  /** The fencing number: it grows with each lease, and only the newest holder may end the job. */
  lease: Generated<number>
  leased_until: Generated<number>
  /** The node that last ran it. */
  node: Generated<string>
  last_error: string | null
  created_at: number
  ended_at: number | null
}
export type JobRow = Selectable<JobTable>

interface ScheduleTable {
  name: string
  /** The cron pattern and its time zone, from which `next_at` was computed. */
  rule: string
  next_at: number
  last_at: number | null
}
export type ScheduleRow = Selectable<ScheduleTable>

/** The tables of the job platform. */
export interface JobTables {
  jobs: JobTable
  schedules: ScheduleTable
}
