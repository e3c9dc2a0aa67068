/** Who has an article open in an editor. Changes every few seconds: nothing is cached from here. */
export interface PresenceTable {
  article_id: number
  user_id: number
  site_id: number
  since: number
  seen_at: number
}
