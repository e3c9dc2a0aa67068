import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type Dialect, dialectOf } from './dialects.ts'
import type { EngineName } from './handles.ts'

/** A placeholder for a value that is passed when the statement runs. */
interface Slot {
  readonly name: string
  readonly kind: 'value' | 'list' | 'only'
}

const slots = new WeakSet<object>()

function slotOf(name: string, kind: Slot['kind']): Slot {
  const slot = { name, kind }
  slots.add(slot)
  return slot
}

/** Runs prepared statements. */
export interface StatementRunner extends QueryExecutorProvider {
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

/** The texts of a statement on one engine: the usual one, and the one for lists of one value. */
interface Texts {
  readonly usual: Text
  readonly single: Text | undefined
}

/**
 * A statement that many requests run. Its text is built once per engine, because building it with Kysely takes longer
 * than running it. Lists of one value have a text of their own: PostgreSQL keeps its plan, while it plans a short list
 * anew each time, which takes longer than running it.
 */
export function prepared<Values extends object, Row>(
  write: (writing: StatementBuilder<Values>) => RawBuilder<Row>,
  more: { readonly late?: string } = {},
) {
  const known = new Map<EngineName, Texts>()

  function textFor(db: StatementRunner, isAmong: StatementBuilder<Values>['isAmong']): Text {
    const value = (name: string) => sql<never>`${slotOf(name, 'value')}`
    const query = { ...write({ ...dialectOf(db.engine), value, isAmong }).compile(db), ...more }
    return { query, slots: query.parameters }
  }

  function textsFor(db: StatementRunner): Texts {
    const dialect = dialectOf(db.engine)
    const usual = textFor(db, (column, name) => dialect.isAmong(column, sql`${slotOf(name, 'list')}`))
    const hasLists = usual.slots.some((slot) => isSlot(slot) && slot.kind === 'list')
    const single = hasLists
      ? textFor(db, (column, name) => sql`${column} = ${slotOf(name, 'only')}`)
      : undefined
    const texts = { usual, single }
    known.set(db.engine, texts)
    return texts
  }

  function textOf(db: StatementRunner, values: Values | undefined): Text {
    const { usual, single } = known.get(db.engine) ?? textsFor(db)
    return values && single?.slots.every((slot) => isSingle(slot, values)) ? single : usual
  }

  const run = (db: StatementRunner, values: Values): Promise<readonly Row[]> => {
    const { query, slots } = textOf(db, values)
    const { listOf } = dialectOf(db.engine)
    const parameters = slots.map((slot) => filled(slot, values, listOf))
    return db.run<Row>({ ...query, parameters } as CompiledQuery<Row>)
  }
  return Object.assign(run, { text: (db: StatementRunner, values?: Values) => textOf(db, values).query.sql })
}

type List = readonly (number | string)[]

function isSlot(value: unknown): value is Slot {
  return typeof value === 'object' && value !== null && slots.has(value)
}

/** Whether a slot for the only value of a list has one. */
function isSingle(slot: unknown, values: object): boolean {
  return !isSlot(slot) || slot.kind !== 'only' || (valueFor(slot, values) as List).length === 1
}

function valueFor({ name }: Slot, values: object): unknown {
  return (values as Record<string, unknown>)[name]
}

function filled(slot: unknown, values: object, listOf: Dialect['listOf']): unknown {
  if (!isSlot(slot)) return slot
  const value = valueFor(slot, values)
  switch (slot.kind) {
    case 'value':
      return value
    case 'list':
      return listOf(value as List)
    case 'only':
      return (value as List)[0]
  }
}
