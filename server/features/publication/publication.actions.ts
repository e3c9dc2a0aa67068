import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { cancel } from '../../platform/jobs/enqueue.ts'
import { again, type Outcome } from '../../platform/jobs/job-kind.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import {
  auditIssue,
  canAudit,
  canEdit,
  canPublish,
  isCopyPending,
  isCopyUnsubmitted,
  submitIssue,
} from '../article-rights/articles.policy.ts'
import {
  changePublicationState,
  editableArticle,
  findDueArticle,
  removableArticle,
  visibleArticle,
} from '../articles/articles.actions.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import { copyOf, submitCopy } from '../articles/copies.actions.ts'
import { recordArticleEvent } from '../articles/recording.actions.ts'
import { deferTotalUpdates } from '../articles/totals.actions.ts'
import { notifyOfDecision } from '../workflow/notifications.actions.ts'
import {
  isDue,
  publishDue,
  stateAfter,
  stateAfterApproval,
  stateAfterRejection,
  stateAfterUnpublishing,
  stateWhenDue,
} from '../workflow/publication.rules.ts'
import { type AuditFound, findAudits, findState, insertAudit, lockDueArticles } from './publication.store.ts'
import { auditCopy, publishCopyWhenDue } from './working-copies.actions.ts'

/** Publishes now or at a future time. Publishing a published article has no effect. */
export async function publishArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  publishAt: number | undefined,
): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  authorize(canPublish(actor, article))
  if (article.status === PUBLISHED) return article
  const state = stateAfter(article, { status: PUBLISHED, publishAt: publishAt ?? tx.now }, tx.now, true)
  return changePublicationState(tx, actor, article, state)
}

export async function unpublishArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await removableArticle(tx, actor, id)
  return changePublicationState(tx, actor, article, stateAfterUnpublishing(article, tx.now))
}

export async function archiveArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await removableArticle(tx, actor, id)
  return changePublicationState(tx, actor, article, stateAfter(article, { status: ARCHIVED }, tx.now, false))
}

/** Submits a draft, or the working copy of a published article, for review. Submitting twice has no effect. */
export async function submitArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  const issue = submitIssue(article)
  if (issue) throw invalid('status', issue)
  if (article.status !== PUBLISHED)
    return changePublicationState(tx, actor, article, stateAfter(article, { status: PENDING }, tx.now, false))
  if (article.review_status !== 'pending') await submitCopy(tx, actor, article, await copyOf(tx, article))
  return { ...article, review_status: 'pending' }
}

const PASS = 1

export interface Verdict {
  readonly status: number
  readonly reason?: string
}

/** The version for If-Match on a decision: that of the pending copy, otherwise of the article. */
export async function versionToDecideOn(tx: Tx, actor: Actor, id: number): Promise<number> {
  const article = await editableArticle(tx, actor, id)
  authorize(canAudit(actor, article))
  return isCopyPending(article) ? (await copyOf(tx, article)).version : article.version
}

/** Saves the decision of a reviewer with its reason, and notifies the author. */
export async function auditArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  { status, reason = '' }: Verdict,
): Promise<void> {
  const article = await editableArticle(tx, actor, id)
  authorize(canAudit(actor, article))
  const issue = auditIssue(article)
  if (issue) throw invalid('status', issue)
  if (isCopyUnsubmitted(article)) throw new Problem('working-copy-not-submitted')
  const passed = status === PASS
  const after = isCopyPending(article)
    ? await auditCopy(tx, actor, article, { passed, reason })
    : await auditItself(tx, actor, article, { passed, reason })
  await recordArticleEvent(tx, 'article.audited', after, article.status)
  await insertAudit(tx, {
    article_id: id,
    site_id: actor.siteId,
    auditor_id: actor.userId,
    status,
    reason,
    created_at: tx.now,
  })
}

async function auditItself(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  { passed, reason }: { passed: boolean; reason: string },
): Promise<ArticleRow> {
  const state = passed ? stateAfterApproval(article, tx.now) : stateAfterRejection(article)
  const after = await changePublicationState(tx, actor, article, state)
  const kind = passed ? 'article-passed' : 'article-rejected'
  await notifyOfDecision(tx, actor, article, [article.author_id], { kind, reason })
  return after
}

export async function auditsOf(
  db: Db,
  actor: Actor,
  id: number,
  page: PageQuery,
): Promise<Found<AuditFound>> {
  const article = await visibleArticle(db, actor, id)
  authorize(canEdit(actor, article))
  return findAudits(db, actor.siteId, id, page)
}

/**
 * Publishes due articles of the site, each once: rows are locked, and the clock of the database decides. Articles that
 * were rescheduled, withdrawn, deleted or published in the meantime are skipped. They are published together, so that
 * hundreds due in the same second do not need a transaction each. Rows locked by another node are left to it and
 * checked again.
 */
export async function publishWhenDue(
  tx: Tx,
  actorOn: (siteId: number) => Actor,
  siteId: number,
  id: number,
): Promise<Outcome | undefined> {
  const totals = deferTotalUpdates(tx, siteId)
  for (const due of await lockDueArticles(tx, siteId, MAX_PER_TRANSACTION)) {
    const mark = totals.mark()
    try {
      await attempt(tx, () => publishOne(tx, actorOn, siteId, due))
      if (due !== id) await cancel(tx, publishDue, String(due))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Its own job retries and records the error.
      totals.undo(mark)
    }
  }
  const state = await findState(tx, siteId, id)
  if (state === 'copy') await publishOne(tx, actorOn, siteId, id)
  await totals.move()
  return state === 'due' ? again(tx.now + LOOK_AGAIN_MS) : undefined
}

/** Few enough that other writers do not wait long. */
const MAX_PER_TRANSACTION = 20
const LOOK_AGAIN_MS = 200

async function publishOne(
  tx: Tx,
  actorOn: (siteId: number) => Actor,
  siteId: number,
  id: number,
): Promise<void> {
  const article = await findDueArticle(tx, siteId, id)
  if (!article) return
  if (article.status === DRAFT && isDue(article, tx.now))
    await changePublicationState(tx, actorOn(siteId), article, stateWhenDue(article))
  if (article.status === PUBLISHED && article.working_copy === 1)
    await publishCopyWhenDue(tx, actorOn(siteId), article)
}
