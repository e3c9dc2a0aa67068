import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/core/page.ts'
import type { EngineName } from '../../platform/sql/handles.ts'
import type { StatementBuilder } from '../../platform/sql/prepared.ts'
import { foldedAlias } from '../../platform/texts/alias.ts'
import type { Visibility } from '../article-rights/articles.policy.ts'
import { findByKeyword } from '../search-index/keyword.actions.ts'
import { hiddenLinks } from './disabled-links.store.ts'
import { orderOf, type PlanValues, pagesOf, readPage } from './list-pages.store.ts'
import { type Plan, planOf } from './list-plans.store.ts'
import {
  type ArticleQuery,
  isOfPublication,
  namedLinks,
  type ResolvedQuery,
  requestedBounds,
  requestedLinks,
  UNKNOWN_ID,
} from './list-query.rules.ts'
import { knownTotal } from './stored-totals.store.ts'

/** The ids of one page, and the total. Both are read from indexes, whatever the filters. */
export async function findArticleIds(
  db: Db,
  siteId: number,
  sight: Visibility,
  query: ArticleQuery,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const resolved = await resolveQuery(db, siteId, sight, query)
  const { limit, offset } = boundsOf(page)
  const total = await knownTotal(db, siteId, sight, resolved)
  if (total !== undefined && total <= offset) return { ids: [], total }
  const { pages, values } = statementsFor(db, siteId, sight, resolved)
  const ids = await readPage(db, pages, values, { limit, offset }, total)
  const plan = () => planOf({ engine: db.engine, siteId }, sight, resolved)
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
const VARYING_NAMES: ReadonlySet<string> = new Set(VARYING)

const MAX_KEPT_LISTS = 300
/** The statements of earlier list requests, by their shape. */
const preparedLists = new Map<string, Pages>()

function statementsFor(
  db: Db,
  siteId: number,
  sight: Visibility,
  resolved: ResolvedQuery,
): { pages: Pages; values: PlanValues } {
  const values = {
    site: siteId,
    ...(typeof sight === 'object' && { writer: sight.orWrittenBy }),
    ...resolved,
  }
  const { ids, found, also } = resolved
  // The number of these values is part of the statement.
  if (ids || found || also)
    return { pages: pagesOf(() => planOf({ engine: db.engine, siteId }, sight, resolved)), values: {} }
  const shape = shapeOf(db.engine, sight, resolved)
  const known = preparedLists.get(shape)
  if (known) return { pages: known, values }
  const pages = pagesOf((writing) => planWithout(writing, db.engine, sight, resolved))
  if (preparedLists.size >= MAX_KEPT_LISTS) preparedLists.delete(preparedLists.keys().next().value ?? '')
  preparedLists.set(shape, pages)
  return { pages, values }
}

/** Written in a loop, because it runs for every list that is not cached. */
function shapeOf(engine: EngineName, sight: Visibility, resolved: ResolvedQuery): string {
  let shape = `${engine} ${typeof sight === 'object' ? 'own' : sight}`
  for (const [name, value] of Object.entries(resolved))
    if (value !== undefined) shape += ` ${name} ${VARYING_NAMES.has(name) ? '?' : JSON.stringify(value)}`
  return shape
}

/** The plan with placeholders for varying values, which it inserts into SQL without reading them. */
function planWithout(
  { value }: StatementBuilder<PlanValues>,
  engine: EngineName,
  sight: Visibility,
  resolved: ResolvedQuery,
): Plan {
  const place = (name: string) => value(name) as unknown as number
  const places = VARYING.flatMap((name) => (resolved[name] === undefined ? [] : [[name, place(name)]]))
  return planOf(
    { engine, siteId: place('site') },
    typeof sight === 'object' ? { orWrittenBy: place('writer') } : sight,
    { ...resolved, ...Object.fromEntries(places) },
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
  sight: Visibility,
  query: ArticleQuery,
  mark: Mark | undefined,
  limit: number,
): Promise<Mark[]> {
  const context = { engine: db.engine, siteId }
  const plan = planOf(context, sight, {
    ...(await resolveQuery(db, siteId, sight, query)),
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

async function resolveQuery(
  db: Db,
  siteId: number,
  sight: Visibility,
  query: ArticleQuery,
): Promise<ResolvedQuery> {
  const { keyword, category, tag, tag_ids: _, tag_mode: _mode, alias, ...rest } = query
  const status = isOfPublication(query) ? (rest.status ?? PUBLISHED) : rest.status
  const named = {
    category: category === undefined ? undefined : await findNamed(db, 'categories', siteId, category),
    tag: tag === undefined ? undefined : await findNamed(db, 'tags', siteId, tag),
  }
  const links = namedLinks(query, named)
  return {
    ...rest,
    ...requestedBounds(rest),
    ...requestedLinks(query, named, sight === 'published' ? await hiddenLinks(db, siteId, links) : undefined),
    status,
    ...(isOfPublication(query) && status !== PUBLISHED && { ids: [UNKNOWN_ID] }),
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
  return row?.id ?? UNKNOWN_ID
}
