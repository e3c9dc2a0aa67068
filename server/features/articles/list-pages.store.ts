import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PageBounds } from '../../platform/core/page.ts'
import { dialectOf } from '../../platform/sql/dialects.ts'
import type { PageAnchor } from '../../platform/sql/page-anchors.ts'
import { prepared, type StatementBuilder } from '../../platform/sql/prepared.ts'
import type { Plan } from './list-plans.store.ts'

/** Where a read starts: at a known row, or at an end of the list. */
interface Start {
  readonly offset: number
  readonly key?: PageAnchor['key']
  readonly backwards: boolean
}

/** The rows from the first (inclusive) to the last (exclusive). */
interface RowRange {
  readonly first: number
  readonly last: number
}

/** An id and the values of its sort key. */
type KeyedRow = readonly [id: number, ...key: unknown[]]

/** The parameters of a plan. */
export type PlanValues = Readonly<Record<string, unknown>>

interface Pages {
  /** The statement that reads the list from the start. */
  readonly text: (db: Db) => string
  read(db: Db, values: PlanValues, start: Start, bounds: PageBounds): Promise<readonly KeyedRow[]>
}

/** Skipping this many rows is faster than looking for a page anchor. */
const NEAR = 100

/**
 * The ids of one page. All rows between the start and the page have to be skipped, so it is read from the nearest end
 * or page anchor, and becomes an anchor itself.
 */
export async function readPage(
  db: Db,
  pages: Pages,
  values: PlanValues,
  { limit, offset }: PageBounds,
  total: number | undefined,
): Promise<number[]> {
  const page = { first: offset, last: Math.min(offset + limit, total ?? Number.POSITIVE_INFINITY) }
  const ends: Start[] = [{ offset: 0, backwards: false }]
  if (total !== undefined) ends.push({ offset: total, backwards: true })
  const nearestEnd = nearest(ends, page)
  const read = async (start: Start) => {
    const bounds = { limit: page.last - page.first, offset: distance(start, page) }
    const rows = await pages.read(db, values, start, bounds)
    return start.backwards ? [...rows].reverse() : rows
  }
  if (!db.pageAnchors || distance(nearestEnd, page) <= NEAR) return idsOf(await read(nearestEnd))

  const list = { sql: pages.text(db), parameters: Object.values(values) }
  const { before, after } = db.pageAnchors.around(list, page.first, page.last)
  const starts = [nearestEnd]
  if (before) starts.push({ ...before, backwards: false })
  if (after) starts.push({ ...after, backwards: true })
  const rows = await read(nearest(starts, page))
  const [row] = rows
  if (row) db.pageAnchors.add(list, { offset, key: row.slice(1) })
  return idsOf(rows)
}

function idsOf(rows: readonly KeyedRow[]): number[] {
  return rows.map(([id]) => id)
}

function distance({ offset, backwards }: Start, { first, last }: RowRange): number {
  return backwards ? offset - last : first - offset
}

function nearest(starts: readonly Start[], page: RowRange): Start {
  return starts.reduce((one, other) => (distance(other, page) < distance(one, page) ? other : one))
}

type Reading = ReturnType<typeof prepared<PlanValues, { readonly json: unknown }>>

/** The statements that read pages of one list, each built on first use. */
export function pagesOf(planFor: (writing: StatementBuilder<PlanValues>, db: Db) => Plan): Pages {
  const readings = new Map<string, Reading>()
  let text: string | undefined

  function readingFor(db: Db, fromKey: boolean, backwards: boolean): Reading {
    const name = `${fromKey} ${backwards}`
    const known = readings.get(name)
    if (known) return known
    const reading = prepared<PlanValues, { readonly json: unknown }>((writing) => {
      const plan = planFor(writing, db)
      const rows = sql`${listOf(plan, fromKey ? beyond(plan, writing, backwards) : undefined)}
        order by ${orderOf(plan, backwards)} limit ${writing.value('limit')} offset ${writing.value('offset')}`
      const columns = [sql`id`, ...plan.order.map((_, place) => sql.ref(`key${place}`))]
      return sql`select ${writing.jsonArray(columns)} as json from (${rows}) as page`
    })
    readings.set(name, reading)
    return reading
  }

  return {
    text: (db) => {
      text ??= prepared<PlanValues, unknown>((writing) => listOf(planFor(writing, db))).text(db)
      return text
    },
    async read(db, values, { key = [], backwards }, { limit, offset }) {
      const { parsed } = dialectOf(db.engine)
      const keys = Object.fromEntries(key.map((value, place) => [`key${place}`, value]))
      const reading = readingFor(db, key.length > 0, backwards)
      const rows = await reading(db, { ...values, ...keys, limit, offset })
      return rows.map(({ json }) => parsed<KeyedRow>(json))
    },
  }
}

function listOf(plan: Plan, beyond?: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const keys = plan.order.map((column, place) => sql`${column} as ${sql.ref(`key${place}`)}`)
  const conditions = beyond ? [...plan.conditions, beyond] : plan.conditions
  return sql`select ${plan.id} as id, ${sql.join(keys)} from ${plan.source} where ${sql.join(conditions, sql` and `)}`
}

/** The row itself and those after it; backwards, those before it. */
function beyond(
  { order, descends }: Plan,
  { value }: StatementBuilder<PlanValues>,
  backwards: boolean,
): RawBuilder<SqlBool> {
  const comparison = sql.raw(descends ? (backwards ? '>' : '<=') : backwards ? '<' : '>=')
  return sql`(${sql.join(order)}) ${comparison} (${sql.join(order.map((_, place) => value(`key${place}`)))})`
}

export function orderOf({ order, descends }: Plan, reversed = false): RawBuilder<unknown> {
  const direction = sql.raw(descends === reversed ? 'asc' : 'desc')
  return sql.join(order.map((column) => sql`${column} ${direction}`))
}
