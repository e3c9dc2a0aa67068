import type { Updateable } from 'kysely'
import type { Tx } from '../../database.ts'
import { findThread, saveComment } from './comments.store.ts'
import type { CommentRow, CommentTable } from './comments.table.ts'
import { recordCommentChanges, seenNow } from './recording.actions.ts'

/**
 * Saves the comment with a status. If that is another one, the feed of changes contains the comment, and the replies that
 * readers gain or lose with it.
 */
export async function saveStatus(
  tx: Tx,
  comment: CommentRow,
  changes: Updateable<CommentTable> & Pick<CommentRow, 'status'>,
): Promise<CommentRow> {
  const { id, site_id } = comment
  if (changes.status === comment.status) return saveComment(tx, site_id, id, changes)
  const thread = await findThread(tx, site_id, id)
  const before = await seenNow(tx, site_id, thread)
  const saved = await saveComment(tx, site_id, id, changes)
  const after = await seenNow(tx, site_id, thread)
  const changed = thread.filter((each) => each === id || before.get(each) !== after.get(each))
  await recordCommentChanges(tx, site_id, changed, before, after)
  return saved
}
