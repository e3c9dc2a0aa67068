import type { PreparedText } from './texts.actions.ts'

/** The short texts of a page: an empty one where its source has none. */
export function pageTexts({
  seo_title = '',
  seo_keywords = '',
  seo_description = '',
  template = '',
}: PreparedText['fields']) {
  return { seo_title, seo_keywords, seo_description, template }
}
