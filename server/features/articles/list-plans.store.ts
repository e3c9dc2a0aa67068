import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EngineName } from '../../platform/sql/handles.ts'
import type { Sight } from './articles.policy.ts'
import { type Asked, FLAGS, narrows, onlyPublished } from './list-query.rules.ts'

/** Where a list is read from, what holds for its rows and how they are ordered. */
export interface Plan {
  readonly source: RawBuilder<unknown>
  readonly id: RawBuilder<number>
  readonly conditions: RawBuilder<SqlBool>[]
  /** The columns it is ordered by, all in one direction. */
  readonly order: readonly string[]
  readonly descends: boolean
  /** How the rows are counted where the total is not kept; by default as they are read. */
  readonly counted?: RawBuilder<unknown>
}

/** The site whose articles are listed, and the engine that keeps them. */
interface Shelf {
  readonly engine: EngineName
  readonly siteId: number
}

export function planOf(shelf: Shelf, sight: Sight, query: Asked): Plan {
  if (query.sort === 'view_count') return planByViews(shelf, sight, query)
  const link = linkOf(shelf, query)
  if (link && query.sort !== 'create_time') return planByLink(link, shelf, sight, query)
  return planByArticle(shelf, sight, query, link)
}

interface Link {
  readonly table: RawBuilder<unknown>
  readonly holds: RawBuilder<SqlBool>
}

/** A category or a tag has its articles beside it in the order of the list; a foreign one has none. */
function linkOf({ siteId }: Shelf, { tag_id, category_id, include_children }: Asked): Link | undefined {
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

function planByLink(link: Link, shelf: Shelf, sight: Sight, query: Asked): Plan {
  const { tag_id, category_id } = query
  const rest = { ...query, tag_id: undefined, ...(tag_id === undefined && { category_id: undefined }) }
  const ofArticle = articleConditions(shelf, sight, rest)
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

function planByArticle(shelf: Shelf, sight: Sight, query: Asked, link: Link | undefined): Plan {
  const byTime = query.sort !== undefined || query.order !== undefined
  const linked = link
    ? [sql<SqlBool>`exists (select 1 from ${link.table} where l.article_id = a.id and ${link.holds} limit 1)`]
    : []
  const { tag_id: _, ...rest } = query
  const unlinked = link ? { ...rest, ...(query.tag_id === undefined && { category_id: undefined }) } : query
  return {
    source: sql`articles a`,
    id: sql`a.id`,
    conditions: [...articleConditions(shelf, sight, unlinked), ...linked],
    order: byTime ? ['a.created_at', 'a.id'] : ['a.is_top', 'a.created_at', 'a.id'],
    descends: query.order !== 'asc',
    ...countedByLinks(shelf, sight, query),
  }
}

/** The articles beneath a category are counted by their links; one that has several there counts once. */
function countedByLinks(shelf: Shelf, sight: Sight, query: Asked): Pick<Plan, 'counted'> {
  const { category_id, include_children, ...others } = query
  if (category_id === undefined || include_children !== 1) return {}
  if (!onlyPublished(sight, query) || narrows(others)) return {}
  return {
    counted: sql`select distinct article_id from article_categories
      where ${isBeneath(sql`category_id`, shelf, category_id)} and listed = ${PUBLISHED}`,
  }
}

function planByViews(shelf: Shelf, sight: Sight, query: Asked): Plan {
  const order = { order: ['c.view_count', 'c.article_id'], descends: query.order !== 'asc' }
  const ofSite = [
    sql<SqlBool>`c.site_id = ${shelf.siteId}`,
    onlyPublished(sight, query) ? sql<SqlBool>`c.listed = ${PUBLISHED}` : sql<SqlBool>`c.listed >= 0`,
  ]
  if (onlyPublished(sight, query) && !narrows(query))
    return { source: sql`article_counters c`, id: sql`c.article_id`, conditions: ofSite, ...order }
  return {
    // A cross join keeps SQLite from turning the order around and sorting everything.
    source: sql`article_counters c cross join articles a`,
    id: sql`c.article_id`,
    conditions: [...ofSite, sql<SqlBool>`a.id = c.article_id`, ...articleConditions(shelf, sight, query)],
    ...order,
  }
}

function articleConditions(shelf: Shelf, sight: Sight, query: Asked): RawBuilder<SqlBool>[] {
  const { ids, found, author_id, start_time, end_time, status } = query
  const conditions: RawBuilder<SqlBool>[] = [sql`a.site_id = ${shelf.siteId}`, sql`a.deleted_at is null`]
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
  return [...conditions, ...linkConditions(shelf, query), ...(found ? [found.holds(sql`a.id`)] : [])]
}

/**
 * The limit keeps SQLite from making a join of what exists: as of 3.53 it then counts an article once for each of its
 * links where it skips to a page, and the pages overlap.
 */
function linkConditions(
  shelf: Shelf,
  { tag_id, category_id, include_children }: Asked,
): RawBuilder<SqlBool>[] {
  const { siteId } = shelf
  const conditions: RawBuilder<SqlBool>[] = []
  if (tag_id !== undefined)
    conditions.push(sql`exists (select 1 from article_tags t where t.article_id = a.id
      and t.tag_id = (select id from tags where id = ${tag_id} and site_id = ${siteId}) limit 1)`)
  if (category_id !== undefined) {
    const holds =
      include_children === 1
        ? isBeneath(sql`k.category_id`, shelf, category_id)
        : sql`k.category_id = (select id from categories where id = ${category_id} and site_id = ${siteId})`
    conditions.push(
      sql`exists (select 1 from article_categories k where k.article_id = a.id and ${holds} limit 1)`,
    )
  }
  return conditions
}

/**
 * That it is this category or one beneath it. PostgreSQL takes the tree for four hundred categories, whatever it is, and
 * reads all links; of a list made before it knows that it is short.
 */
function isBeneath(
  column: RawBuilder<unknown>,
  { engine, siteId }: Shelf,
  categoryId: number,
): RawBuilder<SqlBool> {
  const ids = sql`with recursive beneath (id) as (
    select id from categories where id = ${categoryId} and site_id = ${siteId}
    union select c.id from categories c join beneath b on c.parent_id = b.id
  ) select id from beneath`
  return engine === 'postgres' ? sql`${column} = any (array(${ids}))` : sql`${column} in (${ids})`
}
