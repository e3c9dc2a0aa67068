import { sql } from 'kysely'
import type { EngineName, WriteHandle } from './handles.ts'
import { insertRows } from './rows.ts'

/** Copying whole tables between the engines, whatever is in them. */

/** A row as texts. Both engines convert a text to the type of its column. */
export type TextRow = Readonly<Record<string, string | null>>

export interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** The columns of all tables, without generated ones and without the parts of a full-text index. */
export const columnsQuery: Readonly<Record<EngineName, string>> = {
  sqlite: `select t.name as "table", c.name as "column", lower(c.type) as type
    from pragma_table_list t join pragma_table_info(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.cid`,
  postgres: `select table_name as "table", column_name as "column", data_type as type
    from information_schema.columns where table_schema = current_schema() and is_generated = 'NEVER'
    order by table_name, ordinal_position`,
}

const COPIED_TYPES: readonly string[] = ['integer', 'bigint', 'text']

/** The names of the columns by table. Other types would need a conversion. */
export function byTable(columns: readonly Column[]): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  for (const { table, column, type } of columns) {
    if (!COPIED_TYPES.includes(type)) throw new Error(`${table}.${column}: ${type} values cannot be copied`)
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

export async function columnsIn<Tables>(tx: WriteHandle<Tables>): Promise<readonly Column[]> {
  const { rows } = await sql.raw<Column>(columnsQuery[tx.engine]).execute(tx)
  return rows
}

export async function emptyTable<Tables>(tx: WriteHandle<Tables>, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(tx)
}

export async function insertTextRows<Tables>(
  tx: WriteHandle<Tables>,
  table: string,
  rows: readonly TextRow[],
): Promise<void> {
  const handle = tx as unknown as WriteHandle<Record<string, TextRow>>
  await insertRows(handle, table, rows)
}

export async function countRows<Tables>(tx: WriteHandle<Tables>, table: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(tx)
  return Number(rows[0]?.total ?? 0)
}

/** Checks references only when `work` is done, so that its order does not matter. */
export async function deferringReferences<Tables>(
  tx: WriteHandle<Tables>,
  work: () => Promise<void>,
): Promise<void> {
  if (tx.engine === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    await work()
    await sql`pragma defer_foreign_keys = off`.execute(tx)
    return
  }
  // Adding a constraint checks all rows with one query, and deferring it each of them.
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by oid`.execute(tx)
  for (const { table, name } of rows)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx)
  await work()
  for (const { table, name, definition } of rows)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx)
}

/** Continues the ids of a table after its last row, and after `lastId`, which may have been deleted. */
export async function continueIds<Tables>(
  tx: WriteHandle<Tables>,
  table: string,
  lastId: number,
): Promise<void> {
  if (tx.engine === 'sqlite') {
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(tx)
    await sql`update sqlite_sequence set seq = max(seq, ${lastId}) where name = ${table}`.execute(tx)
    return
  }
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), last, true) from (
      select greatest(max(id), ${lastId}::bigint) as last from ${sql.table(table)}
    ) as known where last > 0`.execute(tx)
}

/** The tables whose ids the database generates. */
export async function tablesWithIds<Tables>(tx: WriteHandle<Tables>): Promise<string[]> {
  const query =
    tx.engine === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_master where type = 'table' and sql like '%autoincrement%'`
      : sql<{ name: string }>`select table_name as name from information_schema.columns
          where table_schema = current_schema() and is_identity = 'YES'`
  return (await query.execute(tx)).rows.map(({ name }) => name)
}
