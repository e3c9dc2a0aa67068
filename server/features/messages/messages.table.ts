import type { Generated, Selectable } from 'kysely'

export interface MessageTable {
  id: Generated<number>
  site_id: number
  user_id: number
  kind: string
  /** The data of the message as JSON. The text is generated in the language of the reader. */
  details: string
  read_at: number | null
  created_at: number
}
export type MessageRow = Selectable<MessageTable>

/** Addresses that unsubscribed from the e-mails of a site. */
export interface MailRefusalTable {
  site_id: number
  email_key: string
  created_at: number
}
