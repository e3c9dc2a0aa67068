import { type ArticleFilters, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Visibility } from '../article-rights/articles.policy.ts'
import type { FoundByKeyword } from '../search-index/keyword.actions.ts'

export type ArticleQuery = {
  readonly [Filter in keyof ArticleFilters]?: ArticleFilters[Filter] | undefined
} & {
  readonly ids?: readonly number[] | undefined
}

/** Filters that are resolved before a list is planned. */
type Resolved = 'keyword' | 'category' | 'tag' | 'tag_ids' | 'tag_mode' | 'alias'

/** The same with names resolved: the keyword, and tags and categories by id. */
export type ResolvedQuery = Omit<ArticleQuery, Resolved> & {
  readonly [Name in Resolved]?: never
} & {
  readonly found?: FoundByKeyword | undefined
  readonly alias_key?: string | undefined
  /** Links required beside `tag_id` and `category_id`: any of the ids of each. */
  readonly also?: readonly RequestedLink[] | undefined
}

interface RequestedLink {
  readonly to: 'categories' | 'tags'
  readonly ids: readonly number[]
  /** Whether the categories below count too. */
  readonly beneath?: boolean
}

/** Tags and categories that a reader does not see, as if they did not exist. */
export interface HiddenLinks {
  readonly categories: ReadonlySet<number>
  readonly tags: ReadonlySet<number>
}

const NOTHING_HIDDEN: HiddenLinks = { categories: new Set(), tags: new Set() }

/** The tags and categories that a query names. */
export function namedLinks({ category_id, tag_id, tag_ids = [] }: ArticleQuery, named: NamedLinks) {
  return {
    categories: distinct([category_id, named.category]),
    tags: distinct([tag_id, named.tag, ...tag_ids]),
  }
}

/** The id for an unknown category or tag, which no row has. */
export const UNKNOWN_ID = 0

interface NamedLinks {
  readonly category: number | undefined
  readonly tag: number | undefined
}

/** The requested links, and the one that the list is read from. */
export function requestedLinks(
  query: ArticleQuery,
  named: NamedLinks,
  hidden = NOTHING_HIDDEN,
): Pick<ResolvedQuery, 'category_id' | 'tag_id' | 'also'> {
  const { category_id, tag_id, tag_mode, include_children } = query
  const seen = (kind: keyof HiddenLinks) => (id: number | undefined) =>
    id !== undefined && hidden[kind].has(id) ? UNKNOWN_ID : id
  const tag_ids = distinct((query.tag_ids ?? []).map(seen('tags')))
  const categories = distinct([category_id, named.category].map(seen('categories')))
  const single = tag_mode === 'all' || tag_ids.length === 1
  const tags = distinct([...[tag_id, named.tag].map(seen('tags')), ...(single ? tag_ids : [])])
  const beneath = include_children === 1
  const also: RequestedLink[] = [
    ...categories.slice(1).map((id) => ({ to: 'categories' as const, ids: [id], beneath })),
    ...tags.slice(1).map((id) => ({ to: 'tags' as const, ids: [id] })),
    ...(single || tag_ids.length === 0 ? [] : [{ to: 'tags' as const, ids: tag_ids }]),
  ]
  return {
    category_id: categories[0],
    tag_id: tags[0],
    also: also.length > 0 ? also : undefined,
  }
}

function distinct(ids: readonly (number | undefined)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== undefined)
}

/** Filters by publish time apply to published articles; with another status the result is empty. */
export function isOfPublication({ published_since, published_until }: ArticleQuery): boolean {
  return published_since !== undefined || published_until !== undefined
}

export function onlyPublished(sight: Visibility, { status }: ResolvedQuery): boolean {
  return status === PUBLISHED || (sight === 'published' && status === undefined)
}

/** Whether there are filters beyond the status, which need the article row. */
export function narrows(query: ResolvedQuery): boolean {
  const { status: _, sort: _sort, order: _order, include_children: _children, ...others } = query
  return Object.values(others).some((value) => value !== undefined)
}

export const FLAGS = ['is_top', 'is_hot', 'is_recommend'] as const

const SECOND_MS = 1000

/** Responses contain whole seconds: a lower bound starts with its second, an upper bound includes it. */
export function requestedBounds({
  start_time,
  published_since,
  updated_since,
}: Pick<ArticleQuery, 'start_time' | 'published_since' | 'updated_since'>) {
  const whole = (moment: number | undefined) => moment && Math.floor(moment / SECOND_MS) * SECOND_MS
  return {
    start_time: whole(start_time),
    published_since: whole(published_since),
    updated_since: whole(updated_since),
  }
}
