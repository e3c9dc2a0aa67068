import type { ReadHandle, WriteHandle } from '../sql/handles.ts'
import { forUpdate } from '../sql/lock.ts'
import type { JobTables, ScheduleRow } from './jobs.table.ts'

type Tx = WriteHandle<JobTables>

export async function readSchedules(db: ReadHandle<JobTables>): Promise<ReadonlyMap<string, ScheduleRow>> {
  const rows = await db.selectFrom('schedules').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row]))
}

export async function lockSchedule(tx: Tx, name: string): Promise<ScheduleRow | undefined> {
  return forUpdate(tx, tx.selectFrom('schedules').selectAll().where('name', '=', name)).executeTakeFirst()
}

/** Another node may have inserted it at the same time. */
export async function insertSchedule(tx: Tx, schedule: ScheduleRow): Promise<void> {
  await tx
    .insertInto('schedules')
    .values(schedule)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function saveSchedule(tx: Tx, { name, ...changes }: ScheduleRow): Promise<void> {
  await tx.updateTable('schedules').set(changes).where('name', '=', name).execute()
}

export async function deleteSchedule(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('schedules').where('name', '=', name).execute()
}
