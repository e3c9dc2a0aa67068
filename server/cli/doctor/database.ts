import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Config, sqlitePath } from '../../config.ts'
import type { Engine, Tables } from '../../database.ts'
import { migrations } from '../../migrations/list.ts'
import { fingerprint } from '../../platform/secrets/secrets.ts'
import { openEngine } from '../../platform/sql/engine.ts'
import { keptSecretKey } from '../../secret-key.ts'
import { type Finding, fail, ok, placeOf, warn } from './finding.ts'

const OLDEST_POSTGRES = 120_000
const CLOCKS_MAY_DIFFER_MS = 1_000

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config
  if (databaseUrl === undefined && !(await isThere(sqlitePath(config))))
    return [warn('database', `${sqlitePath(config)} does not exist yet`, 'it is created at the first start')]
  const where = databaseUrl === undefined ? sqlitePath(config) : placeOf(databaseUrl)
  let engine: Engine | undefined
  try {
    engine = await openEngine<Tables>({
      databaseUrl,
      sqlitePath: sqlitePath(config),
      poolSize: 1,
      // The query that fails with its connection reports it.
      onLost: () => undefined,
    })
    const version =
      engine.name === 'sqlite' ? await checkSqlite(engine, where) : await checkPostgres(engine, where)
    return [version, await checkMigrations(engine), await checkKey(engine, config), await checkClock(engine)]
  } catch (error) {
    return [
      fail(
        'database',
        error,
        databaseUrl === undefined
          ? adviceForSqlite(error as Error)
          : `start PostgreSQL on ${new URL(databaseUrl).host}, or correct DATABASE_URL`,
      ),
    ]
  } finally {
    await engine?.close()
  }
}

function adviceForSqlite({ message }: Error): string {
  if (message.includes('disk is full')) return 'free some space on its disk'
  if (/unable to open|readonly/.test(message)) return 'give the user who runs the service write access to it'
  return 'restore it from a backup'
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function checkSqlite({ db }: Engine, path: string): Promise<Finding> {
  const version = await single(sql<{ found: string }>`select sqlite_version() as found`.execute(db))
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  const damage = rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
  return damage.length === 0
    ? ok('database', `SQLite ${version}, ${path}, undamaged`)
    : fail('database', `${path} is damaged (${damage[0]})`, 'stop the service and restore a backup')
}

async function checkPostgres({ db }: Engine, place: string): Promise<Finding> {
  const version = await single(
    sql<{ found: string }>`select current_setting('server_version') as found`.execute(db),
  )
  const number = await single(
    sql<{ found: string }>`select current_setting('server_version_num') as found`.execute(db),
  )
  return Number(number) >= OLDEST_POSTGRES
    ? ok('database', `PostgreSQL ${version}, ${place}`)
    : fail('database', `PostgreSQL ${version} is too old`, 'use PostgreSQL 12 or newer')
}

async function checkMigrations(engine: Engine): Promise<Finding> {
  const applied = await appliedMigrations(engine)
  const known = migrations.length
  const newest = Math.max(0, ...applied)
  if (newest > Math.max(...migrations.map(({ id }) => id)))
    return fail(
      'migrations',
      `the database is at ${newest}, newer than this program`,
      'run a newer version of the program',
    )
  const missing = migrations.filter(({ id }) => !applied.includes(id)).length
  return missing === 0
    ? ok('migrations', `all ${known} are applied`)
    : warn(
        'migrations',
        `${missing} of ${known} are not applied`,
        'run inkstone migrate, or restart the service',
      )
}

async function appliedMigrations({ db, name }: Engine): Promise<number[]> {
  const found =
    name === 'sqlite'
      ? sql`select name from sqlite_master where name = 'schema_migrations'`
      : sql`select 1 where to_regclass('schema_migrations') is not null`
  const { rows: tables } = await found.execute(db)
  if (tables.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from schema_migrations`.execute(db)
  return rows.map(({ id }) => Number(id))
}

async function checkKey(engine: Engine, config: Config): Promise<Finding> {
  const name = 'secret key'
  const key = await keptSecretKey(config.secretKey, config.dataDir)
  const applied = await appliedMigrations(engine)
  const kept =
    applied.length === 0
      ? undefined
      : await engine.db
          .selectFrom('service_state')
          .select('value')
          .where('key', '=', 'secret_fingerprint')
          .executeTakeFirst()
  if (kept === undefined) return ok(name, 'the database has no key yet; one is set at the first start')
  if (key === undefined)
    return fail(
      name,
      'the key that the database was set up with is missing',
      'set the same SECRET_KEY on every node, or restore the file secret.key in DATA_DIR',
    )
  return kept.value === fingerprint(key)
    ? ok(name, 'the database was set up with this key')
    : fail(
        name,
        'the database was set up with another key',
        'set the same SECRET_KEY on every node, or restore the file secret.key in DATA_DIR',
      )
}

async function checkClock(engine: Engine): Promise<Finding> {
  const before = Date.now()
  const theirs = await engine.now()
  const after = Date.now()
  const difference = Math.round(theirs - (before + after) / 2)
  const detail = `the clocks of this node and of the database differ by ${Math.abs(difference)} ms`
  return Math.abs(difference) > CLOCKS_MAY_DIFFER_MS
    ? warn('clock', detail, 'synchronise both with NTP; scheduling uses the clock of the database')
    : ok('clock', detail)
}

async function single<Value>(result: Promise<{ rows: { found: Value }[] }>): Promise<Value | undefined> {
  return (await result).rows[0]?.found
}
