import type { ReviewStatus } from '@inkstone/contract/articles.ts'
import type { Generated, Selectable } from 'kysely'

export interface ArticleTable {
  id: Generated<number>
  site_id: number
  author_id: number
  category_id: number
  title: string
  summary: string
  /** 1 when a person wrote the summary; 0 when it follows the text. */
  summary_given: Generated<number>
  cover: Generated<string>
  seo_title: Generated<string>
  seo_keywords: Generated<string>
  seo_description: Generated<string>
  is_top: Generated<number>
  is_hot: Generated<number>
  is_recommend: Generated<number>
  allow_comment: Generated<number>
  status: Generated<number>
  publish_at: number | null
  /** When a draft is to be published by itself; null for one that waits for a person. */
  scheduled_at: number | null
  template: Generated<string>
  /** Grows with each change of content or state; counters leave it alone. */
  version: Generated<number>
  created_at: number
  updated_at: number
  /** Who wrote what stands here now, and when; a revision takes these with it. */
  written_at: number
  written_by: number
  /** The API token through which the present writing was saved. */
  written_token_id: number | null
  deleted_at: number | null
  deleted_by: number | null
  /** 1 while it is published and has a working copy. */
  working_copy: Generated<number>
  /** How the review of the article stands; while it is published, that of its working copy. */
  review_status: Generated<ReviewStatus>
  /** 1 when what stands here came from an autosave: the state before it is kept as revision 0. */
  autosaved: Generated<number>
  content: string
  /** What it is called in addresses, and the same without regard to case: that is what is unique in its site. */
  alias: string
  alias_key: string
  /** 1 when it was ever public under this alias. */
  alias_public: Generated<number>
  /** What "newest" goes by: the publish time of what is published, the creation time of the rest. */
  sorted_at: number
}
export type ArticleRow = Selectable<ArticleTable>

/** A link carries what a list is filtered and ordered by, so that a page of it needs one index. */
interface ListedLink {
  article_id: number
  /** The article's status, or -1 in the recycle bin. */
  listed: number
  is_top: number
  sorted_at: number
}
export interface ArticleCategoryTable extends ListedLink {
  category_id: number
  is_main: number
}
export interface ArticleTagTable extends ListedLink {
  tag_id: number
  position: number
}

/** An alias that an article was public under before it got another. */
export interface ArticleOldAliasTable {
  site_id: number
  alias_key: string
  article_id: number
}

/** What totals are kept for: everything, a category, a tag, an author, a flag. */
export type TotalKind = 'site' | 'category' | 'tag' | 'author' | 'flag'

/** How many articles each of these has in each status: kept with every change, never counted anew. */
export interface ArticleTotalTable {
  site_id: number
  kind: TotalKind
  ref_id: number
  listed: number
  total: number
}
