import { PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { canEdit, canPublish } from '../article-rights/articles.policy.ts'
import {
  type Applying,
  editableArticle,
  rewriteArticle,
  visibleArticle,
} from '../articles/articles.actions.ts'
import type { PreparedChanges } from '../articles/articles.rules.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import {
  changeCopyState,
  copyOf,
  dropCopy,
  readCopy,
  saveCopy,
  stateOf,
  submitCopy,
} from '../articles/copies.actions.ts'
import { aliasIn } from '../articles/copies.rules.ts'
import type { CopyRow } from '../articles/copies.table.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { nameOfUser } from '../users/users.actions.ts'
import { copyAfterReject, copyWhenPublished, isCopyDue } from '../workflow/copies.rules.ts'
import { notifyOfCopy, notifyOfDecision } from '../workflow/notifications.actions.ts'

/** Locks the article of the working copy: 422 if it is not published. */
async function publishedArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  requirePublished(article)
  return article
}

function requirePublished({ status }: ArticleRow): void {
  if (status !== PUBLISHED) throw invalid('status', 'not-published')
}

export async function seeWorkingCopy(db: Db, actor: Actor, id: number) {
  const article = await visibleArticle(db, actor, id)
  authorize(canEdit(actor, article))
  return wholeCopy(db, article, await copyOf(db, article))
}

async function wholeCopy(db: Db, article: ArticleRow, copy: CopyRow) {
  return {
    article,
    copy,
    content: await readCopy(db, copy),
    editor: await nameOfUser(db, copy.saved_by),
  }
}
export type WholeCopy = Awaited<ReturnType<typeof wholeCopy>>

/** For If-Match: a version of a copy that no longer exists is stale. */
export async function versionOfCopy(tx: Tx, actor: Actor, id: number): Promise<number> {
  const article = await publishedArticle(tx, actor, id)
  if (article.working_copy === 0) throw new Problem('stale')
  return (await copyOf(tx, article)).version
}

export async function saveWorkingCopy(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: PreparedChanges,
  options: { autosave: boolean },
): Promise<WholeCopy> {
  const article = await publishedArticle(tx, actor, id)
  const { status = PUBLISHED } = changes
  if ((status !== PUBLISHED && status !== PENDING) || (options.autosave && status === PENDING))
    throw invalid('status', 'not-allowed', { values: options.autosave ? '1' : '1, 2' })
  const copy = await saveCopy(tx, actor, article, changes, options)
  if (status === PENDING) await submitCopy(tx, actor, article, copy)
  return seeWorkingCopy(tx, actor, id)
}

export async function dropWorkingCopy(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await publishedArticle(tx, actor, id)
  await copyOf(tx, article)
  await dropCopy(tx, article)
  await recordAuditEntry(tx, actor, { action: 'article.copy-dropped', targetType: 'article', targetId: id })
}

/** Publishes the copy now or at a future time. */
export async function publishWorkingCopy(
  tx: Tx,
  actor: Actor,
  id: number,
  publishAt: number | null,
): Promise<{ article: ArticleRow; scheduledAt: number | null }> {
  const article = await publishedArticle(tx, actor, id)
  authorize(canPublish(actor, article))
  const copy = await copyOf(tx, article)
  return publishCopy(tx, actor, article, copy, publishAt)
}

async function publishCopy(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  copy: CopyRow,
  publishAt: number | null,
): Promise<{ article: ArticleRow; scheduledAt: number | null }> {
  if (isOutdated(article, copy)) throw new Problem('working-copy-outdated')
  const state = copyWhenPublished(publishAt, tx.now)
  if (state === 'now') return { article: await applyCopy(tx, actor, article, 'requested'), scheduledAt: null }
  const { scheduled_at } = await changeCopyState(tx, article, copy, state)
  return { article: { ...article, review_status: 'none' }, scheduledAt: scheduled_at }
}

/** Creates one revision and one event. The publish time of the article does not change. */
function applyCopy(tx: Tx, actor: Actor, article: ArticleRow, fromCopy: Applying): Promise<ArticleRow> {
  const { status, publish_at, scheduled_at } = article
  const state = { status, publish_at, scheduled_at, review_status: 'none' as const }
  return rewriteArticle(tx, actor, article, { state, fromCopy })
}

/** Whether the article changed after the copy was saved, so that no one has compared them. */
export function isOutdated(article: ArticleRow, copy: CopyRow): boolean {
  return copy.article_version !== article.version
}

/** A decision on a submitted copy. It is scheduled for the suggested time, or published immediately. */
export async function auditCopy(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  { passed, reason }: { passed: boolean; reason: string },
): Promise<ArticleRow> {
  const copy = await copyOf(tx, article)
  const published = passed && (await publishCopy(tx, actor, article, copy, copy.publish_at))
  if (!passed) await rejectCopy(tx, actor, article, copy)
  const kind = passed ? 'copy-passed' : 'copy-rejected'
  await notifyOfDecision(tx, actor, article, [article.author_id, copy.saved_by], { kind, reason })
  return published ? published.article : article
}

async function rejectCopy(tx: Tx, actor: Actor, article: ArticleRow, copy: CopyRow): Promise<void> {
  await changeCopyState(tx, article, copy, copyAfterReject(stateOf(copy, article)))
  await recordAuditEntry(tx, actor, {
    action: 'article.copy-rejected',
    targetType: 'article',
    targetId: article.id,
  })
}

/**
 * Called by the job. If the article changed in the meantime, it keeps its content; if the alias of the copy is taken now, it
 * keeps its alias. The authors are notified of both.
 */
export async function publishCopyWhenDue(tx: Tx, actor: Actor, article: ArticleRow): Promise<void> {
  const copy = await copyOf(tx, article)
  if (!isCopyDue(copy, tx.now)) return
  const authors = [article.author_id, copy.saved_by]
  if (isOutdated(article, copy)) {
    await changeCopyState(tx, article, copy, { ...stateOf(copy, article), scheduled_at: null })
    await notifyOfCopy(tx, article, authors, 'copy-outdated')
    return
  }
  const after = await applyCopy(tx, actor, article, 'scheduled')
  if (after.alias !== aliasIn(copy)) await notifyOfCopy(tx, after, authors, 'copy-without-alias')
}
