import { expect, test, vi } from 'vitest'
import { compiledOnce } from './connection.ts'
import { sqliteModule } from './open.ts'

test('a statement with a limit is not compiled again for other values', () => {
  const { DatabaseSync } = sqliteModule()
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
