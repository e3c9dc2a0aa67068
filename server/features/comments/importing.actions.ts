import { APPROVED_COMMENT, type CommentStatus } from '@inkstone/contract/comments.ts'
import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { normalizeAddress, rateLimitKey } from '../../platform/net/addresses.ts'
import { sha256Hex } from '../../platform/secrets/secrets.ts'
import { deleteComment } from './bin.actions.ts'
import { type Place, placeUnder } from './comments.rules.ts'
import {
  findComment,
  findRemaining,
  insertComments,
  lineageOf,
  lockThread,
  moveArticleCounts,
  saveComment,
} from './comments.store.ts'
import { moveCounts } from './counting.actions.ts'
import { recordNewComments } from './recording.actions.ts'
import { orderedMoves, type SubjectId } from './subjects.rules.ts'
import { findSubject } from './subjects.store.ts'

export interface CommentToImport {
  readonly subject: SubjectId
  /** The key that its replies refer to. */
  readonly key: string
  /** The comment it replies to: an earlier one of the same call by its key, or an existing one by its id. */
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
  readonly isSite: boolean
}

/**
 * Writes imported comments, parents before replies. Sends no e-mail and records no event, but adds them to the feed of
 * changes. Returns their ids by key.
 */
export async function importComments(
  tx: Tx,
  actor: Actor,
  comments: readonly CommentToImport[],
): Promise<Map<string, number>> {
  for (const { subject } of orderedMoves(comments.map(({ subject }) => ({ subject, by: 1 }))))
    await lockThread(tx, subject, 'shared')
  const places = new Map<number, Place>()
  const ids = new Map<string, number>()
  for (const level of levelsOf(comments)) {
    const rows: (ReturnType<typeof rowOf> & Omit<Place, 'id'> & { answers_id: number | null })[] = []
    for (const comment of level) {
      const parentId = typeof comment.answers === 'string' ? ids.get(comment.answers) : comment.answers
      const lineage = parentId === undefined ? [] : await lineageIn(tx, places, parentId)
      const place = placeUnder(lineage, actor.site.settings.comment_max_depth)
      rows.push({ ...rowOf(tx, actor, comment), ...place, answers_id: parentId ?? null })
    }
    for (const [at, id] of (await insertComments(tx, rows)).entries()) {
      const [comment, row] = [level[at], rows[at]]
      if (!comment || !row) continue
      places.set(id, { ...row, id })
      ids.set(comment.key, id)
    }
  }
  await settle(tx, actor, comments, ids)
  return ids
}

export const remainingComments: typeof findRemaining = findRemaining

/** Comments grouped by level, so that each level can be written in one statement. */
function levelsOf(comments: readonly CommentToImport[]): CommentToImport[][] {
  const levels: CommentToImport[][] = []
  const depths = new Map<string, number>()
  for (const comment of comments) {
    const depth = typeof comment.answers === 'string' ? (depths.get(comment.answers) ?? -1) + 1 : 0
    depths.set(comment.key, depth)
    const level = levels[depth] ?? []
    levels[depth] = level
    level.push(comment)
  }
  return levels
}

function rowOf(tx: Tx, actor: Actor, comment: CommentToImport) {
  return {
    site_id: actor.siteId,
    article_id: comment.subject.article_id,
    page_id: comment.subject.page_id,
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
    is_site: comment.isSite ? (1 as const) : (0 as const),
    // No one must be notified about it later either.
    told_at: tx.now,
    created_at: comment.createdAt,
  }
}

/** Deleted comments go to the recycle bin. The others are counted and added to the feed of changes. */
async function settle(
  tx: Tx,
  actor: Actor,
  comments: readonly CommentToImport[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const { siteId, userId } = actor
  for (const { key, trashed } of comments) {
    const id = ids.get(key)
    if (trashed && id !== undefined)
      await saveComment(tx, siteId, id, { deleted_at: tx.now, deleted_by: userId, deleted_with: id })
  }
  const living = comments.filter(({ trashed }) => !trashed)
  await recordNewComments(
    tx,
    siteId,
    living.flatMap(({ key }) => ids.get(key) ?? []),
  )
  const moves = orderedMoves(
    living.filter(({ status }) => status === APPROVED_COMMENT).map(({ subject }) => ({ subject, by: 1 })),
  )
  await moveArticleCounts(
    tx,
    moves.flatMap(({ subject, by }) => (subject.article_id === null ? [] : { id: subject.article_id, by })),
  )
  await moveCounts(
    tx,
    siteId,
    moves.filter(({ subject }) => subject.page_id !== null),
  )
}

/** Moves it to the recycle bin, unless its article or page is there: it is restored together with that. */
export async function binWithoutSubject(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const comment = await findComment(tx, actor.siteId, id)
  if (!comment || !(await findSubject(tx, actor.siteId, comment))) return false
  await deleteComment(tx, actor, id)
  return true
}

/** The comment and its ancestors, nearest first, from the comments just written if possible. */
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
