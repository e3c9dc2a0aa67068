import { afterAll, expect, test } from 'vitest'
import type { Tables } from '../database.ts'
import { openEngine } from '../platform/sql/engine.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { createPlace } from '../test/database.ts'
import { schemaOf } from '../test/schema-dump.ts'
import { migrations } from './list.ts'

const place = await createPlace()
const engine = await openEngine<Tables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: `${place.folder}/test.db`,
  poolSize: 1,
  onLost: () => {},
})
await migrate(engine, migrations)
const schema = await schemaOf(engine)
afterAll(async () => {
  await engine.close()
  await place.remove()
})

/**
 * The resulting schema is committed next to the migrations, so that a change is visible in review. After a change,
 * update both files:
 *   npx vitest run --project source server/migrations --update
 *   node scripts/services.mjs -- npx vitest run --project source server/migrations --update
 */
test('the schema equals the committed one', async () => {
  await expect(schema).toMatchFileSnapshot(`./schema.${engine.name}.sql`)
})

test('every unique constraint is named after its table and columns', () => {
  const tableConstraints = schema.split(/;\n/).flatMap((statement) => {
    const table = /^(?:create )?table (\w+)/i.exec(statement)?.[1]
    return [...statement.matchAll(/constraint (\w+) unique \(([^)]+)\)/gi)].map(([, name, columns]) => ({
      table,
      name,
      columns,
    }))
  })
  const indexes = [
    ...schema.matchAll(/create unique index (\w+) on (\w+)(?: using btree)? \(([^)]+)\)/gi),
  ].map(([, name, table, columns]) => ({ table, name, columns }))
  expect(tableConstraints.length).toBeGreaterThan(3)
  for (const { table, name, columns = '' } of [...tableConstraints, ...indexes])
    expect(name).toBe(`${[table, ...columns.split(', ')].join('_')}_unique`)
})
