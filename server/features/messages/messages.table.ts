import type { Generated, Selectable } from 'kysely'

export interface MessageTable {
  id: Generated<number>
  site_id: number
  user_id: number
  kind: string
  /** What the text is made of, as JSON; the words come from the reader's language. */
  details: string
  read_at: number | null
  created_at: number
}
export type MessageRow = Selectable<MessageTable>

/** Addresses that asked for no more mails of a site. */
export interface MailRefusalTable {
  site_id: number
  email_key: string
  created_at: number
}
