import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/actor.ts'
import type { Found } from '../../platform/page.ts'
import { invalid } from '../../platform/problem.ts'
import {
  changeStanding,
  editableArticle,
  findDueArticle,
  visibleArticle,
} from '../articles/articles.actions.ts'
import { canEdit, canPublish } from '../articles/articles.policy.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import { recordArticleEvent } from '../articles/telling.actions.ts'
import { sendByMail } from '../messages/mailing.actions.ts'
import { sendMessage } from '../messages/messages.actions.ts'
import {
  isDue,
  standingAfter,
  standingAfterPass,
  standingAfterReject,
  standingTakenBack,
  standingWhenDue,
} from './publication.rules.ts'
import { type AuditFound, findAudits, insertAudit } from './publication.store.ts'

/** Now, or at a time to come. Publishing what is published changes nothing. */
export async function publishArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  publishAt: number | undefined,
): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  authorize(canPublish(actor, article))
  if (article.status === PUBLISHED) return article
  const standing = standingAfter(article, { status: PUBLISHED, publishAt: publishAt ?? tx.now }, tx.now, true)
  return changeStanding(tx, actor, article, standing)
}

export async function unpublishArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  return changeStanding(tx, actor, article, standingTakenBack(article, tx.now))
}

export async function archiveArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  return changeStanding(tx, actor, article, standingAfter(article, { status: ARCHIVED }, tx.now, false))
}

/** A draft goes to the reviewers; what waits for them already stays there. */
export async function submitArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  if (article.status === PUBLISHED) throw invalid('status', 'published-already')
  if (article.status === ARCHIVED) throw invalid('status', 'archived')
  return changeStanding(tx, actor, article, standingAfter(article, { status: PENDING }, tx.now, false))
}

const PASS = 1

/** A reviewer decides; the decision is kept with its reason, and the author is told. */
export async function auditArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  { status, reason = '' }: { status: number; reason?: string },
): Promise<void> {
  const article = await editableArticle(tx, actor, id)
  authorize(holds(actor, 'articles.audit'))
  if (article.status === ARCHIVED) throw invalid('status', 'archived')
  const standing = status === PASS ? standingAfterPass(article, tx.now) : standingAfterReject(article)
  const after = await changeStanding(tx, actor, article, standing)
  await recordArticleEvent(tx, 'article.audited', after, article.status)
  await insertAudit(tx, {
    article_id: id,
    site_id: actor.siteId,
    auditor_id: actor.userId,
    status,
    reason,
    created_at: tx.now,
  })
  if (article.author_id !== actor.userId)
    await tellAuthor(tx, article, status === PASS ? 'article-passed' : 'article-rejected', reason)
}

async function tellAuthor(
  tx: Tx,
  { site_id, author_id, id, title }: ArticleRow,
  kind: 'article-passed' | 'article-rejected',
  reason: string,
): Promise<void> {
  const details = { article_id: id, title, reason }
  await sendMessage(tx, site_id, author_id, kind, details)
  await sendByMail(tx, site_id, author_id, { kind, details })
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
 * Publishes what is due, once: the row is held, and the database's clock decides. What was moved, taken back, deleted
 * or published meanwhile is left alone.
 */
export async function publishWhenDue(
  tx: Tx,
  actorOn: (siteId: number) => Actor,
  siteId: number,
  id: number,
): Promise<void> {
  const article = await findDueArticle(tx, siteId, id)
  if (article && article.status === DRAFT && isDue(article, tx.now))
    await changeStanding(tx, actorOn(siteId), article, standingWhenDue(article))
}
