import { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { compiledOnce, openConnection } from './connection.ts'
import { sqliteModule } from './open.ts'
import { startSqliteThread } from './thread.ts'

const { DatabaseSync } = sqliteModule()

test('integers are integers for SQLite, on every version of Node', async () => {
  const text = 'select 7 / ? as half, ? || ? as text, typeof(?) as type, ? as part, ? as empty'
  const values = [2, 5, ' of 6', 2_147_483_647, 0.5, null]
  const expected = [{ half: 3, text: '5 of 6', type: 'integer', part: 0.5, empty: null }]
  const database = openConnection(':memory:', [])
  expect(database.rows(text, values)).toEqual(expected)
  expect(database.query(CompiledQuery.raw(text, values)).rows).toEqual(expected)
  database.close()
  const thread = await startSqliteThread(':memory:', [])
  expect((await thread.read(text, values)).rows).toEqual(expected)
  await thread.close()
})

test('a statement works after a row with an id that is too large for a number', () => {
  const database = openConnection(':memory:', [])
  database.exec('create table boxes (id integer primary key)')
  const large = CompiledQuery.raw('insert into boxes values (9009398277996544)')
  expect(database.query(large)).toEqual({ rows: [], numAffectedRows: 1n, insertId: 9_009_398_277_996_544n })
  database.run('begin immediate')
  database.run('savepoint one')
  expect(database.query(CompiledQuery.raw('delete from boxes'))).toMatchObject({ numAffectedRows: 1n })
  database.run('commit')
  database.close()
})

// `node:sqlite` has the authorizer since Node 24.10.
const isObservable = 'setAuthorizer' in DatabaseSync.prototype

test.runIf(isObservable)('a statement with a limit is not compiled again for other values', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table boxes (id integer primary key); insert into boxes values (1), (2), (3)')
  const page = 'select id from boxes order by id limit ? offset ?'
  const [once, often] = [database.prepare(compiledOnce(page)), database.prepare(page)]
  // SQLite asks for permission while it compiles.
  const compiling = vi.fn(() => 0)
  ;(database as unknown as { setAuthorizer(allow: () => number): void }).setAuthorizer(compiling)
  expect(once.all(1, 0)).toMatchObject([{ id: 1 }])
  compiling.mockClear()
  expect(once.all(2, 1)).toMatchObject([{ id: 2 }, { id: 3 }])
  expect(compiling).not.toHaveBeenCalled()
  often.all(2, 1)
  expect(compiling).toHaveBeenCalled()
  database.close()
})
