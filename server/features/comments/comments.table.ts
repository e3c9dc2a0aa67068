import type { Generated, Selectable } from 'kysely'

export interface CommentTable {
  id: Generated<number>
  site_id: number
  /** The article that it is on; null where it is on a page. */
  article_id: number | null
  page_id: number | null
  /** Under which it stands; null for a top-level one. */
  parent_id: number | null
  /** The top-level comment above it; null for one itself. */
  root_id: number | null
  /** Which it answers: below the deepest level another one than it stands under. */
  answers_id: number | null
  /** 1 for a top-level one. */
  depth: number
  /** Null for a guest. */
  user_id: number | null
  nickname: string
  email: string
  address: string
  /** The address as the rules of frequency count it: an IPv6 household is one. */
  address_key: string
  /** In which the author is written to. */
  language: string
  is_site: Generated<number>
  content: string
  /** Of the text as it was sent, before words were replaced. */
  content_hash: string
  status: number
  reason: Generated<string>
  like_count: Generated<number>
  report_count: Generated<number>
  /** When the article's author and the answered were told; nobody is told twice. */
  told_at: number | null
  audited_by: number | null
  audited_at: number | null
  created_at: number
  deleted_at: number | null
  deleted_by: number | null
  /** The comment whose deletion took this one along. */
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
