import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../database.ts'
import { migrations } from '../migrations/list.ts'
import { openEngine } from '../platform/sql/engine.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { createPlace, type TestPlace } from '../test/database.ts'
import { run, startNode } from '../test/program.ts'

const [previous, newest] = migrations.map(({ id }) => id).slice(-2)

let place: TestPlace
let elsewhere: TestPlace
let backups = ''

beforeAll(async () => {
  place = await createPlace()
  elsewhere = await createPlace()
  backups = join(place.folder, 'backups')
  await makeDatabaseOfBefore(place)
})
afterAll(async () => {
  await place.remove()
  await elsewhere.remove()
})

/** A database without the newest migration. */
async function makeDatabaseOfBefore({ settings, folder }: TestPlace): Promise<void> {
  const engine = await openEngine<Tables>({
    databaseUrl: settings.DATABASE_URL,
    sqlitePath: join(folder, 'inkstone.db'),
    poolSize: 1,
    onLost: () => {},
  })
  await migrate(engine, migrations.slice(0, -1))
  await engine.transact((tx) =>
    sql`insert into service_state (key, value) values ('of_before', '1')`.execute(tx),
  )
  await engine.close()
  if (settings.DATABASE_URL === undefined) await letGoOf(join(folder, 'inkstone.db'))
}

/** SQLite holds its locks in this process until its statements are garbage collected; a copied file has none. */
async function letGoOf(database: string): Promise<void> {
  await copyFile(database, `${database}.copy`)
  for (const ending of ['', '-wal', '-shm']) await rm(`${database}${ending}`, { force: true })
  await rename(`${database}.copy`, database)
}

const madeBackups = () => (existsSync(backups) ? readdirSync(backups).filter((name) => /^\d/.test(name)) : [])

test('without a backup, nothing is migrated', async () => {
  // A file in the place of the folder.
  writeFileSync(backups, '')
  const { code, stderr } = await run(['serve'], place.settings)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    `MIGRATE_BACKUP: the database has to go from migration ${previous} to ${newest}, and no`,
  )
  expect(stderr.trim().split('\n')).toHaveLength(1)
  await rm(backups)
})

test('a start that migrates makes a backup first, and logs how to go back', async () => {
  const node = startNode(place.settings)
  await node.url()
  const [name = '', ...others] = madeBackups()
  expect(others).toEqual([])
  expect(node.output()).toContain(`inkstone restore ${name} --replace`)
  const manifest = JSON.parse(readFileSync(join(backups, name, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ kind: 'database', migration: previous, rows: { service_state: 1 } })
  node.signal('SIGTERM')
  await node.ended()
  // The next start finds nothing to do.
  expect(await run(['migrate'], place.settings)).toMatchObject({ stdout: 'The database is up to date.\n' })
  expect(madeBackups()).toEqual([name])
})

test('the backup can be restored, and a restore makes no backup of its own data', async () => {
  const [name = ''] = madeBackups()
  const restored = await run(['restore', join(backups, name)], elsewhere.settings)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain(`applied ${newest} `)
  expect(existsSync(join(elsewhere.folder, 'backups'))).toBe(false)
  const again = await run(['restore', name, '--replace'], { ...place.settings })
  expect(again).toMatchObject({ code: 0, stderr: '' })
})

test('a new database makes none, nor does an old one if the setting is off', async () => {
  const fresh = await createPlace()
  const old = await createPlace()
  try {
    await makeDatabaseOfBefore(old)
    for (const { settings, folder } of [fresh, old]) {
      const off = settings === old.settings ? { MIGRATE_BACKUP: '0' } : {}
      const { code, stdout } = await run(['migrate'], { ...settings, ...off })
      expect(code).toBe(0)
      expect(stdout).toContain(`applied ${newest} `)
      expect(existsSync(join(folder, 'backups'))).toBe(false)
    }
  } finally {
    await fresh.remove()
    await old.remove()
  }
  const wrong = await run(['migrate'], { ...place.settings, MIGRATE_BACKUP: 'no' })
  expect(wrong.stderr).toMatch(/^MIGRATE_BACKUP: got "no" that is not valid/)
})
