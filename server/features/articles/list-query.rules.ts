import { type ArticleFilters, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { FoundByKeyword } from '../search/keyword.actions.ts'
import type { Sight } from './articles.policy.ts'

export type ArticleQuery = {
  readonly [Filter in keyof ArticleFilters]?: ArticleFilters[Filter] | undefined
} & {
  readonly ids?: readonly number[] | undefined
}

/** The same with what the keyword comes to, where there is one. */
export type Asked = Omit<ArticleQuery, 'keyword'> & {
  readonly keyword?: never
  readonly found?: FoundByKeyword | undefined
}

export function onlyPublished(sight: Sight, { status }: Asked): boolean {
  return status === PUBLISHED || (sight === 'published' && status === undefined)
}

/** Whether anything is asked beyond the status: then the article itself has to be looked at. */
export function narrows(query: Asked): boolean {
  const { status: _, sort: _sort, order: _order, include_children: _children, ...others } = query
  return Object.values(others).some((value) => value !== undefined)
}

export const FLAGS = ['is_top', 'is_hot', 'is_recommend'] as const
