/** What an alias was of. Articles have a table of their own. */
export type AliasedKind = 'page' | 'category' | 'tag'

/** Former public aliases, whose URLs redirect. */
export interface FormerAliasTable {
  site_id: number
  kind: AliasedKind
  alias: string
  /** The id of what the alias leads to. It may have been deleted. */
  ref_id: number
}
