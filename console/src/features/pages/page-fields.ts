import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { getPageDraft } from '@inkstone/contract/page-history.ts'
import type { getPage } from '@inkstone/contract/pages.ts'

export type PageDetail = AnswerOf<typeof getPage>

export type PageDraft = AnswerOf<typeof getPageDraft>

/** A page and, if there is one, its draft, with the version of what is edited. */
export interface ReadPage {
  readonly page: PageDetail
  readonly draft?: PageDraft
  readonly etag: string | undefined
}

export const PAGE_TOUCHES = ['/api/pages', '/api/recycle-bin']

export const EMPTY_PAGE = {
  title: '',
  alias: '',
  content: '',
  sort_order: 0,
  enabled: 1 as 0 | 1,
  show_in_nav: 0 as 0 | 1,
  allow_comment: 0 as 0 | 1,
  template: '',
  css_class: '',
  page_type: '',
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
}
export type PageForm = typeof EMPTY_PAGE

const keys = Object.keys(EMPTY_PAGE) as (keyof PageForm)[]

/** Only the fields of the form. */
export function formOf(page: PageDetail | PageDraft): PageForm {
  return Object.fromEntries(keys.map((key) => [key, page[key]])) as PageForm
}

export const editedOf = ({ page, draft }: ReadPage) => formOf(draft ?? page)
