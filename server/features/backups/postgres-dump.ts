import { chmod } from 'node:fs/promises'
import pg from 'pg'
import { DatabaseUnavailable } from '../../platform/sql/handles.ts'
import { BackupRefused } from './backups.rules.ts'
import { findProgram, start, withAddress } from './postgres-programs.ts'
import type { Copying, DatabaseContents } from './sqlite-copy.ts'

const SCHEMA = 'public'
const OWN_NAME = 'inkstone-backup'

interface Source {
  readonly databaseUrl: string
  readonly programs: string | undefined
}

/** Dumps a consistent snapshot of the database and verifies the dump. */
export async function dumpPostgres(source: Source, to: string, copying: Copying): Promise<DatabaseContents> {
  const dump = await findProgram('pg_dump', source.programs)
  const restore = await findProgram('pg_restore', source.programs)
  const { signal, onProgress } = copying
  const total = (await tablesIn(source.databaseUrl)).length
  let done = 0
  await withAddress(source.databaseUrl, async (address) => {
    const args = ['--format=custom', `--schema=${SCHEMA}`, '--no-owner', '--no-privileges', '--verbose']
    await start(dump, [...args, `--file=${to}`, `--dbname=${address}`], {
      signal,
      onLine: (line) => {
        if (line.includes('dumping contents of table')) onProgress?.(Math.min(++done, total), total, 'tables')
      },
    }).ended
  })
  await chmod(to, 0o600)
  const contents = await contentsOf(restore, to, signal)
  onProgress?.(total, total, 'tables')
  return contents
}

/** Reads every row of the dump: a listing alone would not notice a truncated dump. */
async function contentsOf(
  restore: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<DatabaseContents> {
  const rows = new Map<string, number>()
  let migration = 0
  let table: string | undefined
  const reading = start(restore, ['--data-only', '--file=-', file], { signal })
  for await (const line of linesOf(reading.stdout)) {
    if (table === undefined) {
      table = /^COPY (?:\w+\.)?"?(\w+)"? \(.*\) FROM stdin;$/.exec(line)?.[1]
      if (table !== undefined) rows.set(table, 0)
    } else if (line === '\\.') {
      table = undefined
    } else {
      rows.set(table, (rows.get(table) ?? 0) + 1)
      if (table === 'schema_migrations') migration = Math.max(migration, Number.parseInt(line, 10))
    }
  }
  await reading.ended
  if (migration === 0) throw new BackupRefused('The database is empty: there is nothing to back up.')
  return { migration, rows: Object.fromEntries([...rows].sort()) }
}

/** Splits only at line feeds: readline would also split at separators inside texts. */
export async function* linesOf(
  stream: NodeJS.ReadableStream,
  encoding: 'latin1' | 'utf8' = 'latin1',
): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding(encoding)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Replaces everything in one transaction, or changes nothing. */
export async function restorePostgres(target: Source, dump: string): Promise<void> {
  const restore = await findProgram('pg_restore', target.programs)
  const psql = await findProgram('psql', target.programs)
  const drops = await statementsToEmpty(target.databaseUrl)
  await withAddress(target.databaseUrl, async (address) => {
    const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1', '--file=-']
    const writing = start(psql, [...options, `--dbname=${address}`])
    writing.stdout.resume()
    writing.stdin.write(drops.map((statement) => `${statement};\n`).join(''))
    const reading = start(restore, ['--no-owner', '--no-privileges', `--schema=${SCHEMA}`, '--file=-', dump])
    reading.stdout.pipe(writing.stdin, { end: false })
    try {
      await Promise.race([reading.ended, writing.ended])
      await reading.ended
    } catch (error) {
      // Ending its input would make it commit half a dump.
      writing.kill()
      reading.kill()
      throw error
    }
    writing.stdin.end()
    await writing.ended
  })
}

/** Statements that remove everything a restore replaces. */
export async function statementsToEmpty(databaseUrl: string): Promise<string[]> {
  return [
    ...(await tablesIn(databaseUrl)).map((name) => `drop table if exists ${inSchema(name)} cascade`),
    ...(await triggerFunctionsIn(databaseUrl)).map((name) => `drop function if exists ${inSchema(name)}()`),
  ]
}

export async function holdsPostgresTables(databaseUrl: string): Promise<boolean> {
  return (await tablesIn(databaseUrl)).length > 0
}

/** Whether a node is connected. Our own connections use another name. */
export async function isPostgresInUse(databaseUrl: string): Promise<boolean> {
  const others = await ask<{ pid: number }>(
    databaseUrl,
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'inkstone'`,
  )
  return others.length > 0
}

async function tablesIn(databaseUrl: string): Promise<string[]> {
  const rows = await ask<{ tablename: string }>(
    databaseUrl,
    `select tablename from pg_tables where schemaname = '${SCHEMA}' order by tablename`,
  )
  return rows.map(({ tablename }) => tablename)
}

/** The functions of the triggers, which are not dropped with the tables. */
async function triggerFunctionsIn(databaseUrl: string): Promise<string[]> {
  const rows = await ask<{ proname: string }>(
    databaseUrl,
    `select distinct proname from pg_trigger
      join pg_class on pg_class.oid = tgrelid and relnamespace = '${SCHEMA}'::regnamespace
      join pg_proc on pg_proc.oid = tgfoid and pronamespace = '${SCHEMA}'::regnamespace
      where not tgisinternal order by proname`,
  )
  return rows.map(({ proname }) => proname)
}

function inSchema(name: string): string {
  return `${SCHEMA}.${pg.escapeIdentifier(name)}`
}

async function ask<Row extends pg.QueryResultRow>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: OWN_NAME })
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } catch (error) {
    throw new DatabaseUnavailable((error as Error).message, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
