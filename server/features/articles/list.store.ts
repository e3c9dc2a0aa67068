import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/core/page.ts'
import type { EngineName } from '../../platform/sql/handles.ts'
import type { StatementBuilder } from '../../platform/sql/prepared.ts'
import { foldedAlias } from '../../platform/texts/alias.ts'
import type { Sight } from '../article-rights/articles.policy.ts'
import { findByKeyword } from '../search-index/keyword.actions.ts'
import { knownTotal } from './kept-totals.store.ts'
import { orderOf, type PlanValues, pagesOf, readPage } from './list-pages.store.ts'
import { type Plan, planOf } from './list-plans.store.ts'
import {
  type ArticleQuery,
  type Asked,
  boundsAsked,
  isOfPublication,
  linksAsked,
  NOWHERE,
} from './list-query.rules.ts'

/** The ids of one page, and the total. Both are read from indexes, whatever the filters. */
export async function findArticleIds(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const asked = await askedBy(db, siteId, sight, query)
  const { limit, offset } = boundsOf(page)
  const total = await knownTotal(db, siteId, sight, asked)
  if (total !== undefined && total <= offset) return { ids: [], total }
  const { pages, values } = listAsked(db, siteId, sight, asked)
  const ids = await readPage(db, pages, values, { limit, offset }, total)
  const plan = () => planOf({ engine: db.engine, siteId }, sight, asked)
  return { ids, total: total ?? (await countRows(db, plan())) }
}

type Pages = ReturnType<typeof pagesOf>

/** The values that vary between requests without changing the plan. */
const VARYING = [
  'category_id',
  'tag_id',
  'author_id',
  'alias_key',
  'start_time',
  'end_time',
  'published_since',
  'published_until',
  'updated_since',
  'updated_until',
] as const

const MAX_KEPT_LISTS = 300
/** The statements of earlier list requests, by their shape. */
const keptLists = new Map<string, Pages>()

function listAsked(db: Db, siteId: number, sight: Sight, asked: Asked): { pages: Pages; values: PlanValues } {
  const values = { site: siteId, ...(typeof sight === 'object' && { writer: sight.orWrittenBy }), ...asked }
  const { ids, found, also } = asked
  // The number of these values is part of the statement.
  if (ids || found || also)
    return { pages: pagesOf(() => planOf({ engine: db.engine, siteId }, sight, asked)), values: {} }
  const shape = shapeOf(db.engine, sight, asked)
  const known = keptLists.get(shape)
  if (known) return { pages: known, values }
  const pages = pagesOf((writing) => planWithout(writing, db.engine, sight, asked))
  if (keptLists.size >= MAX_KEPT_LISTS) keptLists.delete(keptLists.keys().next().value ?? '')
  keptLists.set(shape, pages)
  return { pages, values }
}

function shapeOf(engine: EngineName, sight: Sight, asked: Asked): string {
  const varying = Object.fromEntries(
    VARYING.flatMap((name) => (asked[name] === undefined ? [] : [[name, '?']])),
  )
  return `${engine} ${typeof sight === 'object' ? 'own' : sight} ${JSON.stringify({ ...asked, ...varying })}`
}

/** The plan with placeholders for varying values, which it inserts into SQL without reading them. */
function planWithout(
  { value }: StatementBuilder<PlanValues>,
  engine: EngineName,
  sight: Sight,
  asked: Asked,
): Plan {
  const place = (name: string) => value(name) as unknown as number
  const places = VARYING.flatMap((name) => (asked[name] === undefined ? [] : [[name, place(name)]]))
  return planOf(
    { engine, siteId: place('site') },
    typeof sight === 'object' ? { orWrittenBy: place('writer') } : sight,
    { ...asked, ...Object.fromEntries(places) },
  )
}

/** The position of an iteration over all rows. */
export interface Mark {
  readonly id: number
  readonly sorted_at: number
}

/** The next rows from the mark, newest first, for iterating over all of them. */
export async function findArticlesBefore(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  mark: Mark | undefined,
  limit: number,
): Promise<Mark[]> {
  const shelf = { engine: db.engine, siteId }
  const plan = planOf(shelf, sight, {
    ...(await askedBy(db, siteId, sight, query)),
    sort: undefined,
    order: 'desc',
  })
  const older = mark ? [sql<SqlBool>`(${sql.join(plan.order)}) < (${mark.sorted_at}, ${mark.id})`] : []
  const where = sql.join([...plan.conditions, ...older], sql` and `)
  const [sortedAt] = plan.order
  const { rows } = await sql<Mark>`
    select ${plan.id} as id, ${sortedAt} as sorted_at from ${plan.source}
    where ${where} order by ${orderOf(plan)} limit ${limit}
  `.execute(db)
  return rows
}

async function countRows(db: Db, { source, conditions, counted }: Plan): Promise<number> {
  const rows = counted ?? sql`select 1 from ${source} where ${sql.join(conditions, sql` and `)}`
  const { rows: answers } = await sql<{
    total: number
  }>`select count(*) as total from (${rows}) as counted`.execute(db)
  return answers[0]?.total ?? 0
}

async function askedBy(db: Db, siteId: number, sight: Sight, query: ArticleQuery): Promise<Asked> {
  const { keyword, category, tag, tag_ids: _, tag_mode: _mode, alias, ...rest } = query
  const status = isOfPublication(query) ? (rest.status ?? PUBLISHED) : rest.status
  const named = {
    category: category === undefined ? undefined : await findNamed(db, 'categories', siteId, category),
    tag: tag === undefined ? undefined : await findNamed(db, 'tags', siteId, tag),
  }
  return {
    ...rest,
    ...boundsAsked(rest),
    ...linksAsked(query, named),
    status,
    ...(isOfPublication(query) && status !== PUBLISHED && { ids: [NOWHERE] }),
    ...(alias !== undefined && { alias_key: foldedAlias(alias) }),
    ...(keyword && { found: await findByKeyword(db, siteId, sight, status, keyword) }),
  }
}

async function findNamed(
  db: Db,
  table: 'categories' | 'tags',
  siteId: number,
  alias: string,
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('site_id', '=', siteId)
    .where('alias', '=', alias)
    .executeTakeFirst()
  return row?.id ?? NOWHERE
}
