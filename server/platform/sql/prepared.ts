import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type Dialect, dialectOf } from './dialects.ts'
import type { EngineName } from './handles.ts'

/** A placeholder for a value that is passed when the statement runs. */
interface Slot {
  readonly name: string
  readonly isList: boolean
}

const slots = new WeakSet<object>()

function slotOf(name: string, isList: boolean): Slot {
  const slot = { name, isList }
  slots.add(slot)
  return slot
}

interface Reader extends QueryExecutorProvider {
  readonly engine: EngineName
  run<Row>(query: CompiledQuery<Row>): Promise<readonly Row[]>
}

/** The inputs for writing a statement: its parameters, and the SQL that differs between the engines. */
export interface StatementBuilder<Values> extends Omit<Dialect, 'isAmong' | 'listOf' | 'parsed'> {
  value(name: keyof Values & string): RawBuilder<never>
  /** Whether a column is in a list. */
  isAmong(column: RawBuilder<unknown>, name: keyof Values & string): RawBuilder<never>
}

interface Text {
  readonly query: CompiledQuery
  readonly slots: readonly unknown[]
}

/**
 * A statement that many requests run. Its text is built once per engine, because building it with Kysely takes longer
 * than running it.
 */
export function prepared<Values extends object, Row>(
  write: (writing: StatementBuilder<Values>) => RawBuilder<Row>,
  more: { readonly late?: string } = {},
) {
  const texts = new Map<EngineName, Text>()

  function textFor(db: Reader): Text {
    const dialect = dialectOf(db.engine)
    const compiled = write({
      ...dialect,
      value: (name) => sql`${slotOf(name, false)}`,
      isAmong: (column, name) => dialect.isAmong(column, sql`${slotOf(name, true)}`),
    }).compile(db)
    const query = { ...compiled, ...more }
    const text = { query, slots: query.parameters }
    texts.set(db.engine, text)
    return text
  }

  const run = (db: Reader, values: Values): Promise<readonly Row[]> => {
    const { query, slots } = texts.get(db.engine) ?? textFor(db)
    const { listOf } = dialectOf(db.engine)
    const parameters = slots.map((slot) => filled(slot, values, listOf))
    return db.run<Row>({ ...query, parameters } as CompiledQuery<Row>)
  }
  return Object.assign(run, { text: (db: Reader) => (texts.get(db.engine) ?? textFor(db)).query.sql })
}

function filled(slot: unknown, values: object, listOf: Dialect['listOf']): unknown {
  if (typeof slot !== 'object' || slot === null || !slots.has(slot)) return slot
  const { name, isList } = slot as Slot
  const value = (values as Record<string, unknown>)[name]
  return isList ? listOf(value as readonly (number | string)[]) : value
}
