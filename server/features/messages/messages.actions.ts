import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { MessageDetails, MessageKind } from './messages.rules.ts'
import {
  findAllMessages,
  findMessages,
  insertMessage,
  markAllRead,
  markRead,
  markReadAbout,
  removeMessagesOf,
  unreadCount,
} from './messages.store.ts'
import type { MessageRow } from './messages.table.ts'

export async function sendMessage(
  tx: Tx,
  siteId: number,
  userId: number,
  kind: MessageKind,
  details: MessageDetails,
): Promise<void> {
  await insertMessage(tx, {
    site_id: siteId,
    user_id: userId,
    kind,
    details: JSON.stringify(details),
    read_at: null,
    created_at: tx.now,
  })
}

export function messagesOf(
  db: Db,
  actor: Actor,
  unreadOnly: boolean,
  page: PageQuery,
): Promise<Found<MessageRow>> {
  return findMessages(db, actor.siteId, actor.userId, unreadOnly, page)
}

export function unreadOf(db: Db, actor: Actor): Promise<number> {
  return unreadCount(db, actor.siteId, actor.userId)
}

/** Marking a message as read again has no effect. */
export async function readOne(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await markRead(tx, actor.siteId, actor.userId, id))) throw new Problem('message-not-found')
}

export function readAll(tx: Tx, actor: Actor): Promise<number> {
  return markAllRead(tx, actor.siteId, actor.userId)
}

/** After a comment was moderated, no one needs to be reminded of it. */
export async function readOfDecidedComment(
  tx: Tx,
  siteId: number,
  userId: number,
  commentId: number,
): Promise<void> {
  await markReadAbout(tx, siteId, [userId], 'comment-new', ['comment_id', commentId])
}

/** The same for the reviewers, after one of them has decided about an article. */
export async function readOfDecidedArticle(
  tx: Tx,
  siteId: number,
  userIds: readonly number[],
  articleId: number,
): Promise<void> {
  await markReadAbout(tx, siteId, userIds, 'article-submitted', ['article_id', articleId])
}

/** For erasing a person's data. */
export const deleteMessagesOf: (tx: Tx, userId: number) => Promise<void> = removeMessagesOf
export const everyMessageOf: (db: Db, userId: number, limit: number) => Promise<MessageRow[]> =
  findAllMessages
