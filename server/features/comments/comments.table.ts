import type { CommentStatus } from '@inkstone/contract/comments.ts'
import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated, Selectable } from 'kysely'

export interface CommentTable {
  id: Generated<number>
  site_id: number
  /** The article; null if the comment is on a page. */
  article_id: number | null
  page_id: number | null
  /** The parent; null for a top-level comment. */
  parent_id: number | null
  /** The top-level ancestor; null for a top-level comment. */
  root_id: number | null
  /** The comment it replies to; below the deepest level this is not the parent. */
  answers_id: number | null
  /** 1 for a top-level comment. */
  depth: number
  /** Null for a guest. */
  user_id: number | null
  nickname: string
  email: string
  address: string
  /** The IP address for rate limits: an IPv6 /64 counts as one. */
  address_key: string
  /** The language for e-mail to the commenter. */
  language: string
  is_site: Generated<Flag>
  content: string
  /** The hash of the original text, before words were replaced. */
  content_hash: string
  status: CommentStatus
  reason: Generated<string>
  like_count: Generated<number>
  report_count: Generated<number>
  /** When the author of the article and the parent commenter were notified; no one is notified twice. */
  told_at: number | null
  audited_by: number | null
  audited_at: number | null
  created_at: number
  deleted_at: number | null
  deleted_by: number | null
  /** The comment whose deletion also deleted this one. */
  deleted_with: number | null
}
export type CommentRow = Selectable<CommentTable>

export interface CommentLikeTable {
  comment_id: number
  /** `user 5` or `address 203.0.113.9`. */
  liker: string
  created_at: number
}

export interface CommentReportTable {
  id: Generated<number>
  site_id: number
  comment_id: number
  reporter: string
  user_id: number | null
  address: string
  reason: string
  handled_at: number | null
  created_at: number
}
