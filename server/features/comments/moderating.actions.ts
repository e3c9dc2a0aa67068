import type { moderateComments } from '@inkstone/contract/comment-moderation.ts'
import { APPROVED_COMMENT, type CommentStatus, PENDING_COMMENT } from '@inkstone/contract/comments.ts'
import type { QueryOf } from '@inkstone/contract/endpoint.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Engine, Tx } from '../../database.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { messageOf } from '../../platform/core/problem.ts'
import { lastDays } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { approvedMoved, decisionNotice } from './comments.rules.ts'
import { lockComment, lockComments } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'
import { moveCounts } from './counting.actions.ts'
import {
  closeReports,
  countByQuarter,
  countByState,
  findModerated,
  findModeratedAfter,
  findReports,
  type ModeratedRow,
  type ReportRow,
} from './moderating.store.ts'
import { markPendingNoticeRead, notifyOfComment, notifyOfDecision } from './notifications.actions.ts'
import { recordCommentEvent } from './recording.actions.ts'
import { countsByDay, countsOf, QUARTER_MS } from './statistics.rules.ts'
import { saveStatus } from './status.actions.ts'

export interface Decision {
  readonly status: CommentStatus
  readonly reason?: string
}

export async function auditComment(tx: Tx, actor: Actor, id: number, decision: Decision): Promise<void> {
  const comment = await lockComment(tx, actor.siteId, id)
  await decide(tx, actor, comment, decision)
  await moveCounts(tx, actor.siteId, [
    { subject: comment, by: approvedMoved(comment.status, decision.status) },
  ])
}

/** All rows are locked first and counts updated last, always in the same order, so that two batches never deadlock. */
export async function auditComments(tx: Tx, actor: Actor, ids: readonly number[], decision: Decision) {
  const wanted = [...new Set(ids)]
  const found = await lockComments(tx, actor.siteId, wanted)
  for (const comment of found) await decide(tx, actor, comment, decision)
  await moveCounts(
    tx,
    actor.siteId,
    found.map((comment) => ({ subject: comment, by: approvedMoved(comment.status, decision.status) })),
  )
  const known = new Set(found.map(({ id }) => id))
  const missing = wanted.filter((id) => !known.has(id))
  const reason = { id: [messageOf('comment-not-found', actor.language)] }
  return {
    success_count: found.length,
    failed_count: missing.length,
    errors: Object.fromEntries(missing.map((id) => [String(id), reason])),
  }
}

/** Saves the decision, closes the reports and notifies the people concerned. */
async function decide(
  tx: Tx,
  actor: Actor,
  before: CommentRow,
  { status, reason = '' }: Decision,
): Promise<void> {
  const after = await saveStatus(tx, before, {
    status,
    reason,
    report_count: 0,
    audited_by: actor.userId,
    audited_at: tx.now,
  })
  await closeReports(tx, actor.siteId, before.id)
  await recordAuditEntry(tx, actor, {
    action: 'comment.audited',
    targetType: 'comment',
    targetId: before.id,
    before: { status: before.status },
    after: { status, reason },
  })
  if (before.status === status) return
  await recordCommentEvent(tx, status === APPROVED_COMMENT ? 'comment.approved' : 'comment.updated', after)
  if (before.status === PENDING_COMMENT) await markPendingNoticeRead(tx, after, actor)
  if (status === APPROVED_COMMENT) await notifyOfComment(tx, after, true)
  const kind = decisionNotice(before, status)
  if (kind && before.user_id !== actor.userId) await notifyOfDecision(tx, after, kind)
}

export function commentsToModerate(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof moderateComments>,
): Promise<Found<ModeratedRow>> {
  return findModerated(db, actor.siteId, query)
}

export function reportsOn(
  db: Db,
  actor: Actor,
  withHandled: boolean,
  page: PageQuery,
): Promise<Found<ReportRow>> {
  return findReports(db, actor.siteId, withHandled, page)
}

export async function statisticsOf(engine: Engine, actor: Actor, zone: Zone, dayCount: number) {
  const days = lastDays(zone, await engine.now(), dayCount)
  const since = zone.parse(days[0] ?? '', 'first') ?? 0
  const quarters = await countByQuarter(engine.db, actor.siteId, since, QUARTER_MS)
  return {
    ...countsOf(await countByState(engine.db, actor.siteId)),
    days: countsByDay(zone, days, quarters),
  }
}

/** The number of comments per day; only approved ones for callers who do not moderate. */
export async function commentsPerDay(
  db: Db,
  actor: Actor,
  zone: Zone,
  days: readonly string[],
  articleId: number | undefined,
): Promise<number[]> {
  const since = zone.parse(days[0] ?? '', 'first') ?? 0
  const quarters = await countByQuarter(db, actor.siteId, since, QUARTER_MS, articleId)
  const counted = holds(actor, 'comments.moderate') ? 'total' : 'approved'
  return countsByDay(zone, days, quarters).map((day) => day[counted])
}

const AT_A_TIME = 200

/** Every comment of the site that is not in the recycle bin, oldest first. */
export async function* allComments(db: Db, { siteId }: Actor): AsyncGenerator<ModeratedRow> {
  for (let last = 0; ; ) {
    const rows = await findModeratedAfter(db, siteId, last, AT_A_TIME)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < AT_A_TIME) return
  }
}
