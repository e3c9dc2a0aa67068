import type { ArticleDetail } from '@inkstone/contract/articles.ts'

/** An article that was read, and its version. */
export interface ReadArticle {
  readonly article: ArticleDetail
  readonly etag: string | undefined
}

/** What is edited of an article. What is published when is not: that has its own buttons. */
export interface ArticleForm extends Readonly<Record<string, unknown>> {
  readonly title: string
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

export function formOf(article: ArticleDetail): ArticleForm {
  const { category, tags } = article
  const taken = Object.fromEntries(
    Object.keys(EMPTY_ARTICLE).map((key) => [key, article[key as keyof ArticleDetail]]),
  )
  return { ...EMPTY_ARTICLE, ...taken, category_id: category.id, tag_ids: tags.map(({ id }) => id) }
}
