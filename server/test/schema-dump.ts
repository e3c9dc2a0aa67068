import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../database.ts'

/** The schema as the engine reports it, one object per line, in a fixed order. */
export async function schemaOf({ name, db }: Engine): Promise<string> {
  return name === 'sqlite' ? sqliteSchema(db) : postgresSchema(db)
}

async function lines(db: Db, query: RawBuilder<{ line: string }>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ line }) => line)
}

async function sqliteSchema(db: Db): Promise<string> {
  const statements = await lines(
    db,
    // The shadow tables of virtual tables differ between versions of SQLite.
    sql`select sql as line from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'
      and name not in (select name from pragma_table_list where type = 'shadow')
      order by tbl_name, type desc, name`,
  )
  return statements.map((statement) => `${statement.replace(/\n {4}/g, '\n')};\n`).join('')
}

async function postgresSchema(db: Db): Promise<string> {
  const tables = await lines(
    db,
    sql`select tablename as line from pg_tables where schemaname = current_schema() order by 1`,
  )
  const parts: string[] = []
  for (const table of tables) {
    const columns = await lines(db, columnsOf(table))
    const constraints = await lines(db, constraintsOf(table))
    const indexes = await lines(db, indexesOf(table))
    parts.push(
      `table ${table} (\n${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}\n);\n`,
    )
    const triggers = await lines(db, triggersOf(table))
    parts.push(...[...indexes, ...triggers].map((line) => `${line};\n`))
  }
  const functions = await lines(db, everyFunction)
  return [...parts, ...functions.map((line) => `${line.trim()};\n`)].join('')
}

const columnsOf = (table: string) => sql<{ line: string }>`
  select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || case when a.attidentity <> '' then ' identity' else '' end
    || coalesce(case when a.attgenerated = '' then ' default ' else ' generated ' end
      || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = to_regclass(${table}) and a.attnum > 0 and not a.attisdropped order by a.attnum`

const constraintsOf = (table: string) => sql<{ line: string }>`
  select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where conrelid = to_regclass(${table}) and contype <> 'n' order by conname`

const indexesOf = (table: string) => sql<{ line: string }>`
  select replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '') as line
  from pg_index i where i.indrelid = to_regclass(${table})
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
  order by pg_get_indexdef(i.indexrelid) collate "C"`

const triggersOf = (table: string) => sql<{ line: string }>`
  select replace(pg_get_triggerdef(oid), current_schema() || '.', '') as line
  from pg_trigger where tgrelid = to_regclass(${table}) and not tgisinternal order by tgname`

const everyFunction = sql<{ line: string }>`
  select replace(pg_get_functiondef(oid), current_schema() || '.', '') as line
  from pg_proc where pronamespace = current_schema()::regnamespace order by proname`
