import { deleteArticles, listArticles, updateArticles } from '@inkstone/contract/article-endpoints.ts'
import type { ArticleItem } from '@inkstone/contract/articles.ts'
import { call } from '../../lib/api.ts'

/** The most articles in one request. */
const MAX_PER_REQUEST = 100

export interface Outcome {
  readonly done: readonly number[]
  readonly failed: readonly number[]
  readonly reasons: readonly string[]
}

/** A change that several articles get. */
export interface Common {
  readonly status?: ArticleItem['status']
  readonly is_top?: 0 | 1
  readonly is_recommend?: 0 | 1
  readonly category_id?: number
  readonly author_id?: number
  readonly tag_ids?: readonly number[]
}

export interface BatchChange {
  readonly data: Common
  readonly add_tag_ids?: readonly number[]
  readonly remove_tag_ids?: readonly number[]
}

interface Answered {
  readonly errors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

async function inPortions(
  ids: readonly number[],
  work: (portion: readonly number[]) => Promise<Answered>,
): Promise<Outcome> {
  const failed: number[] = []
  const reasons = new Set<string>()
  for (let first = 0; first < ids.length; first += MAX_PER_REQUEST) {
    const { errors } = await work(ids.slice(first, first + MAX_PER_REQUEST))
    for (const [id, fields] of Object.entries(errors)) {
      failed.push(Number(id))
      for (const reason of Object.values(fields).flat()) reasons.add(reason)
    }
  }
  return { done: ids.filter((id) => !failed.includes(id)), failed, reasons: [...reasons] }
}

export function changeMany(ids: readonly number[], change: BatchChange): Promise<Outcome> {
  return inPortions(ids, (portion) => call(updateArticles, { body: { ids: portion, ...change } }))
}

export function deleteMany(ids: readonly number[]): Promise<Outcome> {
  return inPortions(ids, (portion) => call(deleteArticles, { body: { ids: portion } }))
}

/** The current values of the fields that change, for Undo. */
export async function stateBefore(
  ids: readonly number[],
  change: BatchChange,
): Promise<ReadonlyMap<number, Common>> {
  const before = new Map<number, Common>()
  for (let first = 0; first < ids.length; first += MAX_PER_REQUEST) {
    const portion = ids.slice(first, first + MAX_PER_REQUEST)
    const { list } = await call(listArticles, {
      query: { ids: portion as number[], page_size: MAX_PER_REQUEST },
    })
    for (const article of list) before.set(article.id, partOf(article, change))
  }
  return before
}

function partOf(article: ArticleItem, { data, add_tag_ids, remove_tag_ids }: BatchChange): Common {
  const tags = add_tag_ids !== undefined || remove_tag_ids !== undefined || data.tag_ids !== undefined
  return {
    ...(data.status !== undefined && { status: article.status }),
    ...(data.is_top !== undefined && { is_top: article.is_top }),
    ...(data.is_recommend !== undefined && { is_recommend: article.is_recommend }),
    ...(data.category_id !== undefined && { category_id: article.category.id }),
    ...(data.author_id !== undefined && { author_id: article.author.id }),
    ...(tags && { tag_ids: article.tags.map(({ id }) => id) }),
  }
}

/** Articles with the same earlier values are changed back together. */
export async function changeBack(
  done: readonly number[],
  before: ReadonlyMap<number, Common>,
): Promise<Outcome> {
  const groups = new Map<string, number[]>()
  for (const id of done) {
    const state = JSON.stringify(before.get(id) ?? {})
    groups.set(state, [...(groups.get(state) ?? []), id])
  }
  const outcomes: Outcome[] = []
  for (const [state, ids] of groups) outcomes.push(await changeMany(ids, { data: JSON.parse(state) }))
  return {
    done: outcomes.flatMap((outcome) => outcome.done),
    failed: outcomes.flatMap((outcome) => outcome.failed),
    reasons: [...new Set(outcomes.flatMap((outcome) => outcome.reasons))],
  }
}

/** The ids of all results of a list, up to a limit. */
export async function everyId(
  query: NonNullable<Parameters<typeof call<typeof listArticles>>[1]>['query'],
  most: number,
): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ids.length < most; page++) {
    const { list, total_pages } = await call(listArticles, {
      query: { ...query, page, page_size: MAX_PER_REQUEST },
    })
    ids.push(...list.map(({ id }) => id))
    if (page >= total_pages) break
  }
  return [...new Set(ids)].slice(0, most)
}
