import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { canSee } from '../article-rights/articles.policy.ts'
import { includedMedia, type MediaOfEach, type NamedMedia } from '../media/shown-media.actions.ts'
import { findOldAliases } from './alias.store.ts'
import { readDetailRows } from './item-rows.store.ts'
import type { ArticleQuery } from './list-query.rules.ts'
import {
  type ArticleDetailRow,
  type ArticleItemRow,
  articleItems,
  asSeenBy,
  listArticles,
} from './reading.actions.ts'
import { findRelated } from './related.store.ts'

/** The number of texts in memory at a time; each may have two million characters. */
const TEXTS_PER_PORTION = 5
const RELATED = 5

/** A list item with the requested extra fields. */
export interface Including {
  readonly article: ArticleItemRow | ArticleDetailRow
  readonly related: readonly ArticleItemRow[] | undefined
  readonly oldAliases: readonly string[] | undefined
  readonly media: readonly NamedMedia[] | undefined
}

export interface IncludingPage {
  readonly total: number
  /** Everything in the list except the texts, which the versions stand for. */
  readonly etagSource: string
  readonly items: AsyncGenerator<Including>
}

/**
 * A page of articles with their texts or related articles. Small fields are read at once, texts a few at a time while
 * the response is sent: each as it is then, and none that may no longer be seen.
 */
export async function listIncluding(
  db: Db,
  actor: Actor,
  query: ArticleQuery,
  page: PageQuery,
  include: readonly string[],
): Promise<IncludingPage> {
  const { rows, total } = await listArticles(db, actor, query, page)
  const related = include.includes('related') ? await relatedToEach(db, actor, rows) : undefined
  const others = {
    related,
    oldAliases: include.includes('content') ? await oldAliasesOfEach(db, rows) : undefined,
    media: await includedMedia(
      db,
      actor.siteId,
      'article',
      rows.map(({ id }) => ({ id, text: () => textOf(db, actor, id) })),
      include,
    ),
  }
  const items = others.oldAliases ? withTexts(db, actor, rows, others) : withoutTexts(rows, others)
  const parts = [actor.role, include, page, total, rows]
  const small = [others.related, others.oldAliases, others.media].map((each) => [...(each ?? [])])
  return { total, items, etagSource: JSON.stringify([...parts, ...small]) }
}

async function textOf(db: Db, { siteId }: Actor, id: number): Promise<string> {
  const [article] = await readDetailRows(db, siteId, [id])
  return article?.content ?? ''
}

type RelatedOfEach = ReadonlyMap<number, readonly ArticleItemRow[]>
type OldAliasesOfEach = ReadonlyMap<number, readonly string[]>

/** The small fields, by article. */
interface Others {
  readonly related: RelatedOfEach | undefined
  readonly oldAliases: OldAliasesOfEach | undefined
  readonly media: MediaOfEach | undefined
}

async function oldAliasesOfEach(db: Db, articles: readonly ArticleItemRow[]): Promise<OldAliasesOfEach> {
  const ids = articles.map(({ id }) => id)
  return ids.length === 0 ? new Map() : findOldAliases(db, ids)
}

async function relatedToEach(
  db: Db,
  actor: Actor,
  articles: readonly ArticleItemRow[],
): Promise<RelatedOfEach> {
  const idsOfEach = new Map<number, readonly number[]>()
  for (const article of articles) {
    idsOfEach.set(article.id, await findRelated(db, actor.siteId, article, RELATED))
    // Each takes time and blocks on SQLite, so other requests get a turn.
    await nextTurn()
  }
  const ids = [...new Set([...idsOfEach.values()].flat())]
  const items = new Map((await articleItems(db, actor, ids)).map((item) => [item.id, item]))
  return new Map(
    [...idsOfEach].map(([id, others]) => [id, others.flatMap((other) => items.get(other) ?? [])]),
  )
}

/** The extra fields of one article, as in a list. */
export async function includedWith(
  db: Db,
  actor: Actor,
  article: ArticleDetailRow,
  include: readonly string[] = [],
): Promise<Omit<Including, 'article'>> {
  const shown = [{ id: article.id, text: () => article.content }]
  return othersOf(article, {
    related: include.includes('related') ? await relatedToEach(db, actor, [article]) : undefined,
    oldAliases: include.includes('content') ? await oldAliasesOfEach(db, [article]) : undefined,
    media: await includedMedia(db, actor.siteId, 'article', shown, include),
  })
}

async function* withoutTexts(articles: readonly ArticleItemRow[], others: Others): AsyncGenerator<Including> {
  for (const article of articles) yield { article, ...othersOf(article, others) }
}

function othersOf({ id }: ArticleItemRow, { related, oldAliases, media }: Others) {
  return {
    related: related?.get(id),
    oldAliases: oldAliases && (oldAliases.get(id) ?? []),
    media: media && (media.get(id) ?? []),
  }
}

async function* withTexts(
  db: Db,
  actor: Actor,
  articles: readonly ArticleItemRow[],
  others: Others,
): AsyncGenerator<Including> {
  for (let from = 0; from < articles.length; from += TEXTS_PER_PORTION) {
    const ids = articles.slice(from, from + TEXTS_PER_PORTION).map(({ id }) => id)
    for (const article of await readDetailRows(db, actor.siteId, ids))
      if (canSee(actor, article)) yield { article: asSeenBy(actor)(article), ...othersOf(article, others) }
    await nextTurn()
  }
}
