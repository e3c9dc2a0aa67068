import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { reschedule } from '../../platform/jobs/enqueue.ts'
import { together } from '../../platform/sql/together.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { notifyReviewers } from '../workflow/notifications.actions.ts'
import { NEW_ARTICLE, type PublicationState, publishDue } from '../workflow/publication.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import { auditEntry, auditedChange, auditedFields } from './audit-entries.rules.ts'
import { recordArticleEvent } from './recording.actions.ts'

/** Records who created an article, and its events. */
export async function recordCreation(tx: Tx, actor: Actor, article: ArticleRow): Promise<void> {
  const entry = auditEntry('created', article, { after: auditedFields(article) })
  await together(recordAuditEntry(tx, actor, entry), recordArticleEvent(tx, 'article.created', article, null))
  await recordStateChange(tx, actor, NEW_ARTICLE, article)
}

/** Records who changed an article, and its events. Of an autosave only a changed state is recorded. */
export async function recordRewriting(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  after: ArticleRow,
  autosave: boolean,
): Promise<void> {
  if (!autosave) {
    await together(
      recordArticleEvent(tx, 'article.updated', after, before.status),
      recordAuditEntry(tx, actor, auditEntry('updated', after, auditedChange(before, after))),
    )
  }
  await recordStateChange(tx, actor, before, after)
}

/** For an import: no event, audit log entry or message. */
export async function recordStateQuietly(
  tx: Tx,
  _actor: Actor,
  before: ArticleRow,
  after: ArticleRow,
): Promise<void> {
  if (after.scheduled_at !== null && after.scheduled_at !== before.scheduled_at) await schedule(tx, after)
}

async function recordStateChange(
  tx: Tx,
  actor: Actor,
  before: PublicationState,
  article: ArticleRow,
): Promise<void> {
  if (article.status === PUBLISHED && before.status !== PUBLISHED)
    await recordArticleEvent(tx, 'article.published', article, before.status)
  if (article.status === DRAFT && before.status === PUBLISHED)
    await recordArticleEvent(tx, 'article.unpublished', article, before.status)
  if (article.status === ARCHIVED && before.status !== ARCHIVED)
    await recordArticleEvent(tx, 'article.archived', article, before.status)
  if (article.status === PENDING && before.status !== PENDING) {
    await recordArticleEvent(tx, 'article.submitted', article, before.status)
    await notifyReviewers(tx, actor, article)
  }
  if (article.scheduled_at !== null && article.scheduled_at !== before.scheduled_at)
    await schedule(tx, article)
}

/** The job checks again when it runs, so a changed or cancelled schedule needs no cleanup. */
export async function schedule(tx: Tx, { site_id, id, scheduled_at }: ArticleRow): Promise<void> {
  const dueAt = scheduled_at ?? tx.now
  await reschedule(tx, publishDue, { site_id, article_id: id }, { dueAt, uniqueKey: String(id) })
}
