import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { type ChangedThing, recordChange, recordChanges } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import type { ArticleRow } from './articles.table.ts'
import { readDetailRow } from './item-rows.store.ts'

type ArticleEvent = Extract<EventKind, `article.${string}`>

/** Records an article event for webhooks. `previousStatus` is null for a new article. */
export async function recordArticleEvent(
  tx: Tx,
  kind: ArticleEvent,
  article: ArticleRow,
  previousStatus: number | null,
): Promise<void> {
  await recordEvent(tx, article.site_id, kind, article, () => eventPayload(tx, article, previousStatus))
}

/** For the feed of changes. `undefined` means that it did not exist, or no longer exists. */
export async function recordArticleChange(
  tx: Tx,
  before: ArticleRow | undefined,
  after: ArticleRow | undefined,
): Promise<void> {
  const article = after ?? before
  if (article) await recordChange(tx, changeOf(article, before, after))
}

/** The same for articles that came in together. */
export async function recordNewArticles(tx: Tx, articles: readonly ArticleRow[]): Promise<void> {
  await recordChanges(
    tx,
    articles.map((article) => changeOf(article, undefined, article)),
  )
}

/** The same for articles whose text changed. */
export async function recordRewritten(tx: Tx, articles: readonly ArticleRow[]): Promise<void> {
  await recordChanges(
    tx,
    articles.map((article) => changeOf(article, article, article)),
  )
}

type ChangedArticle = Pick<ArticleRow, 'id' | 'site_id' | 'alias' | 'author_id' | 'status' | 'deleted_at'>

function changeOf(
  article: ChangedArticle,
  before: ChangedArticle | undefined,
  after: ChangedArticle | undefined,
): ChangedThing {
  return {
    siteId: article.site_id,
    type: 'article',
    id: article.id,
    alias: article.alias,
    ownerId: article.author_id,
    ...(before && { formerOwnerId: before.author_id }),
    before: seenBy(before),
    after: seenBy(after),
  }
}

function seenBy(article: Pick<ArticleRow, 'status' | 'deleted_at'> | undefined): SeenBy {
  if (!article || article.deleted_at !== null) return NOBODY
  return article.status === PUBLISHED ? READERS : MANAGERS
}

async function eventPayload(tx: Tx, article: ArticleRow, previousStatus: number | null) {
  const { id, title, content, status, site_id, alias, author_id } = article
  // A deleted article cannot be read, so its own fields are used.
  const whole = await readDetailRow(tx, site_id, id)
  return {
    title,
    content,
    status,
    previous_status: previousStatus,
    site_id,
    alias,
    category: whole
      ? { id: whole.category_id, name: whole.category_name, alias: whole.category_alias }
      : { id: article.category_id },
    tags: whole?.tags.map(({ id, name, alias }) => ({ id, name, alias })) ?? [],
    author_id,
    publish_at: momentOf(article.publish_at),
    create_at: momentOf(article.created_at),
    update_at: momentOf(article.updated_at),
  }
}

/** RFC 3339 in UTC, because a receiver does not know our time zone. */
function momentOf(moment: number | null): string | null {
  return moment === null ? null : `${new Date(moment).toISOString().slice(0, 19)}Z`
}
