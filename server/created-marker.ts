import { stat, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Config, sqlitePath } from './config.ts'
import type { Engine } from './database.ts'
import { WrongSetting } from './environment.ts'

const markerPath = (config: Config) => `${sqlitePath(config)}.created`

const TEXT = `A database was created beside this file. While this file is here, Inkstone does not start with an empty
database: one that is suddenly empty has lost its content. To start a new site, remove this file.
`

/**
 * Missing content must not look like a first start: a lost database, or one copied without its -wal file, would be
 * initialised again and the loss noticed late.
 */
export async function requireDatabaseFile(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || !(await exists(markerPath(config)))) return
  if (!(await exists(sqlitePath(config)))) throw lost(config, 'is missing')
}

/** The same for an open database file that is empty. */
export async function requireDatabaseContent(config: Config, engine: Engine): Promise<void> {
  if (engine.name !== 'sqlite' || !(await exists(markerPath(config)))) return
  const { rows } = await sql`select 1 from sqlite_master where name = 'schema_migrations'`.execute(engine.db)
  if (rows.length === 0) throw lost(config, 'is empty')
}

/** Called after the first start. */
export async function markCreated(config: Config, engine: Engine): Promise<void> {
  if (engine.name !== 'sqlite') return
  await writeFile(markerPath(config), TEXT, { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

function lost(config: Config, how: string): WrongSetting {
  const path = sqlitePath(config)
  return new WrongSetting(
    `DATA_DIR: the database ${path} ${how}, but a site was here; put it back together with its ${path}-wal file or restore a backup. To start a new site, remove ${markerPath(config)}.`,
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
