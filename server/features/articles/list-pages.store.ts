import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { PageBounds } from '../../platform/page.ts'
import type { Landmark } from '../../platform/sql/landmarks.ts'
import type { Plan } from './list-plans.store.ts'

/** Where a reading begins: at a row that is known or, without one, at an end of the list. */
interface Start {
  readonly offset: number
  readonly key?: Landmark['key']
  readonly backwards: boolean
}

/** The rows from the first up to the last, which is not among them. */
interface Stretch {
  readonly first: number
  readonly last: number
}

interface KeyedRow extends Record<`key${number}`, unknown> {
  readonly id: number
}

/** So many rows are passed sooner than a landmark is looked for. */
const NEAR = 100

/**
 * The ids of one page. To come to it, every row between the start and the page has to be passed: so it is read from the
 * end of the list or the landmark that is nearest, and becomes a landmark itself.
 */
export async function readPage(
  db: Db,
  plan: Plan,
  { limit, offset }: PageBounds,
  total: number | undefined,
): Promise<number[]> {
  const page = { first: offset, last: Math.min(offset + limit, total ?? Number.POSITIVE_INFINITY) }
  const ends: Start[] = [{ offset: 0, backwards: false }]
  if (total !== undefined) ends.push({ offset: total, backwards: true })
  const nearestEnd = nearest(ends, page)
  if (!db.landmarks || distance(nearestEnd, page) <= NEAR)
    return idsOf(await read(db, plan, nearestEnd, page))

  const list = listOf(plan).compile(db)
  const { before, after } = db.landmarks.around(list, page.first, page.last)
  const starts = [nearestEnd]
  if (before) starts.push({ ...before, backwards: false })
  if (after) starts.push({ ...after, backwards: true })
  const rows = await read(db, plan, nearest(starts, page), page)
  const [row] = rows
  if (row) db.landmarks.keep(list, { offset, key: plan.order.map((_, place) => row[`key${place}`]) })
  return idsOf(rows)
}

function idsOf(rows: readonly KeyedRow[]): number[] {
  return rows.map(({ id }) => id)
}

function distance({ offset, backwards }: Start, { first, last }: Stretch): number {
  return backwards ? offset - last : first - offset
}

function nearest(starts: readonly Start[], page: Stretch): Start {
  return starts.reduce((one, other) => (distance(other, page) < distance(one, page) ? other : one))
}

async function read(db: Db, plan: Plan, start: Start, page: Stretch): Promise<KeyedRow[]> {
  const { key, backwards } = start
  const { rows } = await sql<KeyedRow>`
    ${listOf(plan, key && beyond(plan, key, backwards))} order by ${orderOf(plan, backwards)}
    limit ${page.last - page.first} offset ${distance(start, page)}
  `.execute(db)
  return backwards ? rows.reverse() : rows
}

function listOf(plan: Plan, beyond?: RawBuilder<SqlBool>): RawBuilder<KeyedRow> {
  const keys = plan.order.map((column, place) => sql`${column} as ${sql.ref(`key${place}`)}`)
  const conditions = beyond ? [...plan.conditions, beyond] : plan.conditions
  return sql`select ${plan.id} as id, ${sql.join(keys)} from ${plan.source} where ${sql.join(conditions, sql` and `)}`
}

/** The row itself and those behind it; backwards, those before it. */
function beyond({ order, descends }: Plan, key: Landmark['key'], backwards: boolean): RawBuilder<SqlBool> {
  const comparison = sql.raw(descends ? (backwards ? '>' : '<=') : backwards ? '<' : '>=')
  return sql`(${sql.join(order)}) ${comparison} (${sql.join(key)})`
}

export function orderOf({ order, descends }: Plan, reversed = false): RawBuilder<unknown> {
  const direction = sql.raw(descends === reversed ? 'asc' : 'desc')
  return sql.join(order.map((column) => sql`${column} ${direction}`))
}
