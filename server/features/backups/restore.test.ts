import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupPlace } from '../../backup-place.ts'
import { runCommandLine } from '../../cli/command-line.ts'
import { withDatabase } from '../../cli/with-database.ts'
import { readConfig } from '../../config.ts'
import type { Engine } from '../../database.ts'
import { createLog } from '../../platform/core/log.ts'
import { openService } from '../../service.ts'
import { createPlace, type TestPlace } from '../../test/database.ts'
import { seedSamples } from '../samples/samples.actions.ts'
import { indexWithTags } from '../search-index/indexing.actions.ts'
import { makeBackup } from './backups.actions.ts'
import { manifestIn } from './backups.store.ts'
import type { Manifest } from './manifest.rules.ts'

const places: TestPlace[] = []
const elsewhere = await mkdtemp(join(tmpdir(), 'inkstone-backups-'))
afterAll(async () => {
  for (const place of places) await place.remove()
  await rm(elsewhere, { recursive: true, force: true })
})

async function newPlace(): Promise<TestPlace> {
  const place = await createPlace()
  places.push(place)
  return place
}

const settingsOf = (place: TestPlace) => ({ ...place.settings, ADMIN_PASSWORD: 'the first administrator' })
const configOf = (place: TestPlace) => readConfig(settingsOf(place), place.folder)

// On Node 20 a closed connection keeps its lock until its statements are collected. A program that ends lets go at
// once; here one process plays them all.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
async function letGo(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage()
    await nextTurn()
  }
}

async function inkstone(place: TestPlace, ...words: string[]) {
  if (place === home) await letGo()
  let printed = ''
  let complained = ''
  const status = await runCommandLine(words, {
    environment: settingsOf(place),
    workingDir: place.folder,
    print: (text) => {
      printed += text
    },
    complain: (text) => {
      complained += text
    },
  })
  return { status, printed, complained }
}

function startService(place: TestPlace) {
  return openService(configOf(place), createLog({ level: 'silent', pretty: false }))
}

async function write(engine: Engine, articles: number): Promise<void> {
  await seedSamples(engine, { siteId: 1, authorId: 1, articles, index: indexWithTags, onProgress: () => {} })
}

/** Every row of every table, in a fixed order. */
async function contents(engine: Engine, { rows }: Manifest): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of Object.keys(rows)) {
    const found = await sql`select * from ${sql.table(table)}`.execute(engine.db as never)
    all[table] = found.rows.map((row) => JSON.stringify(row)).sort()
  }
  // A restore restarts the feed of changes.
  all.service_state = all.service_state?.filter((row) => !row.includes('"changes-')) ?? []
  return all
}

const contentsOf = (place: TestPlace, manifest: Manifest) =>
  withDatabase(configOf(place), (engine) => contents(engine, manifest))

const home = await newPlace()
let database = ''
let uploads = ''
let manifest: Manifest
let before: Record<string, string[]>
let lastId = 0

beforeAll(async () => {
  const { engine, stop } = await startService(home)
  await write(engine, 30)
  const { max } = await engine.db
    .selectFrom('articles')
    .select((eb) => eb.fn.max('id').as('max'))
    .executeTakeFirstOrThrow()
  lastId = Number(max)
  await stop()
  await mkdir(join(home.folder, 'uploads/2026'), { recursive: true })
  await writeFile(join(home.folder, 'uploads/2026/picture.png'), 'a picture')
  await mkdir(join(home.folder, 'theme'))
  await writeFile(join(home.folder, 'theme/site.css'), 'body { color: green }')
  await writeFile(join(home.folder, 'theme/notes.txt'), 'not a part of the theme')
  const { status, printed, complained } = await inkstone(home, 'backup', '--uploads')
  expect({ status, complained }).toEqual({ status: 0, complained: '' })
  const names = [...printed.matchAll(/^\S+Z-(?:database|uploads)$/gm)].map(([name]) => name)
  expect(names).toHaveLength(2)
  await cp(join(home.folder, 'backups'), elsewhere, { recursive: true })
  database = join(elsewhere, names[0] ?? '')
  uploads = join(elsewhere, names[1] ?? '')
  manifest = await manifestIn(database)
  before = await contentsOf(home, manifest)
  await withDatabase(configOf(home), (engine) => write(engine, 10))
})

describe('into an empty folder', () => {
  test('restores everything, continues the ids, and the service starts with its key', async () => {
    const place = await newPlace()
    expect(await inkstone(place, 'restore', database)).toMatchObject({ status: 0, complained: '' })
    expect(await inkstone(place, 'restore', uploads)).toMatchObject({ status: 0, complained: '' })
    expect(await contentsOf(place, manifest)).toEqual(before)
    expect(await readFile(join(place.folder, 'uploads/2026/picture.png'), 'utf8')).toBe('a picture')
    const { engine, newAdmin, stop } = await startService(place)
    expect(newAdmin).toBeUndefined()
    await write(engine, 1)
    const { id } = await engine.db
      .selectFrom('articles')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(id).toBe(lastId + 1)
    await stop()
  })

  test('restores the theme with the database', async () => {
    const place = await newPlace()
    await mkdir(join(place.folder, 'theme'))
    await writeFile(join(place.folder, 'theme/notes.txt'), 'of this machine')
    expect(await inkstone(place, 'restore', database)).toMatchObject({ status: 0 })
    expect(await readdir(place.folder)).not.toContain('theme.restoring')
    const read = (name: string) => readFile(join(place.folder, 'theme', name), 'utf8')
    expect(await read('site.css')).toBe('body { color: green }')
    expect(await read('notes.txt')).toBe('of this machine')
  })

  test('a deleted data folder counts as empty', async () => {
    const place = await newPlace()
    await rm(place.folder, { recursive: true })
    expect(await inkstone(place, 'restore', database)).toMatchObject({ status: 0 })
    expect(await contentsOf(place, manifest)).toEqual(before)
  })

  test('reports a missing key', async () => {
    const place = await newPlace()
    const keyless = await damagedCopy(database, async (folder) => {
      await rm(join(folder, 'secret.key'))
      const files = manifest.files.filter(({ path }) => path !== 'secret.key')
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, files }))
    })
    const { status, printed } = await inkstone(place, 'restore', keyless)
    expect(status).toBe(0)
    expect(printed).toContain('SECRET_KEY')
  })
})

describe('over existing data', () => {
  test('is rejected, and nothing is changed', async () => {
    const now = await contentsOf(home, manifest)
    for (const source of [database, uploads, basename(database)]) {
      const { status, complained } = await inkstone(home, 'restore', source)
      expect(status).toBe(1)
      expect(complained).toMatch(/^(A database already exists|Uploads already exist); with --replace .*\n$/)
    }
    expect(await contentsOf(home, manifest)).toEqual(now)
  })

  test('is rejected while the service runs, even with --replace', async () => {
    const place = await newPlace()
    const { stop } = await startService(place)
    const { status, complained } = await inkstone(place, 'restore', database, '--replace')
    await stop()
    expect(status).toBe(1)
    expect(complained).toBe('The service is running on this database; stop it first.\n')
  })

  test('with --replace makes a backup of the previous data, which can be restored too', async () => {
    await writeFile(join(home.folder, 'uploads/2026/later.png'), 'later')
    const present = await contentsOf(home, manifest)
    const first = await inkstone(home, 'restore', database, '--replace')
    expect(first).toMatchObject({ status: 0, complained: '' })
    expect(await contentsOf(home, manifest)).toEqual(before)
    expect(await inkstone(home, 'restore', uploads, '--replace')).toMatchObject({ status: 0 })
    expect(await readdir(join(home.folder, 'uploads/2026'))).toEqual(['picture.png'])

    const kept = /kept in (\S+)/.exec(first.printed)?.[1] ?? ''
    expect(await inkstone(home, 'restore', basename(kept), '--replace')).toMatchObject({ status: 0 })
    expect(await contentsOf(home, manifest)).toEqual(present)
  })

  test.skipIf(process.env.TEST_DATABASE_URL)('with --replace moves a damaged database aside', async () => {
    const place = await newPlace()
    await writeFile(join(place.folder, 'inkstone.db'), 'this is no database at all'.repeat(400))
    const { status, printed } = await inkstone(place, 'restore', database, '--replace')
    expect(status).toBe(0)
    const aside = /kept in (\S+)/.exec(printed)?.[1] ?? ''
    expect(await readFile(join(aside, 'inkstone.db'), 'utf8')).toContain('no database at all')
    expect(await contentsOf(place, manifest)).toEqual(before)
  })

  test('a theme that is there stays, because it may be newer', async () => {
    const place = await newPlace()
    await mkdir(join(place.folder, 'theme'))
    await writeFile(join(place.folder, 'theme/article.liquid'), 'newer')
    expect(await inkstone(place, 'restore', database)).toMatchObject({ status: 0 })
    expect(await readdir(join(place.folder, 'theme'))).toEqual(['article.liquid'])
  })

  test('another key is only replaced with --replace, and moved aside', async () => {
    const place = await newPlace()
    await writeFile(join(place.folder, 'secret.key'), 'a key of something else')
    expect((await inkstone(place, 'restore', database)).complained).toContain('contains another key')
    expect(await inkstone(place, 'restore', database, '--replace')).toMatchObject({ status: 0 })
    expect(await readFile(join(place.folder, 'secret.key.replaced'), 'utf8')).toBe('a key of something else')
  })
})

async function damagedCopy(of: string, damage: (folder: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(elsewhere, 'copy-'))
  await cp(of, folder, { recursive: true })
  await damage(folder)
  return folder
}

async function changeManifest(folder: string, changes: object): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }))
}

const refusals = [
  [
    'a byte was added',
    (folder: string) => appendFile(join(folder, manifest.files[0]?.path ?? ''), 'x'),
    /is damaged: inkstone\.\w+ is not what its manifest says/,
  ],
  [
    'a byte was changed',
    async (folder: string) => {
      const file = join(folder, manifest.files[0]?.path ?? '')
      const bytes = await readFile(file)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(file, bytes)
    },
    /is damaged: inkstone\.\w+ is not what its manifest says/,
  ],
  ['a file is missing', (folder: string) => rm(join(folder, manifest.files[0]?.path ?? '')), /is missing/],
  ['it has no manifest', (folder: string) => rm(join(folder, 'manifest.json')), /not a complete backup/],
  ['it does not exist', (folder: string) => rm(folder, { recursive: true }), /does not exist/],
  [
    'it is of a newer program',
    (folder: string) => changeManifest(folder, { migration: 9_999, version: '9.0.0' }),
    /made by version 9\.0\.0 .* newer version of the program/,
  ],
  [
    'it names the other engine',
    (folder: string) =>
      changeManifest(folder, { engine: manifest.engine === 'sqlite' ? 'postgres' : 'sqlite' }),
    /its manifest\.json is damaged/,
  ],
] as const
describe('is rejected with one line, and changes nothing, when', () => {
  for (const [when, damage, message] of refusals)
    test(when, async () => {
      const place = await newPlace()
      const source = await damagedCopy(database, damage)
      const { status, complained } = await inkstone(place, 'restore', source)
      expect(status).toBe(1)
      expect(complained).toMatch(message)
      expect(complained.trim().split('\n')).toHaveLength(1)
      expect(await readdir(place.folder)).toEqual([])
    })
})

test('reports in one line that there is nothing to back up', async () => {
  const { status, complained } = await inkstone(await newPlace(), 'backup')
  expect(status).toBe(1)
  expect(complained).toMatch(/^The database (.* does not exist|is empty).*\n$/)
})

test('a backup made during writes is consistent: every table has as many rows as its manifest says', async () => {
  const place = await newPlace()
  const { engine, stop } = await startService(place)
  await write(engine, 20)
  let writing = true
  const writer = (async () => {
    while (writing) await write(engine, 2)
  })()
  const made = await makeBackup(backupPlace(configOf(place)), 'database', Date.now())
  writing = false
  await writer
  await stop()
  const final = await contentsOf(place, manifest)
  const target = await newPlace()
  const { status, complained } = await inkstone(target, 'restore', join(place.folder, 'backups', made.name))
  expect({ status, complained }).toEqual({ status: 0, complained: '' })
  const found = await contentsOf(target, made.manifest)
  for (const [table, rows] of Object.entries(found))
    expect(rows).toHaveLength(made.manifest.rows[table] ?? -1)
  const known = new Set(final.articles)
  expect(found.articles?.every((row) => known.has(row))).toBe(true)
  expect(found.articles?.length).toBeGreaterThanOrEqual(20)
})

test('ends all logins: no earlier token is valid, neither of old nor of later users', async () => {
  const place = await newPlace()
  const first = await startService(place)
  const post = (app: typeof first.app, url: string, payload: object, token?: string) =>
    app.inject({ method: 'POST', url, payload, headers: token ? { authorization: `Bearer ${token}` } : {} })
  const admin = { username: 'admin', password: 'the first administrator' }
  const logIn = async (app: typeof first.app, who: object) =>
    (await post(app, '/api/auth/login', who)).json().data.token as string
  const before = await logIn(first.app, admin)
  const made = await makeBackup(backupPlace(configOf(place)), 'database', Date.now())
  const late = { username: 'latecomer', password: 'correct horse battery' }
  await post(first.app, '/api/users', { ...late, email: 'late@example.com' }, before)
  const after = await logIn(first.app, late)
  await first.stop()
  await letGo()
  const restored = await inkstone(place, 'restore', join(place.folder, 'backups', made.name), '--replace')
  expect(restored).toMatchObject({ status: 0, printed: expect.stringContaining('log in again') })
  const second = await startService(place)
  const own = await logIn(second.app, admin)
  // A new user gets the id of a user created after the backup, but their tokens are not valid.
  await post(
    second.app,
    '/api/users',
    { username: 'another', password: late.password, email: 'a@example.com' },
    own,
  )
  await logIn(second.app, { ...late, username: 'another' })
  for (const [token, status] of [
    [before, 401],
    [after, 401],
    [own, 200],
  ] as const) {
    const { statusCode } = await second.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(status)
  }
  await second.stop()
})
