import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tables, Tx } from '../../database.ts'
import { migrations } from '../../migrations/list.ts'
import { openEngine } from '../../platform/sql/engine.ts'
import { DatabaseUnavailable, type EngineName } from '../../platform/sql/handles.ts'
import { migrateWithin } from '../../platform/sql/migrate.ts'
import { refreshStatistics } from '../../platform/sql/statistics.ts'
import {
  byTable,
  columnsIn,
  continueIds,
  countRows,
  deferringReferences,
  emptyTable,
  insertTextRows,
  type TextRow,
  tablesWithIds,
} from '../../platform/sql/whole-tables.ts'
import { indexEverythingWithin } from '../search-index/indexing.actions.ts'
import { type BackupPlace, BackupRefused } from './backups.rules.ts'
import { type DatabasePart, isCopied } from './database-rows.rules.ts'
import { databaseFile, type Manifest } from './manifest.rules.ts'
import { readSqliteRows } from './sqlite-rows.ts'

type Programs = Pick<BackupPlace, 'postgresPrograms'>

const readers: Readonly<
  Record<EngineName, (file: string, programs: Programs) => AsyncGenerator<DatabasePart>>
> = {
  sqlite: readSqliteRows,
  async *postgres(file, { postgresPrograms }) {
    const { readDumpRows } = await import('./dump-rows.ts')
    yield* readDumpRows(file, postgresPrograms)
  },
}

export interface Filling extends Programs {
  /** The folder of the backup. */
  readonly source: string
  readonly manifest: Manifest
  /** Statements that remove what is there. */
  readonly emptying?: readonly string[]
  onProgress?(done: number, total: number, unit: string): void
}

/** Fills a database from a backup of the other engine, in one transaction: afterwards it has everything, or is as before. */
export async function fillFromOtherEngine(
  target: { readonly databaseUrl: string | undefined; readonly sqlitePath: string },
  filling: Filling,
): Promise<void> {
  const engine = await openEngine<Tables>({ ...target, poolSize: 1, onLost: () => {} })
  try {
    await engine.transactAtLength((tx) => fill(tx, filling))
  } finally {
    await engine.close()
  }
}

async function fill(tx: Tx, filling: Filling): Promise<void> {
  const { manifest, emptying = [], onProgress } = filling
  for (const statement of emptying) await sql.raw(statement).execute(tx)
  await migrateWithin(
    tx,
    migrations.filter(({ id }) => id <= (manifest.migration ?? 0)),
  )
  await copyRows(tx, filling)
  await migrateWithin(tx, migrations)
  await indexEverythingWithin(tx, (done, total) => onProgress?.(done, total, 'articles indexed'))
  await refreshStatistics(tx)
}

async function copyRows(tx: Tx, filling: Filling): Promise<void> {
  const { manifest, source, onProgress } = filling
  const tables = byTable((await columnsIn(tx)).filter(({ table }) => isCopied(table)))
  const expected = new Map(Object.entries(manifest.rows).filter(([table]) => isCopied(table)))
  requireSame('tables', [...expected.keys()], [...tables.keys()])
  const total = [...expected.values()].reduce((sum, rows) => sum + rows, 0)
  const lastIds = new Map<string, number>()
  let done = 0
  await deferringReferences(tx, async () => {
    // Those of the migrations too.
    for (const table of tables.keys()) await emptyTable(tx, table)
    const file = join(source, databaseFile(manifest.engine))
    for await (const part of readers[manifest.engine](file, filling)) {
      if (part.kind === 'last-id') lastIds.set(part.table, part.id)
      else {
        await insertPart(tx, part.table, tables.get(part.table) ?? [], part.rows)
        done += part.rows.length
        onProgress?.(done, total, 'rows')
      }
    }
  })
  for (const [table, rows] of expected) {
    const copied = await countRows(tx, table)
    if (copied !== rows)
      throw new BackupRefused(`The backup has ${rows} rows of ${table}, and ${copied} were copied.`)
  }
  for (const table of await tablesWithIds(tx))
    if (tables.has(table)) await continueIds(tx, table, lastIds.get(table) ?? 0)
}

async function insertPart(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly TextRow[],
): Promise<void> {
  requireSame(`columns of ${table}`, Object.keys(rows[0] ?? {}), columns)
  try {
    await insertTextRows(tx, table, rows)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new BackupRefused(`A row of ${table} cannot be copied: ${(error as Error).message}`)
  }
}

function requireSame(what: string, given: readonly string[], known: readonly string[]): void {
  const differing = [
    ...given.filter((name) => !known.includes(name)),
    ...known.filter((name) => !given.includes(name)),
  ]
  if (differing.length > 0)
    throw new BackupRefused(`The backup has other ${what} than this program: ${differing.join(', ')}.`)
}
