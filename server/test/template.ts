import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Tables } from '../database.ts'
import { migrations } from '../migrations/list.ts'
import { openEngine } from '../platform/sql/engine.ts'
import { migrate } from '../platform/sql/migrate.ts'

// Migrating a database takes longer than many test files, so it is done once and copied for each file.

const LOCK = 4_711_016
const OBJECT_IN_USE = '55006'

let sqliteTemplate: Promise<Buffer> | undefined

/** Copies a migrated database into the folder. */
export async function copySqliteTemplate(folder: string): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate()
  await writeFile(join(folder, 'inkstone.db'), await sqliteTemplate, { mode: 0o600 })
}

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'inkstone-template-'))
  const sqlitePath = join(folder, 'inkstone.db')
  try {
    await migrateNew({ sqlitePath, databaseUrl: undefined })
    return readFileSync(sqlitePath)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The name of a migrated database on this server, shared by several workers. It changes with the migrations. */
export async function postgresTemplate(serverUrl: string): Promise<string> {
  const name = `inkstone_template_${fingerprint()}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await makePostgresTemplate(client, serverUrl, name)
    return name
  } finally {
    await client.end()
  }
}

async function makePostgresTemplate(client: pg.Client, serverUrl: string, name: string): Promise<void> {
  const draft = `${name}_${randomBytes(4).toString('hex')}`
  await client.query(`create database ${draft}`)
  const url = new URL(serverUrl)
  url.pathname = `/${draft}`
  await migrateNew({ databaseUrl: url.href, sqlitePath: '' })
  // Connections take a moment to end; until then it can be neither renamed nor copied.
  for (;;) {
    try {
      await client.query(`alter database ${draft} rename to ${name}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error
    }
    await pause(20)
  }
}

async function migrateNew(place: { databaseUrl: string | undefined; sqlitePath: string }): Promise<void> {
  const engine = await openEngine<Tables>({ ...place, poolSize: 1, onLost: () => {} })
  await migrate(engine, migrations)
  await engine.close()
}

function fingerprint(): string {
  const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.ts')) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
