import { ARCHIVED, type ArticleFilters, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf, type PageBounds } from '../../platform/page.ts'
import { type FoundByKeyword, findByKeyword } from '../search/keyword.actions.ts'
import type { Sight } from './articles.policy.ts'
import { FLAG_IDS } from './articles.rules.ts'
import type { TotalKind } from './articles.table.ts'

export type ArticleQuery = {
  readonly [Filter in keyof ArticleFilters]?: ArticleFilters[Filter] | undefined
} & {
  readonly ids?: readonly number[] | undefined
}

/** The same with what the keyword comes to, where there is one. */
type Asked = Omit<ArticleQuery, 'keyword'> & {
  readonly keyword?: never
  readonly found?: FoundByKeyword | undefined
}

async function askedBy(
  db: Db,
  siteId: number,
  sight: Sight,
  { keyword, ...rest }: ArticleQuery,
): Promise<Asked> {
  return keyword ? { ...rest, found: await findByKeyword(db, siteId, sight, rest.status, keyword) } : rest
}

/** Where a list is read from, what holds for its rows and how they are ordered. */
interface Plan {
  readonly source: RawBuilder<unknown>
  readonly id: RawBuilder<number>
  readonly conditions: RawBuilder<SqlBool>[]
  /** The columns it is ordered by, all in one direction. */
  readonly order: readonly string[]
  readonly descends: boolean
  /** How the rows are counted where the total is not kept; by default as they are read. */
  readonly counted?: RawBuilder<unknown>
}

/** The ids of one page, and how many there are in all. Both are read from indexes, whatever the filters. */
export async function findArticleIds(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const asked = await askedBy(db, siteId, sight, query)
  const plan = planOf(siteId, sight, asked)
  const { limit, offset } = boundsOf(page)
  const total = await knownTotal(db, siteId, sight, asked)
  if (total !== undefined && total <= offset) return { ids: [], total }
  const ids = await idsOf(db, plan, nearerEnd({ limit, offset }, total))
  return { ids, total: total ?? (await countRows(db, plan)) }
}

/** A part of a list, from its beginning or from its end. */
interface Stretch extends PageBounds {
  readonly fromEnd: boolean
}

/** To come to a page, everything before it has to be passed: the last pages are nearer from the end. */
function nearerEnd({ limit, offset }: PageBounds, total: number | undefined): Stretch {
  if (total === undefined || offset <= total / 2) return { limit, offset, fromEnd: false }
  const rest = total - offset
  return { limit: Math.min(limit, rest), offset: Math.max(0, rest - limit), fromEnd: true }
}

async function idsOf(db: Db, plan: Plan, { limit, offset, fromEnd }: Stretch): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${plan.id} as id from ${plan.source} where ${sql.join(plan.conditions, sql` and `)}
    order by ${orderOf(plan, fromEnd)} limit ${limit} offset ${offset}
  `.execute(db)
  const ids = rows.map(({ id }) => id)
  return fromEnd ? ids.reverse() : ids
}

function orderOf({ order, descends }: Plan, reversed = false): RawBuilder<unknown> {
  const direction = sql.raw(descends === reversed ? 'asc' : 'desc')
  return sql.join(order.map((column) => sql`${sql.ref(column)} ${direction}`))
}

/** Where a reading that goes through everything piece by piece has come to. */
export interface Mark {
  readonly id: number
  readonly created_at: number
}

/** The next so many from the mark on, the newest first: for work that goes through all of them. */
export async function findArticlesBefore(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  mark: Mark | undefined,
  limit: number,
): Promise<Mark[]> {
  const plan = planOf(siteId, sight, {
    ...(await askedBy(db, siteId, sight, query)),
    sort: 'create_time',
    order: 'desc',
  })
  const older = mark ? [sql<SqlBool>`(a.created_at, a.id) < (${mark.created_at}, ${mark.id})`] : []
  const where = sql.join([...plan.conditions, ...older], sql` and `)
  const { rows } = await sql<Mark>`
    select a.id, a.created_at from ${plan.source} where ${where} order by ${orderOf(plan)} limit ${limit}
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

function planOf(siteId: number, sight: Sight, query: Asked): Plan {
  if (query.sort === 'view_count') return planByViews(siteId, sight, query)
  const link = linkOf(siteId, query)
  if (link && query.sort !== 'create_time') return planByLink(link, siteId, sight, query)
  return planByArticle(siteId, sight, query, link)
}

interface Link {
  readonly table: RawBuilder<unknown>
  readonly holds: RawBuilder<SqlBool>
}

/** A category or a tag has its articles beside it in the order of the list; a foreign one has none. */
function linkOf(siteId: number, { tag_id, category_id, include_children }: Asked): Link | undefined {
  if (tag_id !== undefined)
    return {
      table: sql`article_tags l`,
      holds: sql`l.tag_id = (select id from tags where id = ${tag_id} and site_id = ${siteId})`,
    }
  if (category_id !== undefined && include_children !== 1)
    return {
      table: sql`article_categories l`,
      holds: sql`l.category_id = (select id from categories where id = ${category_id} and site_id = ${siteId})`,
    }
  return undefined
}

function planByLink(link: Link, siteId: number, sight: Sight, query: Asked): Plan {
  const { tag_id, category_id } = query
  const rest = { ...query, tag_id: undefined, ...(tag_id === undefined && { category_id: undefined }) }
  const ofArticle = articleConditions(siteId, sight, rest)
  const alone = tag_id === undefined || category_id === undefined
  const listed = onlyPublished(sight, query)
    ? sql<SqlBool>`l.listed = ${PUBLISHED}`
    : sql<SqlBool>`l.listed >= 0`
  const order = { order: ['l.is_top', 'l.created_at', 'l.article_id'], descends: true }
  // Everything that is asked stands beside the link: the articles themselves need not be touched.
  if (alone && onlyPublished(sight, query) && !narrows(rest))
    return { source: link.table, id: sql`l.article_id`, conditions: [link.holds, listed], ...order }
  return {
    source: sql`${link.table} join articles a on a.id = l.article_id`,
    id: sql`l.article_id`,
    conditions: [link.holds, listed, ...ofArticle],
    ...order,
  }
}

function planByArticle(siteId: number, sight: Sight, query: Asked, link: Link | undefined): Plan {
  const byTime = query.sort !== undefined || query.order !== undefined
  const linked = link
    ? [sql<SqlBool>`exists (select 1 from ${link.table} where l.article_id = a.id and ${link.holds} limit 1)`]
    : []
  const { tag_id: _, ...rest } = query
  const unlinked = link ? { ...rest, ...(query.tag_id === undefined && { category_id: undefined }) } : query
  return {
    source: sql`articles a`,
    id: sql`a.id`,
    conditions: [...articleConditions(siteId, sight, unlinked), ...linked],
    order: byTime ? ['a.created_at', 'a.id'] : ['a.is_top', 'a.created_at', 'a.id'],
    descends: query.order !== 'asc',
    ...countedByLinks(siteId, sight, query),
  }
}

/** The articles beneath a category are counted by their links; one that has several there counts once. */
function countedByLinks(siteId: number, sight: Sight, query: Asked): Pick<Plan, 'counted'> {
  const { category_id, include_children, ...others } = query
  if (category_id === undefined || include_children !== 1) return {}
  if (!onlyPublished(sight, query) || narrows(others)) return {}
  return {
    counted: sql`select distinct article_id from article_categories
      where category_id in (${subtreeOf(siteId, category_id)}) and listed = ${PUBLISHED}`,
  }
}

function planByViews(siteId: number, sight: Sight, query: Asked): Plan {
  const order = { order: ['c.view_count', 'c.article_id'], descends: query.order !== 'asc' }
  const ofSite = [
    sql<SqlBool>`c.site_id = ${siteId}`,
    onlyPublished(sight, query) ? sql<SqlBool>`c.listed = ${PUBLISHED}` : sql<SqlBool>`c.listed >= 0`,
  ]
  if (onlyPublished(sight, query) && !narrows(query))
    return { source: sql`article_counters c`, id: sql`c.article_id`, conditions: ofSite, ...order }
  return {
    // A cross join keeps SQLite from turning the order around and sorting everything.
    source: sql`article_counters c cross join articles a`,
    id: sql`c.article_id`,
    conditions: [...ofSite, sql<SqlBool>`a.id = c.article_id`, ...articleConditions(siteId, sight, query)],
    ...order,
  }
}

function onlyPublished(sight: Sight, { status }: Asked): boolean {
  return status === PUBLISHED || (sight === 'published' && status === undefined)
}

/** Whether anything is asked beyond the status: then the article itself has to be looked at. */
function narrows(query: Asked): boolean {
  const { status: _, sort: _sort, order: _order, include_children: _children, ...others } = query
  return Object.values(others).some((value) => value !== undefined)
}

function articleConditions(siteId: number, sight: Sight, query: Asked): RawBuilder<SqlBool>[] {
  const { ids, found, author_id, start_time, end_time, status } = query
  const conditions: RawBuilder<SqlBool>[] = [sql`a.site_id = ${siteId}`, sql`a.deleted_at is null`]
  if (sight === 'published') conditions.push(sql`a.status = ${PUBLISHED}`)
  else if (sight !== 'all')
    conditions.push(sql`(a.status = ${PUBLISHED} or a.author_id = ${sight.orWrittenBy})`)
  if (status !== undefined) conditions.push(sql`a.status = ${status}`)
  // Written out, so that an index which holds only those that bear the flag is seen to fit.
  for (const flag of FLAGS)
    if (query[flag] !== undefined) conditions.push(sql`${sql.ref(`a.${flag}`)} = ${sql.lit(query[flag])}`)
  if (author_id !== undefined) conditions.push(sql`a.author_id = ${author_id}`)
  if (start_time !== undefined) conditions.push(sql`a.created_at >= ${start_time}`)
  if (end_time !== undefined) conditions.push(sql`a.created_at <= ${end_time}`)
  if (ids !== undefined) conditions.push(sql`a.id in (${sql.join(ids)})`)
  return [...conditions, ...linkConditions(siteId, query), ...(found ? [found.holds(sql`a.id`)] : [])]
}

/**
 * The limit keeps SQLite from making a join of what exists: as of 3.53 it then counts an article once for each of its
 * links where it skips to a page, and the pages overlap.
 */
function linkConditions(
  siteId: number,
  { tag_id, category_id, include_children }: Asked,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (tag_id !== undefined)
    conditions.push(sql`exists (select 1 from article_tags t where t.article_id = a.id
      and t.tag_id = (select id from tags where id = ${tag_id} and site_id = ${siteId}) limit 1)`)
  if (category_id !== undefined)
    conditions.push(sql`exists (select 1 from article_categories k where k.article_id = a.id
      and k.category_id in (${include_children === 1 ? subtreeOf(siteId, category_id) : sql`select id from categories where id = ${category_id} and site_id = ${siteId}`}) limit 1)`)
  return conditions
}

/** The ids of a category and of all that is beneath it. */
function subtreeOf(siteId: number, categoryId: number): RawBuilder<unknown> {
  return sql`with recursive beneath (id) as (
    select id from categories where id = ${categoryId} and site_id = ${siteId}
    union select c.id from categories c join beneath b on c.parent_id = b.id
  ) select id from beneath`
}

/** The total where it need not be counted: it is kept, or the keyword alone decides. */
async function knownTotal(
  db: Db,
  siteId: number,
  sight: Sight,
  { found, ...asked }: Asked,
): Promise<number | undefined> {
  if (found) {
    const isAlone = !narrows(asked) && (asked.status === undefined || asked.status === PUBLISHED)
    return isAlone ? found.total : undefined
  }
  const kept = keptTotal(sight, asked)
  return kept && readKeptTotal(db, siteId, kept)
}

interface Kept {
  readonly kind: TotalKind
  readonly refId: number
  readonly status: number | undefined
}

/** The total that is kept for just this question, where there is one; the others are counted. */
function keptTotal(sight: Sight, query: Asked): Kept[] | undefined {
  const { status, sort: _, order: _order, ...narrowing } = query
  const asked = Object.entries(narrowing).filter(
    ([name, value]) => value !== undefined && !(name === 'include_children' && value !== 1),
  )
  const list = asked.length === 0 ? WHOLE_SITE : asked.length === 1 ? listOf(asked[0]) : undefined
  if (!list) return undefined
  if (sight === 'all') return [{ ...list, status }]
  if (onlyPublished(sight, query)) return [{ ...list, status: PUBLISHED }]
  if (sight === 'published' || list !== WHOLE_SITE) return undefined
  const own = { kind: 'author', refId: sight.orWrittenBy } as const
  if (status !== undefined) return [{ ...own, status }]
  // Everything that is published, and what is one's own and is not.
  const unpublished = [DRAFT, PENDING, ARCHIVED].map((status) => ({ ...own, status }))
  return [{ ...WHOLE_SITE, status: PUBLISHED }, ...unpublished]
}

type KeptList = Pick<Kept, 'kind' | 'refId'>
const WHOLE_SITE: KeptList = { kind: 'site', refId: 0 }

function listOf([name, value]: readonly [string, unknown] = ['', undefined]): KeptList | undefined {
  if (typeof value !== 'number') return undefined
  if (name === 'tag_id') return { kind: 'tag', refId: value }
  if (name === 'category_id') return { kind: 'category', refId: value }
  if (name === 'author_id') return { kind: 'author', refId: value }
  const flag = FLAGS.find((flag) => flag === name)
  return flag && value === 1 ? { kind: 'flag', refId: FLAG_IDS[flag] } : undefined
}

const FLAGS = ['is_top', 'is_hot', 'is_recommend'] as const

async function readKeptTotal(db: Db, siteId: number, kept: readonly Kept[]): Promise<number> {
  const held = kept.map(({ kind, refId, status }) =>
    status === undefined
      ? sql<SqlBool>`(kind = ${kind} and ref_id = ${refId} and listed >= 0)`
      : sql<SqlBool>`(kind = ${kind} and ref_id = ${refId} and listed = ${status})`,
  )
  const { rows } = await sql<{ total: number }>`
    select total from article_totals where site_id = ${siteId} and (${sql.join(held, sql` or `)})
  `.execute(db)
  return rows.reduce((sum, { total }) => sum + total, 0)
}
