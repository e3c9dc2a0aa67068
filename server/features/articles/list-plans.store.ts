import { type ArticleSort, PUBLISHED, type ReviewStatus } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from '../../platform/sql/dialects.ts'
import type { EngineName } from '../../platform/sql/handles.ts'
import type { Visibility } from '../article-rights/articles.policy.ts'
import { FLAGS, narrows, onlyPublished, type ResolvedQuery } from './list-query.rules.ts'

/** The source, conditions and order of a list. */
export interface Plan {
  readonly source: RawBuilder<unknown>
  readonly id: RawBuilder<number>
  readonly conditions: RawBuilder<SqlBool>[]
  /** The sort columns, all in one direction. */
  readonly order: readonly RawBuilder<unknown>[]
  readonly descends: boolean
  /** How rows are counted if the total is not stored; by default as they are read. */
  readonly counted?: RawBuilder<unknown>
}

/** The site of the list, and the engine. */
interface ListContext {
  readonly engine: EngineName
  readonly siteId: number
}

export function planOf(shelf: ListContext, sight: Visibility, query: ResolvedQuery): Plan {
  const counter = query.sort && COUNTERS.get(query.sort)
  if (counter) return planByCounter(counter, shelf, sight, query)
  const link = linkOf(shelf, query)
  if (link && sortOf(sight, query) === 'newest') return planByLink(link, shelf, sight, query)
  return planByArticle(shelf, sight, query, link)
}

const COUNTERS: ReadonlyMap<ArticleSort, string> = new Map(
  (['view_count', 'like_count', 'comment_count'] as const).map((counter) => [counter, `c.${counter}`]),
)

/** Articles without a publish time sort before all others, like in the index. */
const PUBLISH_TIME = sql`coalesce(a.publish_at, -99999999999999)`

type Sort = 'newest' | 'create_time' | 'update_time' | 'publish_time'

/** Among published articles, the newest are those published last. */
function sortOf(sight: Visibility, query: ResolvedQuery): Sort {
  const { sort } = query
  if (sort === 'publish_time') return onlyPublished(sight, query) ? 'newest' : sort
  return sort === 'create_time' || sort === 'update_time' ? sort : 'newest'
}

/** The order of a list with these columns: pinned first, unless another order is requested. */
function orderOfNewest(table: 'a' | 'l', { sort, order }: ResolvedQuery): Pick<Plan, 'order' | 'descends'> {
  const topFirst = sort === undefined && order === undefined
  const columns = [...(topFirst ? ['is_top'] : []), 'sorted_at', table === 'a' ? 'id' : 'article_id']
  return { order: columns.map((column) => sql.ref(`${table}.${column}`)), descends: order !== 'asc' }
}

function orderOfArticles(sight: Visibility, query: ResolvedQuery): Pick<Plan, 'order' | 'descends'> {
  const sort = sortOf(sight, query)
  if (sort === 'newest') return orderOfNewest('a', query)
  const columns = {
    create_time: sql.ref('a.created_at'),
    update_time: sql.ref('a.updated_at'),
    publish_time: PUBLISH_TIME,
  }
  return { order: [columns[sort], sql.ref('a.id')], descends: query.order !== 'asc' }
}

interface Link {
  readonly table: RawBuilder<unknown>
  readonly holds: RawBuilder<SqlBool>
}

/** The links of a category or tag are in the order of the list. A category of another site has none. */
function linkOf(
  { siteId }: ListContext,
  { tag_id, category_id, include_children }: ResolvedQuery,
): Link | undefined {
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

function planByLink(link: Link, shelf: ListContext, sight: Visibility, query: ResolvedQuery): Plan {
  const { tag_id, category_id } = query
  const rest = { ...query, tag_id: undefined, ...(tag_id === undefined && { category_id: undefined }) }
  const ofArticle = articleConditions(shelf, sight, rest)
  const alone = tag_id === undefined || category_id === undefined
  const listed = onlyPublished(sight, query)
    ? sql<SqlBool>`l.listed = ${PUBLISHED}`
    : sql<SqlBool>`l.listed >= 0`
  const order = orderOfNewest('l', query)
  // All needed columns are in the link table, so articles are not read.
  if (alone && onlyPublished(sight, query) && !narrows(rest))
    return { source: link.table, id: sql`l.article_id`, conditions: [link.holds, listed], ...order }
  return {
    source: sql`${link.table} join articles a on a.id = l.article_id`,
    id: sql`l.article_id`,
    conditions: [link.holds, listed, ...ofArticle],
    ...order,
  }
}

function planByArticle(
  shelf: ListContext,
  sight: Visibility,
  query: ResolvedQuery,
  link: Link | undefined,
): Plan {
  const linked = link
    ? [sql<SqlBool>`exists (select 1 from ${link.table} where l.article_id = a.id and ${link.holds} limit 1)`]
    : []
  const { tag_id: _, ...rest } = query
  const unlinked = link ? { ...rest, ...(query.tag_id === undefined && { category_id: undefined }) } : query
  return {
    source: sql`articles a`,
    id: sql`a.id`,
    conditions: [...articleConditions(shelf, sight, unlinked), ...linked],
    ...orderOfArticles(sight, query),
    ...countedByLinks(shelf, sight, query),
  }
}

/** The articles under a category are counted by their links; an article with several links counts once. */
function countedByLinks(shelf: ListContext, sight: Visibility, query: ResolvedQuery): Pick<Plan, 'counted'> {
  const { category_id, include_children, ...others } = query
  if (category_id === undefined || include_children !== 1) return {}
  if (!onlyPublished(sight, query) || narrows(others)) return {}
  return {
    counted: sql`select distinct article_id from article_categories
      where ${isInSubtree(sql`category_id`, shelf, sight, category_id)} and listed = ${PUBLISHED}`,
  }
}

function planByCounter(counter: string, shelf: ListContext, sight: Visibility, query: ResolvedQuery): Plan {
  const order = {
    order: [sql.ref(counter), sql.ref('c.article_id')],
    descends: query.order !== 'asc',
  }
  const ofSite = [
    sql<SqlBool>`c.site_id = ${shelf.siteId}`,
    onlyPublished(sight, query) ? sql<SqlBool>`c.listed = ${PUBLISHED}` : sql<SqlBool>`c.listed >= 0`,
  ]
  if (onlyPublished(sight, query) && !narrows(query))
    return { source: sql`article_counters c`, id: sql`c.article_id`, conditions: ofSite, ...order }
  return {
    // A cross join keeps SQLite from reversing the join order and sorting everything.
    source: sql`article_counters c cross join articles a`,
    id: sql`c.article_id`,
    conditions: [...ofSite, sql<SqlBool>`a.id = c.article_id`, ...articleConditions(shelf, sight, query)],
    ...order,
  }
}

function articleConditions(
  shelf: ListContext,
  sight: Visibility,
  query: ResolvedQuery,
): RawBuilder<SqlBool>[] {
  const { ids, found, alias_key, author_id, status, review_status, scheduled } = query
  const conditions: RawBuilder<SqlBool>[] = [sql`a.site_id = ${shelf.siteId}`, sql`a.deleted_at is null`]
  if (sight === 'published') conditions.push(sql`a.status = ${PUBLISHED}`)
  else if (sight !== 'all')
    conditions.push(sql`(a.status = ${PUBLISHED} or a.author_id = ${sight.orWrittenBy})`)
  if (status !== undefined) conditions.push(sql`a.status = ${status}`)
  // A literal, so that the partial index for the flag can be used.
  for (const flag of FLAGS)
    if (query[flag] !== undefined) conditions.push(sql`${sql.ref(`a.${flag}`)} = ${sql.lit(query[flag])}`)
  if (author_id !== undefined) conditions.push(sql`a.author_id = ${author_id}`)
  if (review_status !== undefined) conditions.push(isReviewed(sight, review_status))
  if (scheduled !== undefined)
    conditions.push(scheduled === 1 ? sql`a.scheduled_at is not null` : sql`a.scheduled_at is null`)
  if (alias_key !== undefined) conditions.push(sql`a.alias_key = ${alias_key}`)
  if (ids !== undefined) conditions.push(sql`a.id in (${sql.join(ids)})`)
  return [
    ...conditions,
    ...bounds(query),
    ...linkConditions(shelf, sight, query),
    ...(found ? [found.holds(sql`a.id`)] : []),
  ]
}

/** The review status is visible for articles that the actor may edit; for others it is none. */
function isReviewed(sight: Visibility, wanted: ReviewStatus): RawBuilder<SqlBool> {
  // The second condition repeats the condition of the partial index.
  const matches = sql<SqlBool>`(a.review_status = ${sql.lit(wanted)} and a.review_status <> 'none')`
  if (sight === 'published') return wanted === 'none' ? sql`1 = 1` : sql`1 = 0`
  if (wanted !== 'none')
    return sight === 'all' ? matches : sql`(${matches} and a.author_id = ${sight.orWrittenBy})`
  return sight === 'all'
    ? sql`a.review_status = 'none'`
    : sql`(a.review_status = 'none' or a.author_id <> ${sight.orWrittenBy})`
}

function bounds(query: ResolvedQuery): RawBuilder<SqlBool>[] {
  const between = (column: string, since: number | undefined, until: number | undefined) => [
    ...(since === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${since}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} <= ${until}`]),
  ]
  return [
    ...between('a.created_at', query.start_time, query.end_time),
    ...between('a.sorted_at', query.published_since, query.published_until),
    ...between('a.updated_at', query.updated_since, query.updated_until),
  ]
}

/**
 * The limit keeps SQLite from turning EXISTS into a join: as of 3.53 it then counts an article once per link when
 * skipping to a page, and pages overlap.
 */
function linkConditions(
  shelf: ListContext,
  sight: Visibility,
  { tag_id, category_id, include_children, also = [] }: ResolvedQuery,
): RawBuilder<SqlBool>[] {
  const { siteId } = shelf
  const conditions: RawBuilder<SqlBool>[] = []
  if (tag_id !== undefined)
    conditions.push(sql`exists (select 1 from article_tags t where t.article_id = a.id
      and t.tag_id = (select id from tags where id = ${tag_id} and site_id = ${siteId}) limit 1)`)
  if (category_id !== undefined) {
    const holds =
      include_children === 1
        ? isInSubtree(sql`k.category_id`, shelf, sight, category_id)
        : sql`k.category_id = (select id from categories where id = ${category_id} and site_id = ${siteId})`
    conditions.push(
      sql`exists (select 1 from article_categories k where k.article_id = a.id and ${holds} limit 1)`,
    )
  }
  for (const { to, ids, beneath } of also) {
    const holds = beneath
      ? sql.join(
          ids.map((id) => isInSubtree(sql`k.category_id`, shelf, sight, id)),
          sql` or `,
        )
      : sql`k.category_id in (${sql.join(ids)})`
    conditions.push(
      to === 'tags'
        ? sql`exists (select 1 from article_tags t where t.article_id = a.id and t.tag_id in (${sql.join(ids)}) limit 1)`
        : sql`exists (select 1 from article_categories k where k.article_id = a.id and (${holds}) limit 1)`,
    )
  }
  return conditions
}

/** Whether it is this category or a descendant, for readers without those that are disabled or below such a one. */
function isInSubtree(
  column: RawBuilder<unknown>,
  { engine, siteId }: ListContext,
  sight: Visibility,
  categoryId: number,
): RawBuilder<SqlBool> {
  const shown = sight === 'published' ? sql`where c.enabled = 1` : sql``
  const ids = sql`with recursive beneath (id) as (
    select id from categories where id = ${categoryId} and site_id = ${siteId}
    union select c.id from categories c join beneath b on c.parent_id = b.id ${shown}
  ) select id from beneath`
  return dialectOf(engine).isAmongFew(column, ids)
}
