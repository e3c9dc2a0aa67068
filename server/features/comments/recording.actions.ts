import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChanges } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent, recordEvents } from '../events/events.actions.ts'
import { selectSeen } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'

type CommentEvent = Extract<EventKind, `comment.${string}`>

/** Records a comment event for webhooks. */
export async function recordCommentEvent(tx: Tx, kind: CommentEvent, comment: CommentRow): Promise<void> {
  await recordEvent(tx, comment.site_id, kind, comment, () => eventPayload(comment))
}

/** Records an event of its own for each of the comments that were deleted together. */
export async function recordDeletedComments(
  tx: Tx,
  siteId: number,
  comments: readonly CommentRow[],
): Promise<void> {
  await recordEvents(tx, siteId, 'comment.deleted', comments, eventPayload)
}

function eventPayload({ article_id, page_id, parent_id, content, status, site_id }: CommentRow) {
  return {
    article_id: article_id ?? 0,
    page_id: page_id ?? 0,
    parent_id: parent_id ?? 0,
    content,
    status,
    site_id,
  }
}

/** Who sees comments at a moment. One that is missing is seen by nobody. */
type Seen = ReadonlyMap<number, SeenBy>

/** Before comments exist, and after they were deleted. */
export const SEEN_BY_NOBODY: Seen = new Map()

export async function seenNow(tx: Tx, siteId: number, ids: readonly number[]): Promise<Seen> {
  const rows = await selectSeen(tx, { site: siteId, ids })
  return new Map(rows.map(({ id, seen }) => [id, seen === 1 ? READERS : MANAGERS]))
}

/** For the feed of changes: these comments, and who saw them before and after. */
export async function recordCommentChanges(
  tx: Tx,
  siteId: number,
  ids: readonly number[],
  before: Seen,
  after: Seen,
): Promise<void> {
  await recordChanges(
    tx,
    ids.map((id) => ({
      siteId,
      type: 'comment',
      id,
      before: before.get(id) ?? NOBODY,
      after: after.get(id) ?? NOBODY,
    })),
  )
}

export async function recordNewComments(tx: Tx, siteId: number, ids: readonly number[]): Promise<void> {
  await recordCommentChanges(tx, siteId, ids, SEEN_BY_NOBODY, await seenNow(tx, siteId, ids))
}
