import { setImmediate as nextTurn } from 'node:timers/promises'
import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { foldedAlias } from '../../platform/texts/alias.ts'
import { canSee, seesDisabledTags, seesUsernames, visibilityOf } from '../article-rights/articles.policy.ts'
import { findByOldAlias, findOldAliases } from './alias.store.ts'
import { hiddenLinks } from './disabled-links.store.ts'
import {
  type ArticleDetailRow,
  type ArticleItemRow,
  readDetailRow,
  readDetailRowByAlias,
  readDetailRows,
  readItemRows,
} from './item-rows.store.ts'
import { findArticleIds, findArticlesBefore, type Mark } from './list.store.ts'
import { type ArticleQuery, namedLinks, requestedLinks } from './list-query.rules.ts'
import { countPublishedIn, type Period } from './periods.store.ts'
import { findRelated, findSource } from './related.store.ts'

/** The requested articles that the actor may see. The number of statements does not depend on the page size. */
export async function listArticles(
  db: Db,
  actor: Actor,
  query: ArticleQuery,
  page: PageQuery,
): Promise<Found<ArticleItemRow>> {
  const { ids, total } = await findArticles(db, actor, query, page)
  return { rows: await articleItems(db, actor, ids), total }
}

/** The same as ids only. */
export function findArticles(
  db: Db,
  actor: Actor,
  query: ArticleQuery,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  return findArticleIds(db, actor.siteId, visibilityOf(actor), query, page)
}

/** The category and tag of a filter, unknown ones for readers if they are disabled. */
export async function visibleLinks(
  db: Db,
  actor: Actor,
  filter: Pick<ArticleQuery, 'category_id' | 'tag_id'>,
): Promise<Pick<ArticleQuery, 'category_id' | 'tag_id'>> {
  if (visibilityOf(actor) !== 'published') return filter
  const none = { category: undefined, tag: undefined }
  const { category_id, tag_id } = requestedLinks(
    filter,
    none,
    await hiddenLinks(db, actor.siteId, namedLinks(filter, none)),
  )
  return { category_id, tag_id }
}

/** How many published articles each period has. */
export function countArticlesIn(
  db: Db,
  { siteId }: Actor,
  periods: readonly Period[],
): Promise<readonly number[]> {
  return countPublishedIn(db, siteId, periods)
}

export async function readArticle(db: Db, actor: Actor, id: number): Promise<ArticleDetailRow> {
  return requireVisible(actor, await readDetailRow(db, actor.siteId, id))
}

function requireVisible(actor: Actor, article: ArticleDetailRow | undefined): ArticleDetailRow {
  if (!article || !canSee(actor, article)) throw new Problem('article-not-found')
  return asSeenBy(actor)(article)
}

/** Without a permission check, for preview links. */
export async function readAnyArticle(db: Db, siteId: number, id: number): Promise<ArticleDetailRow> {
  const article = await readDetailRow(db, siteId, id)
  if (!article) throw new Problem('article-not-found')
  return article
}

export async function readArticleByAlias(db: Db, actor: Actor, alias: string): Promise<ArticleDetailRow> {
  const key = foldedAlias(alias)
  const article = await readDetailRowByAlias(db, actor.siteId, key)
  if (article) return requireVisible(actor, article)
  const moved = await findByOldAlias(db, actor.siteId, key)
  if (!moved || !canSee(actor, moved)) throw new Problem('article-not-found')
  throw new Problem('article-moved', {
    location: `/api/articles/by-alias/${encodeURIComponent(moved.alias)}`,
  })
}

/** Only for a published article: related articles would reveal that a draft exists. */
export async function findRelatedTo(db: Db, actor: Actor, id: number, limit: number): Promise<number[]> {
  const article = await findSource(db, actor.siteId, id)
  if (!article || (article.status !== PUBLISHED && !canSee(actor, article)))
    throw new Problem('article-not-found')
  return findRelated(db, actor.siteId, article, limit)
}

/** These articles as list items, in this order. The caller has checked that the actor may see them. */
export async function articleItems(db: Db, actor: Actor, ids: readonly number[]): Promise<ArticleItemRow[]> {
  return (await readItemRows(db, actor.siteId, ids)).map(asSeenBy(actor))
}

/** The rows that a list item shows, apart from its counters: a change of another article does not change it. */
export function rowsShown({ id, author_id, category_id, tags }: RowsOfItem) {
  return {
    articles: [id],
    article_tags: [id],
    categories: [category_id],
    tags: tags.map((tag) => tag.id),
    users: [author_id],
  }
}

type RowsOfItem = Pick<ArticleItemRow, 'id' | 'author_id' | 'category_id'> & {
  readonly tags: readonly { readonly id: number }[]
}

/** The same with their texts. */
export async function articleDetails(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ArticleDetailRow[]> {
  return (await readDetailRows(db, actor.siteId, ids)).map(asSeenBy(actor))
}

export function asSeenBy(actor: Actor) {
  const named = seesUsernames(actor)
  const writes = seesDisabledTags(actor)
  return <Row extends ArticleItemRow>(item: Row): Row => {
    const tagged = writes || item.tags.every(({ enabled }) => enabled === 1)
    if (named && tagged) return item
    return {
      ...item,
      ...(!named && { username: '' }),
      ...(!tagged && { tags: item.tags.filter(({ enabled }) => enabled === 1) }),
    }
  }
}

const PORTION = 100
/** The number of texts in memory at a time, because they may be long. */
const WHOLES = 10

/** All requested articles that the actor may see, newest first, a hundred at a time. */
export async function* iterateArticles(
  db: Db,
  actor: Actor,
  query: ArticleQuery,
  signal: AbortSignal,
): AsyncGenerator<ArticleDetailRow> {
  let mark: Mark | undefined
  while (!signal.aborted) {
    const marks = await findArticlesBefore(db, actor.siteId, visibilityOf(actor), query, mark, PORTION)
    for (let from = 0; from < marks.length && !signal.aborted; from += WHOLES) {
      const ids = marks.slice(from, from + WHOLES).map(({ id }) => id)
      yield* await readDetailRows(db, actor.siteId, ids)
    }
    mark = marks.at(-1)
    if (marks.length < PORTION) return
    // Reading is fast but blocks, so other requests get a turn.
    await nextTurn()
  }
}

/** The former public aliases of an article. */
export async function oldAliasesOf(db: Db, id: number): Promise<readonly string[]> {
  return (await findOldAliases(db, [id])).get(id) ?? []
}

export type { ArticleDetailRow, ArticleItemRow, ArticleQuery }
