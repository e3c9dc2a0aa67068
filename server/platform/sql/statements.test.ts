import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keysOfChange } from './changes.ts'
import { createStatementReader } from './statements.ts'

interface Tables {
  things: { id: number; site_id: number; name: string; seen_at: number }
  links: { thing_id: number; position: number }
  people: { id: number; name: string }
  others: { id: number }
}

const db = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
const reader = createStatementReader([
  { name: 'things', bySite: true, row: 'id', ignored: ['seen_at'] },
  { name: 'links', bySite: true, row: 'thing_id' },
  { name: 'people', row: 'id' },
])
reader.knowTables(['things', 'links', 'people', 'others'])

const thing = { id: 7, site_id: 2, name: 'x', seen_at: 0 }
const { id: _, ...unborn } = thing

describe('the changes of a statement', () => {
  const OF_TRANSACTION = 1
  const cases: Array<[string, { compile(): ReturnType<typeof reader.changesOf> | unknown }, string[]]> = [
    [
      'an update of one row',
      db.updateTable('things').set({ name: 'y' }).where('site_id', '=', 2).where('id', '=', 7),
      ['things@2', 'things#7'],
    ],
    [
      'an update of some rows, of the site of the transaction',
      db.updateTable('things').set({ name: 'y' }).where('id', 'in', [7, 8]),
      ['things@1', 'things#7', 'things#8'],
    ],
    ['an update of all rows', db.updateTable('things').set({ name: 'y' }), ['things@1', 'things!']],
    [
      'a condition with or',
      db
        .updateTable('things')
        .set({ name: 'y' })
        .where(({ or, eb }) => or([eb('id', '=', 7), eb('id', '=', 8)])),
      ['things@1', 'things!'],
    ],
    [
      'a condition that only compares',
      db.updateTable('things').set({ name: 'y' }).where('id', '>', 7),
      ['things@1', 'things!'],
    ],
    [
      'a row that gets another id or site',
      db.updateTable('things').set({ id: 8, site_id: 3 }).where('id', '=', 7).where('site_id', '=', 2),
      ['things@1', 'things!'],
    ],
    ['columns that nobody has cached', db.updateTable('things').set({ seen_at: 1 }).where('id', '=', 7), []],
    [
      'one of those and another',
      db.updateTable('things').set({ seen_at: 1, name: 'y' }).where('id', '=', 7),
      ['things@1', 'things#7'],
    ],
    ['a new row', db.insertInto('things').values(unborn as typeof thing), ['things@2']],
    ['a new row with its id', db.insertInto('things').values(thing), ['things@2', 'things#7']],
    [
      'a row that may be there already',
      db
        .insertInto('things')
        .values(unborn as typeof thing)
        .onConflict((on) => on.column('name').doUpdateSet({ name: 'y' })),
      ['things@2', 'things!'],
    ],
    [
      'rows of several sites',
      db.insertInto('things').values([thing, { ...thing, id: 8, site_id: 3 }]),
      ['things@1', 'things#7', 'things#8'],
    ],
    [
      'rows that hang on another',
      db.insertInto('links').values([
        { thing_id: 7, position: 0 },
        { thing_id: 7, position: 1 },
      ]),
      ['links@1', 'links#7', 'links#7'],
    ],
    [
      'what another query gives',
      db
        .insertInto('links')
        .columns(['thing_id', 'position'])
        .expression(db.selectFrom('things').select(['id', 'site_id'])),
      ['links@1', 'links!'],
    ],
    ['a row that goes', db.deleteFrom('people').where('id', '=', 3), ['people', 'people#3']],
    ['all rows that go', db.deleteFrom('people'), ['people', 'people!']],
    ['a table that is not watched', db.deleteFrom('others').where('id', '=', 3), []],
  ]
  for (const [name, query, keys] of cases)
    test(name, () => {
      const changes = reader.changesOf(query.compile() as never, OF_TRANSACTION)
      expect(changes.flatMap(keysOfChange)).toEqual(keys)
    })

  const texts: Array<[string, string[]]> = [
    ['update things set name = 1 where id = 7', ['things@1', 'things!']],
    ['insert or replace into "links" values (1)', ['links@1', 'links!']],
    [
      'with x as (delete from people returning id) update things set name = 1',
      ['people', 'people!', 'things@1', 'things!'],
    ],
    ['truncate table people', ['people', 'people!']],
    ['select * from things', []],
  ]
  for (const [text, keys] of texts)
    test(text, () => {
      const changes = reader.changesOf(sql.raw(text).compile(db), OF_TRANSACTION)
      expect(changes.flatMap(keysOfChange)).toEqual(keys)
    })

  test('apply to all sites if the transaction has none', () => {
    const query = db.updateTable('links').set({ position: 1 }).where('thing_id', '=', 7).compile()
    expect(reader.changesOf(query, undefined).flatMap(keysOfChange)).toEqual(['links', 'links#7'])
  })
})

describe('the reads of a statement', () => {
  const names = (text: string) => reader.readBy(text)?.map(({ name }) => name)
  test('are all tables in it', () => {
    expect(names('select * from "things" t join people p on p.id = t.id')).toEqual(['things', 'people'])
    expect(names('select 1')).toEqual([])
  })
  test('are unknown if one of them is not watched', () => {
    expect(names('select * from things join others')).toBeUndefined()
  })
})
