import type pg from 'pg'
import { ask } from './postgres-pools.ts'
import { type Position, type PositionRow, positionOf, WRITTEN } from './postgres-positions.ts'
import type { Stamps, TableWatch } from './stamps.ts'

/** The position of the primary at the last look; undefined where none is known. */
export type Seen = Position | undefined

interface StampRow {
  readonly table_name: string
  readonly stamp: number
}

const STAMPS = 'select table_name, stamp from change_stamps'
// In one statement: the position is found after what is visible to it was settled, so that all of that stands before it.
const STAMPS_AND_POSITION = `select lsn, timeline, table_name, stamp from (${WRITTEN}) as written
  left join change_stamps on true`

/** Looks at the stamps, and where there is a replica at how far the primary is. */
export function createStampsReader(pool: pg.Pool, watch: TableWatch, hasReplica: boolean) {
  let stamps: Stamps = watch.watched.map(() => 0)
  let knowsTables = false
  let position: Seen

  async function readStamps(): Promise<readonly StampRow[]> {
    if (!hasReplica) return ask<StampRow>(pool, STAMPS)
    const rows = await ask<PositionRow & { table_name: string | null; stamp: number | null }>(
      pool,
      STAMPS_AND_POSITION,
    )
    position = rows[0] && positionOf(rows[0])
    return rows.flatMap(({ table_name, stamp }) =>
      table_name === null || stamp === null ? [] : [{ table_name, stamp }],
    )
  }

  return {
    seen: () => position,
    look: believingSilence(async () => {
      if (watch.watched.length === 0) return stamps
      if (!knowsTables) {
        const tables = await ask<{ name: string }>(
          pool,
          'select tablename as name from pg_tables where schemaname = any (current_schemas(false))',
        )
        watch.knowTables(tables.map(({ name }) => name))
        knowsTables = true
      }
      const read = watch.stampsFrom(await readStamps())
      if (read.some((stamp, place) => stamp !== stamps[place])) stamps = read
      return stamps
    }),
  }
}

const SILENT_AFTER_MS = 2_000
const BELIEVED_FOR_MS = 500

/** Who has waited while the server kept silent is told so at once: to wait as long again would take too long. */
function believingSilence(look: () => Promise<Stamps>): () => Promise<Stamps> {
  let silence: { readonly error: unknown; readonly until: number } | undefined
  return async () => {
    const begun = performance.now()
    if (silence && begun < silence.until) throw silence.error
    try {
      return await look()
    } catch (error) {
      const now = performance.now()
      if (now - begun > SILENT_AFTER_MS) silence = { error, until: now + BELIEVED_FOR_MS }
      throw error
    }
  }
}
