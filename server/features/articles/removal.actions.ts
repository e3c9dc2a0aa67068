import type { Tx } from '../../database.ts'
import { type Actor, authorizeActor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { canDelete, canSee } from '../article-rights/articles.policy.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { deleteSource } from '../content/content.actions.ts'
import { deleteUses } from '../media/uses.actions.ts'
import { indexArticle } from '../search-index/indexing.actions.ts'
import { lockArticle, removeArticle, saveArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import { auditEntry, auditedFields } from './audit-entries.rules.ts'
import { restoreSchedule } from './copies.actions.ts'
import { lockLinks } from './links.actions.ts'
import { membershipOf, moveTotals, saveLinks } from './links.store.ts'
import { recordArticleChange, recordArticleEvent } from './recording.actions.ts'
import { schedule } from './state-changes.actions.ts'

/** Its working copy is deleted and restored with it. */
export async function deleteArticle(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await lockArticle(tx, actor.siteId, id)
  if (!canSee(actor, article)) throw new Problem('article-not-found')
  authorizeActor(actor, (by) => canDelete(by, article))
  await setDeleted(tx, article, { deleted_at: tx.now, deleted_by: actor.userId })
  await recordArticleEvent(tx, 'article.deleted', article, article.status)
  await recordArticleChange(tx, article, undefined)
  await recordAuditEntry(tx, actor, auditEntry('deleted', article, { before: auditedFields(article) }))
}

/** Moves it to the recycle bin without an event or audit log entry, because it was deleted before the import. */
export async function binImported(tx: Tx, actor: Actor, article: ArticleRow): Promise<void> {
  await setDeleted(tx, article, { deleted_at: tx.now, deleted_by: actor.userId })
  await recordArticleChange(tx, article, undefined)
}

async function setDeleted(
  tx: Tx,
  article: ArticleRow,
  changes: {
    deleted_at: number | null
    deleted_by: number | null
    category_id?: number
    scheduled_at?: number | null
  },
): Promise<ArticleRow> {
  const known = await lockLinks(tx, article)
  const after = await saveArticle(tx, article, changes)
  await saveLinks(tx, { article, links: known }, { article: after, links: known })
  await moveTotals(tx, article.site_id, membershipOf(article, known), membershipOf(after, known))
  await indexArticle(tx, after)
  return after
}

/** Restores it. A schedule that has passed is cancelled, so that it is not published unexpectedly. */
export async function restoreArticle(tx: Tx, siteId: number, id: number): Promise<ArticleRow> {
  const article = await lockArticle(tx, siteId, id, 'in-bin')
  const scheduled =
    article.scheduled_at !== null && article.scheduled_at > tx.now ? article.scheduled_at : null
  const restored = await setDeleted(tx, article, {
    deleted_at: null,
    deleted_by: null,
    scheduled_at: scheduled,
  })
  await recordArticleEvent(tx, 'article.restored', restored, article.status)
  await recordArticleChange(tx, undefined, restored)
  if (restored.scheduled_at !== null) await schedule(tx, restored)
  await restoreSchedule(tx, restored)
  return restored
}

export async function purgeArticle(tx: Tx, siteId: number, id: number): Promise<void> {
  const article = await lockArticle(tx, siteId, id, 'in-bin')
  const known = await lockLinks(tx, article)
  await moveTotals(tx, siteId, membershipOf(article, known), undefined)
  await deleteUses(tx, 'article', id)
  await deleteSource(tx, 'article', id)
  await removeArticle(tx, siteId, id)
}
