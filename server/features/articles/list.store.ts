import { type ArticleFilters, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/page.ts'
import { type FoundByKeyword, findByKeyword } from '../search/keyword.actions.ts'
import type { Sight } from './articles.policy.ts'

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
  readonly order: RawBuilder<unknown>
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
  const where = sql.join(plan.conditions, sql` and `)
  const { rows } = await sql<{ id: number }>`
    select ${plan.id} as id from ${plan.source} where ${where} order by ${plan.order} limit ${limit} offset ${offset}
  `.execute(db)
  return {
    ids: rows.map(({ id }) => id),
    total: total ?? (await countRows(db, sql`select count(*) as total from ${plan.source} where ${where}`)),
  }
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
  const { source, conditions, order } = planOf(siteId, sight, {
    ...(await askedBy(db, siteId, sight, query)),
    sort: 'create_time',
    order: 'desc',
  })
  const older = mark ? [sql<SqlBool>`(a.created_at, a.id) < (${mark.created_at}, ${mark.id})`] : []
  const where = sql.join([...conditions, ...older], sql` and `)
  const { rows } = await sql<Mark>`
    select a.id, a.created_at from ${source} where ${where} order by ${order} limit ${limit}
  `.execute(db)
  return rows
}

async function countRows(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (statement as RawBuilder<{ total: number }>).execute(db)
  return rows[0]?.total ?? 0
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
  const order = sql`l.is_top desc, l.created_at desc, l.article_id desc`
  // Everything that is asked stands beside the link: the articles themselves need not be touched.
  if (alone && onlyPublished(sight, query) && !narrows(rest))
    return { source: link.table, id: sql`l.article_id`, conditions: [link.holds, listed], order }
  return {
    source: sql`${link.table} join articles a on a.id = l.article_id`,
    id: sql`l.article_id`,
    conditions: [link.holds, listed, ...ofArticle],
    order,
  }
}

function planByArticle(siteId: number, sight: Sight, query: Asked, link: Link | undefined): Plan {
  const direction = sql.raw(query.order === 'asc' ? 'asc' : 'desc')
  const byTime = query.sort !== undefined || query.order !== undefined
  const order = byTime
    ? sql`a.created_at ${direction}, a.id ${direction}`
    : sql`a.is_top desc, a.created_at desc, a.id desc`
  const linked = link
    ? [sql<SqlBool>`exists (select 1 from ${link.table} where l.article_id = a.id and ${link.holds})`]
    : []
  const { tag_id: _, ...rest } = query
  const unlinked = link ? { ...rest, ...(query.tag_id === undefined && { category_id: undefined }) } : query
  return {
    source: sql`articles a`,
    id: sql`a.id`,
    conditions: [...articleConditions(siteId, sight, unlinked), ...linked],
    order,
  }
}

function planByViews(siteId: number, sight: Sight, query: Asked): Plan {
  const direction = sql.raw(query.order === 'asc' ? 'asc' : 'desc')
  const order = sql`c.view_count ${direction}, c.article_id ${direction}`
  const ofSite = [
    sql<SqlBool>`c.site_id = ${siteId}`,
    onlyPublished(sight, query) ? sql<SqlBool>`c.listed = ${PUBLISHED}` : sql<SqlBool>`c.listed >= 0`,
  ]
  if (onlyPublished(sight, query) && !narrows(query))
    return { source: sql`article_counters c`, id: sql`c.article_id`, conditions: ofSite, order }
  return {
    // A cross join keeps SQLite from turning the order around and sorting everything.
    source: sql`article_counters c cross join articles a`,
    id: sql`c.article_id`,
    conditions: [...ofSite, sql<SqlBool>`a.id = c.article_id`, ...articleConditions(siteId, sight, query)],
    order,
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
  for (const flag of ['is_top', 'is_hot', 'is_recommend'] as const)
    if (query[flag] !== undefined) conditions.push(sql`${sql.ref(`a.${flag}`)} = ${query[flag]}`)
  if (author_id !== undefined) conditions.push(sql`a.author_id = ${author_id}`)
  if (start_time !== undefined) conditions.push(sql`a.created_at >= ${start_time}`)
  if (end_time !== undefined) conditions.push(sql`a.created_at <= ${end_time}`)
  if (ids !== undefined) conditions.push(sql`a.id in (${sql.join(ids)})`)
  return [...conditions, ...linkConditions(siteId, query), ...(found ? [found.holds(sql`a.id`)] : [])]
}

function linkConditions(
  siteId: number,
  { tag_id, category_id, include_children }: Asked,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (tag_id !== undefined)
    conditions.push(sql`exists (select 1 from article_tags t where t.article_id = a.id
      and t.tag_id = (select id from tags where id = ${tag_id} and site_id = ${siteId}))`)
  if (category_id !== undefined)
    conditions.push(sql`exists (select 1 from article_categories k where k.article_id = a.id
      and k.category_id in (${include_children === 1 ? subtreeOf(siteId, category_id) : sql`select id from categories where id = ${category_id} and site_id = ${siteId}`}))`)
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
  readonly kind: 'site' | 'category' | 'tag'
  readonly refId: number
  readonly status: number | undefined
}

/** The total that is kept for just this question, where there is one; the others are counted. */
function keptTotal(sight: Sight, query: Asked): Kept | undefined {
  const { tag_id, category_id, include_children, status, ...others } = query
  const { sort: _, order: _order, ...narrowing } = others
  if (Object.values(narrowing).some((value) => value !== undefined)) return undefined
  if (sight !== 'all' && !onlyPublished(sight, query)) return undefined
  const counted = sight === 'all' ? status : PUBLISHED
  if (tag_id !== undefined)
    return category_id === undefined ? { kind: 'tag', refId: tag_id, status: counted } : undefined
  if (category_id === undefined) return { kind: 'site', refId: 0, status: counted }
  return include_children === 1 ? undefined : { kind: 'category', refId: category_id, status: counted }
}

async function readKeptTotal(db: Db, siteId: number, { kind, refId, status }: Kept): Promise<number> {
  const rows = await db
    .selectFrom('article_totals')
    .select('total')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('ref_id', '=', refId)
    .where('listed', status === undefined ? '>=' : '=', status ?? 0)
    .execute()
  return rows.reduce((sum, { total }) => sum + total, 0)
}
