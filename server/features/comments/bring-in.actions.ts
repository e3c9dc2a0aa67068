import { APPROVED_COMMENT, type CommentStatus } from '@inkstone/contract/comments.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { normalizeAddress, rateLimitKey } from '../../platform/net/addresses.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { deleteComment } from './bin.actions.ts'
import { type Place, placeUnder } from './comments.rules.ts'
import { findComment, holdThread, insertComment, lineageOf, saveComment } from './comments.store.ts'
import { moveCounts } from './counting.actions.ts'
import { recordCommentChange } from './recording.actions.ts'
import type { SubjectId } from './subjects.rules.ts'
import { findSubject } from './subjects.store.ts'

export interface BroughtInComment {
  /** What the ones that answer it name it by. */
  readonly key: string
  /** The comment that it answers: one of the same call by its key, or one that is there by its id. */
  readonly answers: string | number | undefined
  readonly userId: number | null
  readonly nickname: string
  readonly email: string
  readonly ip: string
  readonly content: string
  readonly status: CommentStatus
  readonly createdAt: number
  readonly likes: number
  readonly trashed: boolean
}

/**
 * Writes comments on one article or page that come from elsewhere, what is answered before its answers. No mail, no event; those
 * who follow the changes are told. Answers their ids by key.
 */
export async function bringInComments(
  tx: Tx,
  actor: Actor,
  subject: SubjectId,
  comments: readonly BroughtInComment[],
): Promise<Map<string, number>> {
  if (comments.length === 0) return new Map()
  await holdThread(tx, subject, 'shared')
  const places = new Map<number, Place>()
  const ids = new Map<string, number>()
  let approved = 0
  for (const comment of comments) {
    const parentId = typeof comment.answers === 'string' ? ids.get(comment.answers) : comment.answers
    const lineage = parentId === undefined ? [] : await lineageIn(tx, places, parentId)
    const row = await insertComment(tx, {
      ...placeUnder(lineage, actor.site.settings.comment_max_depth),
      answers_id: parentId ?? null,
      site_id: actor.siteId,
      article_id: subject.article_id,
      page_id: subject.page_id,
      user_id: comment.userId,
      nickname: comment.nickname,
      email: comment.email,
      address: normalizeAddress(comment.ip) ?? '',
      address_key: rateLimitKey(comment.ip),
      language: '',
      content: comment.content,
      content_hash: sha256Hex(comment.content),
      status: comment.status,
      like_count: comment.likes,
      // Nobody is to be told of it later either.
      told_at: tx.now,
      created_at: comment.createdAt,
    })
    places.set(row.id, row)
    ids.set(comment.key, row.id)
    if (comment.trashed)
      await saveComment(tx, actor.siteId, row.id, {
        deleted_at: tx.now,
        deleted_by: actor.userId,
        deleted_with: row.id,
      })
    else {
      await recordCommentChange(tx, actor.siteId, row.id, undefined, row.status)
      if (row.status === APPROVED_COMMENT) approved += 1
    }
  }
  await moveCounts(tx, actor.siteId, [{ subject, by: approved }])
  return ids
}

/** Into the recycle bin, unless what it is on is there: it comes back with that. */
export async function binWithoutSubject(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const comment = await findComment(tx, actor.siteId, id)
  if (!comment || !(await findSubject(tx, actor.siteId, comment))) return false
  await deleteComment(tx, actor, id)
  return true
}

/** The comment and everything above it, the nearest first: from what was just written where that is enough. */
async function lineageIn(tx: Tx, places: ReadonlyMap<number, Place>, id: number): Promise<readonly Place[]> {
  const lineage: Place[] = []
  for (let at: number | null = id; at !== null; ) {
    const place = places.get(at)
    if (!place) return lineageOf(tx, id)
    lineage.push(place)
    at = place.parent_id
  }
  return lineage
}
