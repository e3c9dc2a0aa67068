import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Generated, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { openEngine } from './engine.ts'
import { ConstraintViolated, type SqlEngine } from './handles.ts'
import { forUpdate } from './lock.ts'
import { migrate } from './migrate.ts'

interface Tables {
  boxes: { id: Generated<number>; name: string; size: Generated<number> }
  things: { id: Generated<number>; box_id: number; name: string; code: string | null }
  places: { street: string; number: number }
}

const place = await createPlace()
const open = () =>
  openEngine<Tables>({
    databaseUrl: place.settings.DATABASE_URL,
    sqlitePath: `${place.folder}/test.db`,
    poolSize: 10,
    onLost: () => {},
  })
const engine = await open()
await migrate(engine, [
  {
    id: 1,
    name: 'boxes and things',
    up: ({ id, integer }) => [
      `create table boxes (id ${id}, name text not null, size ${integer} not null default 0,
        constraint boxes_name_unique unique (name),
        constraint boxes_size_check check (size >= 0))`,
      `create table things (id ${id}, box_id ${integer} not null, name text not null, code text,
        constraint things_box_id_fk foreign key (box_id) references boxes (id))`,
      `create unique index things_box_id_name_unique on things (box_id, name) where code is null`,
      `create table places (street text not null, number ${integer} not null, primary key (street, number))`,
    ],
  },
])
afterAll(async () => {
  await engine.close()
  await place.remove()
})
beforeEach(() =>
  engine.transact(async (tx) => {
    await tx.deleteFrom('things').execute()
    await tx.deleteFrom('boxes').execute()
    await tx.deleteFrom('places').execute()
  }),
)

const add = (name: string, size = 0, on: SqlEngine<Tables> = engine) =>
  on.transact((tx) => tx.insertInto('boxes').values({ name, size }).returning('id').executeTakeFirstOrThrow())
const names = async () =>
  (await engine.db.selectFrom('boxes').select('name').orderBy('name').execute()).map(({ name }) => name)

class Stop extends Error {}

describe('transactions', () => {
  test('a hundred at once all commit, each with its own id', async () => {
    const rows = await Promise.all(Array.from({ length: 100 }, (_, index) => add(`box ${index}`)))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
    expect(await names()).toHaveLength(100)
  })

  test('of a hundred at once, those that fail leave nothing and do not affect others', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        engine.transact(async (tx) => {
          await tx
            .insertInto('boxes')
            .values({ name: `first ${index}` })
            .execute()
          if (index % 3 === 0) throw new Stop()
          if (index % 3 === 1) await tx.insertInto('boxes').values({ name: 'the same' }).execute()
          await tx
            .insertInto('boxes')
            .values({ name: `second ${index}` })
            .execute()
        }),
      ),
    )
    // Of those that want the same name, one gets it.
    const kept = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(kept.filter((index) => index % 3 === 0)).toEqual([])
    expect(kept.filter((index) => index % 3 === 1)).toHaveLength(1)
    expect(kept.filter((index) => index % 3 === 2)).toHaveLength(33)
    const expected = [...kept.flatMap((index) => [`first ${index}`, `second ${index}`]), 'the same']
    expect(await names()).toEqual(expected.sort())
  })

  test('read what was acknowledged before, on any connection', async () => {
    for (let round = 0; round < 20; round++) {
      await add(`round ${round}`)
      expect(await names()).toHaveLength(round + 1)
    }
  })

  test('are not visible before the commit', async () => {
    await engine.transact(async (tx) => {
      await tx.insertInto('boxes').values({ name: 'unfinished' }).execute()
      expect(await tx.selectFrom('boxes').selectAll().execute()).toHaveLength(1)
      expect(await names()).toEqual([])
    })
    expect(await names()).toEqual(['unfinished'])
  })

  test('lose no count when many change the same row', async () => {
    const { id } = await add('counted')
    await Promise.all(
      Array.from({ length: 50 }, () =>
        engine.transact(async (tx) => {
          const row = await forUpdate(
            tx,
            tx.selectFrom('boxes').selectAll().where('id', '=', id),
          ).executeTakeFirstOrThrow()
          await tx
            .updateTable('boxes')
            .set({ size: row.size + 1 })
            .where('id', '=', id)
            .execute()
        }),
      ),
    )
    expect(await engine.db.selectFrom('boxes').select('size').executeTakeFirst()).toEqual({ size: 50 })
  })

  test('that conflict are retried until both succeed', async () => {
    const [one, two] = [await add('one'), await add('two')]
    const touchBoth = (first: number, second: number) =>
      engine.transact(async (tx) => {
        const grow = (id: number) =>
          tx
            .updateTable('boxes')
            .set((row) => ({ size: row('size', '+', 1) }))
            .where('id', '=', id)
            .execute()
        await grow(first)
        if (tx.engine === 'postgres') await sleep(50)
        await grow(second)
      })
    await Promise.all([touchBoth(one.id, two.id), touchBoth(two.id, one.id)])
    expect(await engine.db.selectFrom('boxes').select('size').execute()).toEqual([{ size: 2 }, { size: 2 }])
  })

  test.runIf(engine.name === 'postgres')('that get no lock in time are retried', async () => {
    const { id } = await add('held')
    const holding = engine.transactAtLength(async (tx) => {
      await forUpdate(tx, tx.selectFrom('boxes').selectAll().where('id', '=', id)).execute()
      await sleep(2_600)
    })
    await sleep(50)
    const waiting = engine.transact((tx) =>
      tx.updateTable('boxes').set({ size: 1 }).where('id', '=', id).execute(),
    )
    await Promise.all([holding, waiting])
    expect(await engine.db.selectFrom('boxes').select('size').executeTakeFirst()).toEqual({ size: 1 })
  })

  test('reject a query after they have ended', async () => {
    let escaped: Promise<unknown> | undefined
    const tx = await engine.transact(async (tx) => {
      setTimeout(() => {
        escaped = tx.insertInto('boxes').values({ name: 'late' }).execute()
        escaped.catch(() => {})
      }, 5)
      return tx
    })
    await expect(tx.selectFrom('boxes').selectAll().execute()).rejects.toThrow('after its end')
    await sleep(20)
    await expect(escaped).rejects.toThrow('after its end')
    await expect(tx.transaction().execute(async () => {})).rejects.toThrow('transact()')
    expect(await names()).toEqual([])
  })

  test('never acknowledge something that was not stored', async () => {
    const ignoringAnError = engine.transact(async (tx) => {
      await tx.insertInto('boxes').values({ name: 'kept?' }).execute()
      await tx
        .insertInto('boxes')
        .values({ name: 'kept?' })
        .execute()
        .catch(() => {})
    })
    const told = await ignoringAnError.then(() => true).catch(() => false)
    expect(await names()).toEqual(told ? ['kept?'] : [])
  })

  test('have one time, which is that of the database', async () => {
    const before = await engine.now()
    const [first, second] = await engine.transact(async (tx) => {
      const first = tx.now
      await sleep(5)
      return [first, tx.now]
    })
    expect(first).toBe(second)
    expect(first).toBeGreaterThanOrEqual(before)
    expect(first).toBeLessThanOrEqual(await engine.now())
  })
})

describe('effects after the commit', () => {
  test('run when the change can be read, in order', async () => {
    const seen: string[] = []
    await engine.transact(async (tx) => {
      await tx.insertInto('boxes').values({ name: 'told' }).execute()
      tx.afterCommit(() => seen.push('one'))
      tx.afterCommit(() => seen.push('two'))
      await sleep(5)
      expect(seen).toEqual([])
    })
    expect(seen).toEqual(['one', 'two'])
  })

  test('do not run when nothing was committed', async () => {
    let told = 0
    const failing = engine.transact(async (tx) => {
      tx.afterCommit(() => told++)
      throw new Stop()
    })
    await expect(failing).rejects.toThrow(Stop)
    await Promise.allSettled([
      add('fine'),
      engine.transact(async (tx) => {
        tx.afterCommit(() => told++)
        await tx.insertInto('boxes').values({ name: 'bad', size: -1 }).execute()
      }),
      add('fine too'),
    ])
    expect(told).toBe(0)
    expect(await names()).toEqual(['fine', 'fine too'])
  })
})

describe('a constraint has the same name on both engines', () => {
  const violations = [
    ['unique', 'boxes_name_unique', `insert into boxes (name) values ('a')`],
    ['unique', 'things_box_id_name_unique', `insert into things (box_id, name) select id, 'x' from boxes`],
    [
      'unique',
      'places_street_number_unique',
      `insert into places (street, number) values ('High Street', 1)`,
    ],
    ['check', 'boxes_size_check', `insert into boxes (name, size) values ('b', -1)`],
    ['not-null', 'boxes_name', `insert into boxes (name) values (null)`],
    ['not-null', 'boxes_name', `update boxes set name = null`],
  ] as const
  for (const [kind, constraint, statement] of violations)
    test(`${constraint}, ${kind}`, async () => {
      const { id } = await add('a')
      await engine.transact(async (tx) => {
        await tx.insertInto('things').values({ box_id: id, name: 'x', code: null }).execute()
        await tx.insertInto('places').values({ street: 'High Street', number: 1 }).execute()
      })
      const refused = engine.transact((tx) => sql.raw(statement).execute(tx))
      await expect(refused).rejects.toThrow(ConstraintViolated)
      await expect(refused).rejects.toMatchObject({ kind, constraint })
    })

  test('except a foreign key, for which SQLite gives no name', async () => {
    await add('a')
    const dangling = engine.transact((tx) =>
      tx.insertInto('things').values({ box_id: 999_999, name: 'x', code: null }).execute(),
    )
    await expect(dangling).rejects.toMatchObject({ name: 'ConstraintViolated', kind: 'foreign' })
  })
})

describe('two nodes', () => {
  test('write at the same time and lose nothing', async () => {
    const other = await open()
    try {
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => add(`node ${index}`, 0, index % 2 ? engine : other)),
      )
      expect(await names()).toHaveLength(40)
      expect(await other.db.selectFrom('boxes').selectAll().execute()).toHaveLength(40)
    } finally {
      await other.close()
    }
  })

  test('continue when one of them changes the schema', async () => {
    await add('before')
    const everything = () => engine.db.selectFrom('boxes').selectAll().execute()
    await Promise.all(Array.from({ length: 5 }, everything))
    const other = await open()
    try {
      await other.transact((tx) => sql`alter table boxes add column colour text`.execute(tx))
      // On PostgreSQL each connection may fail once, with what the client is told to try again.
      for (let attempt = 0; attempt < 15; attempt++)
        await everything().catch((error: Error) => expect(error.name).toBe('DatabaseUnavailable'))
      expect(await everything()).toMatchObject([{ name: 'before', colour: null }])
    } finally {
      await other.transact((tx) => sql`alter table boxes drop column colour`.execute(tx))
      await other.close()
    }
  })
})

describe.runIf(engine.name === 'sqlite')('a commit that SQLite rejects', () => {
  test('fails all transactions that share it, but none after it', async () => {
    const refused = engine.transact(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await tx.insertInto('things').values({ box_id: 999_999, name: 'x', code: null }).execute()
    })
    const outcomes = [refused.then(() => 'kept', String)]
    for (let index = 0; index < 50; index++) {
      outcomes.push(add(`after ${index}`).then(() => 'kept', String))
      await nextTurn()
    }
    const [first, ...others] = await Promise.all(outcomes)
    const shared = 'ConstraintViolated: constraint unnamed (foreign) refused the change'
    expect(first).toBe(shared)
    expect(others.filter((outcome) => outcome !== shared && outcome !== 'kept')).toEqual([])
    expect(await names()).toHaveLength(others.filter((outcome) => outcome === 'kept').length)
    expect(await engine.db.selectFrom('things').selectAll().execute()).toEqual([])
  })
})

test('a closed engine is unavailable', async () => {
  const other = await open()
  await other.close()
  await expect(add('too late', 0, other)).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
})
