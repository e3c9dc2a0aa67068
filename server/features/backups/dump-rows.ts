import { BackupRefused } from './backups.rules.ts'
import { type DatabasePart, inPortions, isCopied, readCopyLine } from './database-rows.rules.ts'
import { linesOf } from './postgres-dump.ts'
import { findProgram, start } from './postgres-programs.ts'

const COPY = /^COPY (?:\w+\.)?"?(\w+)"? \((.*)\) FROM stdin;$/
/** PostgreSQL names the sequence of an id after its table. */
const SEQUENCE = /^SELECT pg_catalog\.setval\('(?:\w+\.)?"?(\w+)_id_seq"?', (\d+), true\);$/
const ENCODING = /^SET client_encoding = '(.*)';$/

/** Reads the rows of a dump of PostgreSQL, without a server. */
export async function* readDumpRows(
  dump: string,
  programs: string | undefined,
): AsyncGenerator<DatabasePart> {
  const restore = await findProgram('pg_restore', programs)
  const reading = start(restore, ['--data-only', '--file=-', dump])
  try {
    const lines = linesOf(reading.stdout, 'utf8')
    for await (const line of lines) {
      const [, encoding = 'UTF8'] = ENCODING.exec(line) ?? []
      if (encoding !== 'UTF8')
        throw new BackupRefused(`The backup is of a database in ${encoding}; only UTF8 can be read here.`)
      const [, table, columns] = COPY.exec(line) ?? []
      const [, counted, id] = SEQUENCE.exec(line) ?? []
      if (table !== undefined && columns !== undefined) {
        const names = columns.split(', ').map((name) => name.replaceAll('"', ''))
        for await (const rows of inPortions(rowsIn(lines, isCopied(table) ? names : undefined)))
          yield { kind: 'rows', table, rows }
      } else if (counted !== undefined) yield { kind: 'last-id', table: counted, id: Number(id) }
    }
    await reading.ended
  } finally {
    reading.kill()
  }
}

/** The rows up to the end of their table. Those of a table that is not copied are skipped. */
async function* rowsIn(lines: AsyncGenerator<string>, columns: readonly string[] | undefined) {
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done || line === '\\.') return
    if (columns) yield readCopyLine(line, columns)
  }
}
