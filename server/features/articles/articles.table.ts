import type { ArticleText } from '@inkstone/contract/article-texts.ts'
import type { ArticleStatus, ReviewStatus } from '@inkstone/contract/articles.ts'
import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated, Selectable } from 'kysely'

export interface ArticleTable extends Record<ArticleText, Generated<string>> {
  id: Generated<number>
  site_id: number
  author_id: number
  category_id: number
  title: string
  summary: string
  /** 1 if a person wrote the summary, 0 if it is generated from the text. */
  summary_given: Generated<number>
  cover: Generated<string>
  is_top: Generated<Flag>
  is_hot: Generated<Flag>
  is_recommend: Generated<Flag>
  allow_comment: Generated<Flag>
  status: Generated<ArticleStatus>
  publish_at: number | null
  /** When a draft is published automatically, or null. */
  scheduled_at: number | null
  /** Grows with each change of content or state, but not with counters. */
  version: Generated<number>
  created_at: number
  updated_at: number
  /** Who wrote the current content, and when; copied to the revision. */
  written_at: number
  written_by: number
  /** The API token that saved the current content. */
  written_token_id: number | null
  deleted_at: number | null
  deleted_by: number | null
  /** 1 if it is published and has a working copy. */
  working_copy: Generated<Flag>
  /** The review status of the article, or of its working copy while it is published. */
  review_status: Generated<ReviewStatus>
  /** 1 if the content was autosaved: the content before is kept as revision 0. */
  autosaved: Generated<number>
  content: string
  /** The alias, and its case-folded form, which is unique within the site. */
  alias: string
  alias_key: string
  /** 1 if it was ever public under this alias. */
  alias_public: Generated<number>
  /** The sort key for "newest": the publish time of published articles, the creation time of the rest. */
  sorted_at: number
}
export type ArticleRow = Selectable<ArticleTable>

/** A link contains the columns that a list is filtered and sorted by, so that a page needs one index. */
interface ListedLink {
  article_id: number
  /** The article's status, or -1 in the recycle bin. */
  listed: number
  is_top: Flag
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

/** A former public alias of an article. */
export interface ArticleOldAliasTable {
  site_id: number
  alias_key: string
  article_id: number
}

/** The subjects of totals: everything, a category, a tag, an author, a flag. */
