import { APPROVED_COMMENT, type CommentFields, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import type { Tx } from '../../database.ts'
import { type Actor, isUser } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { rateLimitKey } from '../../platform/net/addresses.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { type CaptchaChecking, tryCaptcha } from '../captcha/captcha.actions.ts'
import { countHits, type WordFilter } from '../moderation/words.actions.ts'
import { canSeeSubject, isOpen, mustSolveCaptcha } from './comments.policy.ts'
import { firstStatus, PAST_COMMENTS, type PastComments, placeUnder } from './comments.rules.ts'
import { findComment, insertComment, lineageOf, lockThread, siteName } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { moveCounts } from './counting.actions.ts'
import { pastComments } from './frequency.store.ts'
import { gatesBeforeThread, gatesInThread, type Prepared, passGates, requireLength } from './gates.actions.ts'
import { notifyOfComment, notifyOfPending } from './notifications.actions.ts'
import { recordCommentEvent, recordNewComments } from './recording.actions.ts'
import { isSameSubject, type SubjectId, subjectIn } from './subjects.rules.ts'
import { findSubject, type Subject } from './subjects.store.ts'

export interface CommentOptions extends CaptchaChecking {
  readonly filter: WordFilter
}

export async function prepareComment(
  options: CommentOptions,
  actor: Actor,
  fields: CommentFields,
  cookies: string | undefined,
): Promise<Prepared> {
  const { engine, filter } = options
  subjectIn(fields)
  const attempt = mustSolveCaptcha(actor) ? await tryCaptcha(options, actor, fields, cookies) : undefined
  const screening = await filter(engine.db, actor, fields.content)
  // That of a user is in their account.
  const nickname = await filter(engine.db, actor, isUser(actor) ? '' : (fields.nickname ?? ''))
  const prepared = { captcha: attempt, screening, nickname }
  if (screening.refused || nickname.refused)
    await engine.transact((tx) => countHits(tx, actor, hitsIn(prepared)))
  return prepared
}

function hitsIn({ screening, nickname }: Prepared): number[] {
  return [...new Set([...screening.hits, ...nickname.hits])].sort((one, other) => one - other)
}

/**
 * The checks, in the order that gives the clearest error and reveals the least. Then the comment is saved and people
 * are notified.
 */
export async function postComment(
  tx: Tx,
  actor: Actor,
  fields: CommentFields,
  prepared: Prepared,
): Promise<CommentRow> {
  const subject = await openSubject(tx, actor, subjectIn(fields))
  const posted = { actor, fields, prepared, contentHash: sha256Hex(fields.content) }
  await passGates(tx, posted, gatesBeforeThread)
  await lockThread(tx, subject, 'shared')
  const place = await placeOf(tx, actor, subject, fields.parent_id ?? 0)
  await passGates(tx, posted, gatesInThread)
  const hits = hitsIn(prepared)
  await countHits(tx, actor, hits)
  const status = firstStatus(actor.site.settings, {
    userId: actor.userId,
    role: actor.role,
    isClean: hits.length === 0,
    past: await pastOf(tx, actor),
  })
  return saveAndNotify(tx, actor, subject, {
    ...place,
    // Those of a user are in their account.
    nickname: prepared.nickname.text,
    email: isUser(actor) ? '' : (fields.email ?? ''),
    content: prepared.screening.text,
    content_hash: posted.contentHash,
    status,
    is_site: 0,
  })
}

async function openSubject(tx: Tx, actor: Actor, id: SubjectId): Promise<Subject> {
  if (actor.site.settings.comment_enabled === 0) throw new Problem('comments-closed')
  const subject = await findSubject(tx, actor.siteId, id)
  if (!subject || !canSeeSubject(actor, subject))
    throw new Problem(id.page_id === null ? 'article-not-found' : 'page-not-found')
  if (!isOpen(actor, subject)) throw new Problem('comments-closed')
  return subject
}

async function placeOf(tx: Tx, actor: Actor, subject: SubjectId, parentId: number) {
  if (parentId === 0) return { ...placeUnder([], 1), answers_id: null }
  const parent = await findComment(tx, actor.siteId, parentId)
  if (!parent || !isSameSubject(parent, subject) || parent.status !== APPROVED_COMMENT)
    throw invalid('parent_id', 'parent-unknown')
  const lineage = await lineageOf(tx, parentId)
  return { ...placeUnder(lineage, actor.site.settings.comment_max_depth), answers_id: parentId }
}

async function pastOf(tx: Tx, { siteId, userId, site }: Actor): Promise<PastComments | undefined> {
  const { comment_review, comment_auto_after } = site.settings
  if (userId === 0 || comment_review === 0 || comment_auto_after === 0) return undefined
  return pastComments(tx, siteId, userId, PAST_COMMENTS)
}

type NewComment = Pick<
  CommentRow,
  | 'parent_id'
  | 'root_id'
  | 'depth'
  | 'answers_id'
  | 'nickname'
  | 'email'
  | 'content'
  | 'content_hash'
  | 'status'
  | 'is_site'
>

async function saveAndNotify(
  tx: Tx,
  actor: Actor,
  { article_id, page_id }: SubjectId,
  fields: NewComment,
): Promise<CommentRow> {
  const comment = await insertComment(tx, {
    ...fields,
    site_id: actor.siteId,
    article_id,
    page_id,
    user_id: actor.userId === 0 ? null : actor.userId,
    address: actor.address,
    address_key: rateLimitKey(actor.address),
    language: actor.language,
    created_at: tx.now,
  })
  await recordCommentEvent(tx, 'comment.created', comment)
  if (actor.token) await recordCreation(tx, actor, comment)
  await recordNewComments(tx, actor.siteId, [comment.id])
  if (comment.status === APPROVED_COMMENT) {
    await moveCounts(tx, actor.siteId, [{ subject: comment, by: 1 }])
    await recordCommentEvent(tx, 'comment.approved', comment)
    await notifyOfComment(tx, comment, false)
  } else if (comment.status === PENDING_COMMENT) await notifyOfPending(tx, comment)
  return comment
}

/** What a token did can be found in the audit log. The comments of people say themselves who wrote them. */
async function recordCreation(tx: Tx, actor: Actor, { id, content }: CommentRow): Promise<void> {
  await recordAuditEntry(tx, actor, {
    action: 'comment.created',
    targetType: 'comment',
    targetId: id,
    after: { content },
  })
}

/** A reply as the site: no captcha, no waiting, no review. */
export async function replyAsSite(tx: Tx, actor: Actor, id: number, content: string): Promise<CommentRow> {
  const comment = await findComment(tx, actor.siteId, id)
  const subject = comment && (await findSubject(tx, actor.siteId, comment))
  if (!subject) throw new Problem('comment-not-found')
  if (comment.status !== APPROVED_COMMENT) throw invalid('id', 'not-approved')
  requireLength(actor.site.settings, content)
  await lockThread(tx, subject, 'shared')
  return saveAndNotify(tx, actor, subject, {
    ...(await placeOf(tx, actor, subject, id)),
    nickname: actor.site.settings.site_name || (await siteName(tx, actor.siteId)),
    email: '',
    content,
    content_hash: sha256Hex(content),
    status: APPROVED_COMMENT,
    is_site: 1,
  })
}
