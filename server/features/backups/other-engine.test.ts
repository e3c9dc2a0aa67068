import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../cli/command-line.ts'
import { withDatabase } from '../../cli/with-database.ts'
import { readConfig } from '../../config.ts'
import type { Engine, Tables, Tx } from '../../database.ts'
import { migrations } from '../../migrations/list.ts'
import { openEngine } from '../../platform/sql/engine.ts'
import { migrate } from '../../platform/sql/migrate.ts'
import { tablesWithIds } from '../../platform/sql/whole-tables.ts'
import { createPlace, type TestPlace } from '../../test/database.ts'
import { schemaOf } from '../../test/schema-dump.ts'
import { seedSamples } from '../samples/samples.actions.ts'
import { indexWithTags } from '../search-index/indexing.actions.ts'
import { isCopied } from './database-rows.rules.ts'

// Both engines are there only in the run on PostgreSQL.
const there = process.env.TEST_DATABASE_URL !== undefined

const removals: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const remove of removals) await remove()
})

type Place = Pick<TestPlace, 'folder' | 'settings'>

async function onPostgres(): Promise<Place> {
  const place = await createPlace()
  removals.push(place.remove)
  return place
}

async function onSqlite(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-test-'))
  removals.push(() => rm(folder, { recursive: true, force: true }))
  return { folder, settings: { DATA_DIR: folder } }
}

async function inkstone({ settings, folder }: Place, ...words: string[]) {
  let printed = ''
  let complained = ''
  const write = (text: string) => {
    printed += text
  }
  const complain = (text: string) => {
    complained += text
  }
  const environment = { ...settings, ADMIN_PASSWORD: 'the first administrator' }
  const status = await runCommandLine(words, { environment, workingDir: folder, print: write, complain })
  return { status, printed, complained }
}

/** Backs up a place and returns the folder of the backup. */
async function backUp(place: Place): Promise<string> {
  const { printed, complained } = await inkstone(place, 'backup')
  expect(complained).toBe('')
  return join(place.folder, 'backups', /^\S+Z-database\S*$/m.exec(printed)?.[0] ?? '')
}

const inside = <Result>({ settings, folder }: Place, work: (engine: Engine) => Promise<Result>) =>
  withDatabase(readConfig(settings, folder), work)

/** Every row of every table that is copied, in a fixed order. */
async function contents(engine: Engine): Promise<Record<string, string[]>> {
  const names =
    engine.name === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  const all: Record<string, string[]> = {}
  for (const { name } of (await names.execute(engine.db as Tx)).rows.sort(byName)) {
    if (!isCopied(name)) continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(engine.db as Tx)
    all[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  // A restore restarts the feed of changes.
  all.service_state = all.service_state?.filter((row) => !row.includes('"changes-')) ?? []
  return all
}
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** Texts with everything that a format for rows could use itself. */
const TEXTS = [
  '\\N',
  '\\.',
  '\\\\N \\t',
  'a\ttab, a\nbreak, a\r\nbreak, \b\f\v and \x01 \x7f',
  '"quotes", \'quotes\' and {"json": [null, "\\u0041"]}',
  '中文 😀 \u2028 \ufeff \uffff é é',
  '',
  ' ',
  'COPY public.users (id) FROM stdin;',
] as const
/** 2^53 + 1: JavaScript has no such number. */
const LARGE = '9007199254740993'

/** More than one step of indexing. */
const ARTICLES = 250

async function insertOddValues(engine: Engine): Promise<void> {
  await engine.transact(async (tx) => {
    await sql`insert into users (username, email, password_hash, role, created_at, updated_at)
      values ('admin', 'admin@localhost', '-', 'admin', 1, 1)`.execute(tx)
    await sql`insert into sites (name, alias, created_at, updated_at) values ('s', 's', 1, 1)`.execute(tx)
    await sql`insert into categories (site_id, name, alias, created_at, updated_at)
      values (1, 'c', 'c', 1, 1), (1, 'child', 'child', 1, 1)`.execute(tx)
    // A parent that comes after its child.
    await sql`update categories set parent_id = 2 where id = 1`.execute(tx)
    for (const [at, text] of TEXTS.entries())
      await sql`insert into media_objects (hash, extension, storage_key, mime_type, size, blur_placeholder, created_at)
        values (${`hash ${at}`}, 'x', ${`key ${at}`}, ${text}, ${sql.raw(LARGE)}, ${text}, -1)`.execute(tx)
    await sql`delete from media_objects where hash = ${`hash ${TEXTS.length - 1}`}`.execute(tx)
  })
  await seedSamples(engine, {
    siteId: 1,
    authorId: 1,
    articles: ARTICLES,
    index: indexWithTags,
    onProgress: () => {},
  })
}

describe.skipIf(!there)('a backup of the other engine', () => {
  let home: Place
  let backup = ''
  let before: Record<string, string[]>
  let moved: Place

  beforeAll(async () => {
    home = await onSqlite()
    await inside(home, insertOddValues)
    before = await inside(home, readable)
    backup = await backUp(home)
    moved = await onPostgres()
    expect(await inkstone(moved, 'restore', backup)).toMatchObject({ status: 0, complained: '' })
  })

  /** Without the numbers that JavaScript cannot read. */
  async function readable(engine: Engine) {
    const size = engine.name === 'sqlite' ? sql`cast(size as text)` : sql`size::text`
    const { rows } = await sql<{ size: string }>`select ${size} as size from media_objects`.execute(
      engine.db as Tx,
    )
    expect(new Set(rows.map((row) => row.size))).toEqual(new Set([LARGE]))
    await engine.transact(async (tx) => {
      await sql`update media_objects set size = 1`.execute(tx)
    })
    const all = await contents(engine)
    await engine.transact(async (tx) => {
      await sql`update media_objects set size = ${sql.raw(LARGE)}`.execute(tx)
    })
    return all
  }

  test('is restored with every value, and back again', async () => {
    expect(await inside(moved, readable)).toEqual(before)
    const back = await onSqlite()
    const again = await inkstone(back, 'restore', await backUp(moved))
    expect(again).toMatchObject({ status: 0, complained: '' })
    expect(await inside(back, readable)).toEqual(before)
    expect((await readdir(back.folder)).filter((name) => /filling|restoring/.test(name))).toEqual([])
    const check = await inside(back, ({ db }) =>
      sql<{ integrity_check: string }>`pragma integrity_check`.execute(db as Tx),
    )
    expect(check.rows).toEqual([{ integrity_check: 'ok' }])
    for (const place of [moved, back]) {
      const indexed = await inside(place, ({ db }) =>
        sql<{ total: number }>`select count(*) as total from article_search`.execute(db as Tx),
      )
      expect(indexed.rows).toEqual([{ total: ARTICLES }])
    }
  })

  test('has the schema of a new database, with every constraint and index', async () => {
    const file = new URL('../../migrations/schema.postgres.sql', import.meta.url)
    expect(await inside(moved, schemaOf)).toBe(await readFile(file, 'utf8'))
  })

  test('no id is given again, not even one whose row was deleted', async () => {
    const back = await onSqlite()
    await inkstone(back, 'restore', await backUp(moved))
    for (const place of [moved, back])
      await inside(place, async (engine) => {
        const id = await engine.transact(async (tx) => {
          const { rows } = await sql<{ id: number }>`
            insert into media_objects (hash, extension, storage_key, mime_type, size, created_at)
            values ('new', 'x', 'new', 'x', 1, 1) returning id`.execute(tx)
          await sql`delete from media_objects where hash = 'new'`.execute(tx)
          return rows[0]?.id ?? 0
        })
        expect(id).toBeGreaterThan(TEXTS.length)
      })
  })

  test('the dump of every sequence is recognised', async () => {
    const sequences = await inside(moved, (engine) =>
      engine.transact(async (tx) => {
        const tables = await tablesWithIds(tx)
        const { rows } = await sql<{ table: string; sequence: string }>`
          select name as table, pg_get_serial_sequence(name, 'id') as sequence
          from unnest(${tables}::text[]) as name`.execute(tx)
        return rows
      }),
    )
    expect(sequences.length).toBeGreaterThan(30)
    for (const { table, sequence } of sequences) expect(sequence).toBe(`public.${table}_id_seq`)
  })

  test('is restored without what PostgreSQL cannot store: U+0000 and half of a surrogate pair', async () => {
    const place = await onSqlite()
    await inside(place, (engine) =>
      engine.transact(async (tx) => {
        await sql`insert into service_state (key, value)
          values ('odd', cast(x'610062' as text)), ('half', cast(x'61eda0bd62' as text))`.execute(tx)
      }),
    )
    const target = await onPostgres()
    expect(await inkstone(target, 'restore', await backUp(place))).toMatchObject({ status: 0 })
    const { rows } = await inside(target, ({ db }) =>
      sql<{
        value: string
      }>`select value from service_state where key in ('odd', 'half') order by key`.execute(db as Tx),
    )
    expect(rows.map(({ value }) => value)).toEqual(['a\ufffd\ufffd\ufffdb', 'ab'])
  })

  test('of an older version is migrated', async () => {
    const old = await onSqlite()
    const engine = await openEngine<Tables>({
      databaseUrl: undefined,
      sqlitePath: join(old.folder, 'inkstone.db'),
      poolSize: 1,
      onLost: () => {},
    })
    await migrate(
      engine,
      migrations.filter(({ id }) => id <= 12),
    )
    await engine.transact(async (tx) => {
      await sql`insert into users (username, username_key, email, password_hash, role, created_at, updated_at)
        values ('old', 'old', 'old@localhost', '-', 'admin', 1, 1)`.execute(tx)
      await sql`insert into sites (name, alias, created_at, updated_at) values ('s', 's', 1, 1)`.execute(tx)
      await sql`insert into categories (site_id, name, alias, created_at, updated_at) values (1, 'c', 'c', 1, 1)`.execute(
        tx,
      )
      await sql`insert into articles (site_id, author_id, category_id, title, summary, content, created_at, updated_at, written_at, written_by)
        values (1, 1, 1, 'Old', '', '<p>Text.</p>', 1, 1, 1, 1)`.execute(tx)
      await sql`insert into article_counters (article_id, site_id, listed) values (1, 1, 0)`.execute(tx)
    })
    await engine.close()
    const target = await onPostgres()
    expect(await inkstone(target, 'restore', await backUp(old))).toMatchObject({ status: 0, complained: '' })
    const ids = migrations.map(({ id }) => id)
    const found = await inside(target, async ({ db }) => ({
      migrations: (await sql<{ id: number }>`select id from schema_migrations order by id`.execute(db as Tx))
        .rows,
      upkeep: await db
        .selectFrom('service_state')
        .select('value')
        .where('key', '=', 'content_upkeep')
        .execute(),
      indexed: (await sql`select article_id from article_search`.execute(db as Tx)).rows,
    }))
    expect(found.migrations.map(({ id }) => id)).toEqual(ids)
    expect(found.upkeep).toEqual([{ value: 'aliases 0' }])
    expect(found.indexed).toEqual([{ article_id: 1 }])
  })

  test('is refused over existing data; with --replace that is kept, and can be restored', async () => {
    const target = await onPostgres()
    await inside(target, async () => {})
    const { status, complained } = await inkstone(target, 'restore', backup)
    expect({ status, complained }).toEqual({
      status: 1,
      complained: 'A database already exists; with --replace it is backed up and replaced.\n',
    })
    const replaced = await inkstone(target, 'restore', backup, '--replace')
    expect(replaced).toMatchObject({ status: 0, complained: '' })
    expect(await inside(target, readable)).toEqual(before)
    const kept = /kept in (\S+)/.exec(replaced.printed)?.[1] ?? ''
    expect(await inkstone(target, 'restore', kept, '--replace')).toMatchObject({ status: 0 })
    expect((await inside(target, contents)).users).toEqual([])
  })

  test('that cannot be copied changes nothing, and names the table', async () => {
    const place = await onSqlite()
    await inside(place, (engine) =>
      engine.transact(async (tx) => {
        await sql`insert into schedules (name, rule, next_at) values ('odd', '', 'no number')`.execute(tx)
      }),
    )
    const target = await onPostgres()
    const { status, complained } = await inkstone(target, 'restore', await backUp(place))
    expect(status).toBe(1)
    expect(complained).toMatch(/^A row of schedules cannot be copied: .*no number.*\n$/)
    const tables = await openTables(target)
    expect(tables).toEqual([])
  })

  async function openTables({ settings }: Place): Promise<unknown[]> {
    const engine = await openEngine<Tables>({
      databaseUrl: settings.DATABASE_URL,
      sqlitePath: '',
      poolSize: 1,
      onLost: () => {},
    })
    const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(
      engine.db as Tx,
    )
    await engine.close()
    return rows
  }
})
