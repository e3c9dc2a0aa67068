import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPlace, type TestPlace } from '../../test/database.ts'
import { openEngine } from './engine.ts'
import type { SqlEngine } from './handles.ts'
import { DatabaseTooNew, type Migration, migrate } from './migrate.ts'

interface Tables {
  boxes: { id: number; name: string; size: number }
  schema_migrations: { id: number; name: string; applied_at: number }
}

const first: Migration = {
  id: 1,
  name: 'boxes',
  up: ({ id }) => [
    `create table boxes (id ${id}, name text not null)`,
    `insert into boxes (name) values ('first')`,
  ],
}
const second: Migration = {
  id: 2,
  name: 'sizes',
  up: ({ integer }) => [`alter table boxes add column size ${integer} not null default 7`],
}
const broken: Migration = {
  id: 3,
  name: 'broken',
  up: () => [`insert into boxes (name) values ('half')`, 'create table nonsense ('],
}

let place: TestPlace
const opened: SqlEngine<Tables>[] = []
async function open(): Promise<SqlEngine<Tables>> {
  const engine = await openEngine<Tables>({
    databaseUrl: place.settings.DATABASE_URL,
    sqlitePath: `${place.folder}/test.db`,
    poolSize: 2,
    onLost: () => {},
  })
  opened.push(engine)
  return engine
}
const boxes = (engine: SqlEngine<Tables>) => engine.db.selectFrom('boxes').selectAll().orderBy('id').execute()

beforeEach(async () => {
  place = await createPlace()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()))
  await place.remove()
})

test('missing migrations are applied in order, once', async () => {
  const engine = await open()
  expect(await migrate(engine, [first])).toEqual(['1 boxes'])
  expect(await migrate(engine, [first, second])).toEqual(['2 sizes'])
  expect(await migrate(engine, [first, second])).toEqual([])
  expect(await boxes(engine)).toMatchObject([{ id: 1, name: 'first', size: 7 }])
  const known = await engine.db.selectFrom('schema_migrations').select(['id', 'name']).orderBy('id').execute()
  expect(known).toEqual([
    { id: 1, name: 'boxes' },
    { id: 2, name: 'sizes' },
  ])
})

test('when nodes start at once on an empty database, one migrates and all continue', async () => {
  const nodes = await Promise.all([open(), open(), open(), open()])
  const applied = await Promise.all(nodes.map((engine) => migrate(engine, [first, second])))
  expect(applied.flat().sort()).toEqual(['1 boxes', '2 sizes'])
  for (const engine of nodes) expect(await boxes(engine)).toHaveLength(1)
})

test('a database that is newer than the program is rejected by name, and not changed', async () => {
  const engine = await open()
  await migrate(engine, [first, second])
  const refused = migrate(engine, [first])
  await expect(refused).rejects.toThrow(DatabaseTooNew)
  await expect(refused).rejects.toThrow('at migration 2 and this program knows only 1')
  expect(await boxes(engine)).toHaveLength(1)
})

test('a failing migration leaves the database unchanged, together with those before it in the same start', async () => {
  const engine = await open()
  await migrate(engine, [first])
  await expect(migrate(engine, [first, second, broken])).rejects.toThrow()
  expect(await boxes(engine)).toEqual([{ id: 1, name: 'first' }])
  expect(await migrate(engine, [first, second])).toEqual(['2 sizes'])
})

test('an id is never reused', async () => {
  const engine = await open()
  await migrate(engine, [first])
  const add = () =>
    engine.transact(
      async (tx) =>
        (await sql<{ id: number }>`insert into boxes (name) values ('x') returning id`.execute(tx)).rows[0]
          ?.id,
    )
  expect(await add()).toBe(2)
  await engine.transact((tx) => sql`delete from boxes`.execute(tx))
  expect(await add()).toBe(3)
})
