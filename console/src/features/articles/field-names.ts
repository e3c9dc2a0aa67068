import { useWords } from '../../lib/words.tsx'
import { articleWords } from './articles.words.ts'

const FIELD_WORDS = {
  title: 'name',
  alias: 'alias',
  content: 'content',
  summary: 'summary',
  cover: 'cover',
  category_id: 'category',
  category_ids: 'categories',
  tag_ids: 'tags',
  is_top: 'top',
  is_hot: 'hot',
  is_recommend: 'recommended',
  allow_comment: 'allowComment',
  template: 'template',
  seo_title: 'seoTitle',
  seo_keywords: 'seoKeywords',
  seo_description: 'seoDescription',
} as const

const isKnown = (field: string): field is keyof typeof FIELD_WORDS => Object.hasOwn(FIELD_WORDS, field)

/** The labels of an article's fields. */
export function useFieldName(): (field: string) => string {
  const say = useWords(articleWords)
  return (field) => (isKnown(field) ? say(FIELD_WORDS[field]) : field)
}
