import type { Comment } from '@inkstone/contract/comments.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { Branch } from './comments.rules.ts'
import type { CommentRow } from './comments.table.ts'
import type { ModeratedRow, ReportRow } from './moderating.store.ts'
import type { ThreadRow } from './reading.store.ts'

export function showComment(zone: Zone) {
  return function show({ row, children }: Branch<ThreadRow>): Comment {
    return {
      id: row.id,
      content: row.content,
      user: {
        id: row.is_site === 1 ? 0 : (row.user_id ?? 0),
        nickname: nameOf(row),
        avatar: row.is_site === 1 ? '' : (row.avatar ?? ''),
      },
      parent_id: row.parent_id ?? 0,
      is_site: row.is_site,
      like_count: row.like_count,
      ...showTimes(zone, { create: row.created_at }),
      children: children.map(show),
    }
  }
}

/** The name of a guest or the site is stored with the comment, the name of a user in their account. */
function nameOf(row: { nickname: string; user_nickname: string | null; username: string | null }): string {
  return row.nickname || row.user_nickname || row.username || ''
}

export function showPosted({ id, status }: CommentRow) {
  return { id, status }
}

export function showModerated(zone: Zone) {
  return (row: ModeratedRow) => ({
    id: row.id,
    article: { id: row.article_id ?? 0, title: row.article_title ?? '', alias: row.article_alias ?? '' },
    page: { id: row.page_id ?? 0, title: row.page_title ?? '', alias: row.page_alias ?? '' },
    parent_id: row.parent_id ?? 0,
    content: row.content,
    status: row.status,
    user: {
      id: row.user_id ?? 0,
      username: row.username ?? '',
      nickname: nameOf(row),
      avatar: row.avatar ?? '',
      email: row.email || (row.user_email ?? ''),
    },
    ip: row.address,
    is_site: row.is_site,
    like_count: row.like_count,
    report_count: row.report_count,
    reason: row.reason,
    ...showTimes(zone, { create: row.created_at, audit: row.audited_at }),
  })
}

export function showReport(zone: Zone) {
  return (row: ReportRow) => ({
    id: row.id,
    reason: row.reason,
    comment: {
      id: row.comment_id,
      article_id: row.article_id ?? 0,
      page_id: row.page_id ?? 0,
      content: row.content,
      status: row.status,
    },
    reporter: { id: row.user_id ?? 0, nickname: row.nickname || row.username || '' },
    ip: row.address,
    handled: row.handled_at === null ? (0 as const) : (1 as const),
    ...showTimes(zone, { create: row.created_at }),
  })
}
