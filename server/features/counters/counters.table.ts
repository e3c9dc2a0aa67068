import type { Generated } from 'kysely'

/** Separate from the article, so that a view rewrites forty bytes and not the text. */
export interface ArticleCounterTable {
  article_id: number
  site_id: number
  listed: number
  view_count: Generated<number>
  like_count: Generated<number>
  favorite_count: Generated<number>
  comment_count: Generated<number>
}

export interface ReactionTable {
  article_id: number
  user_id: number
  created_at: number
}

/** Views of a published article on one day: days since 1970 in the time zone of the service. Not cached. */
export interface DailyViewTable {
  article_id: number
  day: number
  site_id: number
  views: number
}
