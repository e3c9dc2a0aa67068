import { type SqliteDatabase, sqliteModule } from '../../platform/sql/sqlite/open.ts'
import { byTable, type Column, columnsQuery, type TextRow } from '../../platform/sql/whole-tables.ts'
import { type DatabasePart, inPortions, isCopied } from './database-rows.rules.ts'

/** Reads the rows of a database file that no one changes. */
export async function* readSqliteRows(path: string): AsyncGenerator<DatabasePart> {
  const { DatabaseSync } = sqliteModule()
  const database = new DatabaseSync(path, { readOnly: true })
  const all = <Row>(query: string) => database.prepare(query).all() as Row[]
  try {
    const columns = all<Column>(columnsQuery.sqlite).filter(({ table }) => isCopied(table))
    for (const [table, names] of byTable(columns)) {
      for await (const rows of inPortions(rowsOf(database, table, names))) yield { kind: 'rows', table, rows }
    }
    for (const { name, seq } of all<{ name: string; seq: number }>('select name, seq from sqlite_sequence'))
      yield { kind: 'last-id', table: name, id: seq }
  } finally {
    database.close()
  }
}

/** Texts may be long, so few are read at a time. */
const ROWS_PER_READ = 16

/**
 * Values are read as the bytes of their texts: a number may be too large for JavaScript, and some versions of the module
 * cut a text at U+0000. PostgreSQL cannot store that character, so it is removed.
 */
function* rowsOf(database: SqliteDatabase, table: string, columns: readonly string[]): Generator<TextRow> {
  const values = columns.map((name) => `cast("${name}" as blob) as "${name}"`).join(', ')
  const reading = database.prepare(
    `select rowid as ":place", ${values} from "${table}" where rowid > ? order by rowid limit ${ROWS_PER_READ}`,
  )
  let place: unknown = -1
  for (;;) {
    const rows = reading.all(place) as Record<string, Uint8Array | null>[]
    for (const row of rows) yield asTexts(row, columns)
    if (rows.length < ROWS_PER_READ) return
    place = rows.at(-1)?.[':place']
  }
}

function asTexts(row: Readonly<Record<string, Uint8Array | null>>, columns: readonly string[]): TextRow {
  const texts: Record<string, string | null> = {}
  for (const name of columns) {
    const bytes = row[name]
    texts[name] = bytes ? Buffer.from(bytes).toString('utf8').replaceAll('\0', '') : null
  }
  return texts
}
