import { APPROVED_COMMENT } from '@inkstone/contract/comments.ts'
import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import type { positionUnder } from './comments.rules.ts'
import { threadOf } from './comments.store.ts'
import type { CommentRow } from './comments.table.ts'

/** Deletes the comment and its remaining replies. Returns all of them, the comment first. */
export async function putIntoBin(
  tx: Tx,
  siteId: number,
  id: number,
  deletedBy: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    update comments set deleted_at = ${tx.now}, deleted_by = ${deletedBy}, deleted_with = ${id}
    where id in (${threadOf(siteId, id)}) returning *`.execute(tx)
  // Replies have higher ids.
  return [...rows].sort((one, other) => one.id - other.id)
}

/** Restores everything that was deleted together with the comment. Returns all of them. */
export async function takeOutOfBin(tx: Tx, siteId: number, id: number): Promise<MovedComment[]> {
  return tx
    .updateTable('comments')
    .set({ deleted_at: null, deleted_by: null, deleted_with: null })
    .where('site_id', '=', siteId)
    .where('deleted_with', '=', id)
    .returning(['id', 'status'])
    .execute()
}

export interface MovedComment {
  readonly id: number
  readonly status: number
}

export function approvedAmong(rows: readonly MovedComment[]): number {
  return rows.filter(({ status }) => status === APPROVED_COMMENT).length
}

/** Moves a deleted comment, with its replies, under another parent. */
export async function moveDeleted(
  tx: Tx,
  comment: CommentRow,
  place: ReturnType<typeof positionUnder>,
): Promise<void> {
  const by = place.depth - comment.depth
  await tx
    .updateTable('comments')
    .set(({ eb }) => ({ depth: eb('depth', '+', by), root_id: place.root_id ?? comment.id }))
    .where('site_id', '=', comment.site_id)
    .where('deleted_with', '=', comment.id)
    .execute()
  await tx
    .updateTable('comments')
    .set(place)
    .where('site_id', '=', comment.site_id)
    .where('id', '=', comment.id)
    .execute()
}

export async function removeComment(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.deleteFrom('comments').where('site_id', '=', siteId).where('id', '=', id).execute()
}
