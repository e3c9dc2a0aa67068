/** Who has an article open in an editor. It changes every few seconds and is not cached. */
export interface PresenceTable {
  article_id: number
  user_id: number
  site_id: number
  since: number
  seen_at: number
}
