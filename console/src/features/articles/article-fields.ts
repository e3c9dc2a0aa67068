import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import type { WorkingCopy } from '@inkstone/contract/working-copies.ts'

/** An article and, if there is one, its working copy, which is then what is edited. */
export interface ReadArticle {
  readonly article: ArticleDetail
  readonly copy?: WorkingCopy | undefined
  /** The version of what is edited. */
  readonly etag: string | undefined
}

/** The fields of the editor. Publication has its own buttons. */
export interface ArticleForm extends Readonly<Record<string, unknown>> {
  readonly title: string
  readonly alias: string
  readonly content: string
  readonly summary: string
  readonly cover: string
  readonly category_id: number | null
  readonly category_ids: readonly number[]
  readonly tag_ids: readonly number[]
  readonly is_top: 0 | 1
  readonly is_hot: 0 | 1
  readonly is_recommend: 0 | 1
  readonly allow_comment: 0 | 1
  readonly template: string
  readonly seo_title: string
  readonly seo_keywords: string
  readonly seo_description: string
}

export const EMPTY_ARTICLE: ArticleForm = {
  title: '',
  alias: '',
  content: '',
  summary: '',
  cover: '',
  category_id: null,
  category_ids: [],
  tag_ids: [],
  is_top: 0,
  is_hot: 0,
  is_recommend: 0,
  allow_comment: 1,
  template: '',
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
}

/** The same fields of an article and of its working copy. */
export function formOf(read: ArticleDetail | WorkingCopy): ArticleForm {
  const taken = Object.fromEntries(
    Object.keys(EMPTY_ARTICLE).map((key) => [key, read[key as keyof typeof read]]),
  )
  return { ...EMPTY_ARTICLE, ...taken, category_id: read.category.id, tag_ids: read.tags.map(({ id }) => id) }
}

export const editedOf = ({ article, copy }: ReadArticle) => formOf(copy ?? article)
