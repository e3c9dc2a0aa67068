/** The Markdown source of a text. It is valid while the text has this hash. */
export interface ContentSourceTable {
  type: 'article' | 'page'
  ref_id: number
  content_hash: string
  markdown: string
}
