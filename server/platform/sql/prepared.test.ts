import { type Generated, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { openEngine } from './engine.ts'
import { migrate } from './migrate.ts'
import { prepared } from './prepared.ts'

interface Tables {
  boxes: { id: Generated<number>; name: string; kind: number }
}

const place = await createPlace()
const engine = await openEngine<Tables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: `${place.folder}/test.db`,
  poolSize: 2,
  onLost: () => {},
})
await migrate(engine, [
  {
    id: 1,
    name: 'boxes',
    up: ({ id, integer }) => [`create table boxes (id ${id}, name text not null, kind ${integer} not null)`],
  },
])
await engine.transact((tx) =>
  tx
    .insertInto('boxes')
    .values(Array.from({ length: 1000 }, (_, index) => ({ name: `box ${index + 1}`, kind: index % 2 })))
    .execute(),
)
afterAll(async () => {
  await engine.close()
  await place.remove()
})

interface Wanted {
  readonly kind: number
  readonly ids: readonly number[]
  readonly names: readonly string[]
}
const selectBoxes = prepared<Wanted, { id: number }>(
  ({ value, isAmong }) => sql`select id from boxes
    where kind = ${value('kind')} and (${isAmong(sql`id`, 'ids')} or ${isAmong(sql`name`, 'names')}) order by id`,
)

test.each([
  [{ kind: 0, ids: [], names: [] }, []],
  [{ kind: 0, ids: [1], names: ['box 3'] }, [1, 3]],
  [{ kind: 1, ids: [2], names: [] }, [2]],
  [{ kind: 1, ids: [], names: ['box 4'] }, [4]],
  [{ kind: 0, ids: [1, 3], names: ['box 5'] }, [1, 3, 5]],
  [{ kind: 0, ids: [7], names: ['box 9', "' or 1 = 1 --"] }, [7, 9]],
  [{ kind: 0, ids: [2], names: ['box 4'] }, []],
])('lists of any length give their rows: %j', async (wanted, ids) => {
  expect((await selectBoxes(engine.db, wanted)).map(({ id }) => id)).toEqual(ids)
})

const selectNames = prepared<{ ids: readonly number[] }, { name: string }>(
  ({ isAmong }) => sql`select name from boxes where ${isAmong(sql`id`, 'ids')}`,
)

test.runIf(engine.name === 'postgres')('PostgreSQL keeps the plan for a list of one value', async () => {
  const text = selectNames.text(engine.db, { ids: [1] })
  await engine.transact(async (tx) => {
    await sql.raw(`prepare one_box as ${text}`).execute(tx)
    for (let id = 1; id <= 10; id++) {
      const { rows } = await sql.raw(`execute one_box (${id})`).execute(tx)
      expect(rows).toEqual([{ name: `box ${id}` }])
    }
    const { rows } = await sql<{ generic_plans: number }>`
      select generic_plans from pg_prepared_statements where name = 'one_box'`.execute(tx)
    expect(rows[0]?.generic_plans).toBeGreaterThan(0)
  })
})
