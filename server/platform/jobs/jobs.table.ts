import type { Generated, Selectable } from 'kysely'

export interface JobTable {
  id: Generated<number>
  kind: string
  payload: string
  /** Of two jobs with the same key only the first is kept while it waits or runs. */
  unique_key: string | null
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  due_at: number
  /** When to run once more: asked for while it was running. */
  again_at: number | null
  /** How often it was taken up since it last went well. */
  attempts: Generated<number>
  /** The fencing token: it grows with each lease, and only the newest holder may end the job. */
  lease: Generated<number>
  leased_until: Generated<number>
  /** The node that took it last. */
  node: Generated<string>
  last_error: string | null
  created_at: number
  ended_at: number | null
}
export type JobRow = Selectable<JobTable>

interface ScheduleTable {
  name: string
  /** The cron pattern and its zone from which `next_at` was reckoned. */
  rule: string
  next_at: number
  last_at: number | null
}
export type ScheduleRow = Selectable<ScheduleTable>

/** The tables that the job platform brings with it. */
export interface JobTables {
  jobs: JobTable
  schedules: ScheduleTable
}
