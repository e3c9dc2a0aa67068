import { APPROVED_COMMENT } from '@inkstone/contract/comments.ts'
import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChange, recordChanges } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import type { CommentRow } from './comments.table.ts'

type CommentEvent = Extract<EventKind, `comment.${string}`>

/** Records a comment event for webhooks. */
export async function recordCommentEvent(tx: Tx, kind: CommentEvent, comment: CommentRow): Promise<void> {
  const { article_id, page_id, parent_id, content, status, site_id } = comment
  await recordEvent(tx, site_id, kind, comment, () => ({
    article_id: article_id ?? 0,
    page_id: page_id ?? 0,
    parent_id: parent_id ?? 0,
    content,
    status,
    site_id,
  }))
}

/** For the feed of changes. `undefined` means that the comment did not exist, or no longer exists. */
export async function recordCommentChange(
  tx: Tx,
  siteId: number,
  id: number,
  before: number | undefined,
  after: number | undefined,
): Promise<void> {
  await recordChange(tx, { siteId, type: 'comment', id, before: seenBy(before), after: seenBy(after) })
}

/** The same for comments that were imported together. */
export async function recordNewComments(
  tx: Tx,
  siteId: number,
  comments: readonly { readonly id: number; readonly status: number }[],
): Promise<void> {
  await recordChanges(
    tx,
    comments.map(({ id, status }) => ({
      siteId,
      type: 'comment',
      id,
      before: NOBODY,
      after: seenBy(status),
    })),
  )
}

function seenBy(status: number | undefined): SeenBy {
  if (status === undefined) return NOBODY
  return status === APPROVED_COMMENT ? READERS : MANAGERS
}
