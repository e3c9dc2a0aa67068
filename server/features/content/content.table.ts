/** The Markdown that a text was written in. It holds as long as the text is the one with this hash. */
export interface ContentSourceTable {
  type: 'article' | 'page'
  ref_id: number
  content_hash: string
  markdown: string
}
