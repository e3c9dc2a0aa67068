/** What a source gives for one article; names in place of ids, texts as they were written. */
export interface ImportedArticle {
  /** The same whenever the same source is read again. */
  readonly origin: string
  /** What a person knows it by: its path in the folder. */
  readonly where: string
  /** Its address before, for the list of redirects. */
  readonly address: string
  readonly title: string
  readonly content: string
  readonly slug: string | undefined
  readonly oldSlugs: readonly string[]
  readonly status: 0 | 1 | 3
  readonly publishedAt: number | undefined
  readonly createdAt: number | undefined
  readonly updatedAt: number | undefined
  readonly scheduledAt: number | undefined
  readonly author: string | undefined
  readonly summary: string | undefined
  readonly cover: string | undefined
  /** Paths of names from the top; the first is the main category. */
  readonly categories: readonly (readonly string[])[]
  readonly tags: readonly string[]
  readonly flags: Readonly<Partial<Record<'is_top' | 'is_hot' | 'is_recommend' | 'allow_comment', 0 | 1>>>
  readonly seo: Readonly<
    Partial<Record<'seo_title' | 'seo_keywords' | 'seo_description' | 'template', string>>
  >
  readonly losses: readonly string[]
}

/** Something that was not taken as it was. */
export interface Loss {
  readonly where: string
  readonly what: string
}

export interface Report {
  readonly import_id: number
  readonly dry_run: boolean
  readonly found: number
  readonly articles: number
  /** Taken by an earlier import, or before this one was interrupted. */
  readonly already_there: number
  readonly files: number
  readonly authors: readonly string[]
  readonly losses: readonly Loss[]
  readonly redirects: readonly { readonly from: string; readonly to: string }[]
}
