import type { Generated, Selectable } from 'kysely'

export type LinkPurpose = 'password' | 'invitation' | 'email' | 'registration'

/** The purpose of a link, which works once until it expires. The token itself is not stored. */
export interface AccountLinkTable {
  token_hash: string
  user_id: number
  purpose: LinkPurpose
  /** The address that is confirmed by opening it. */
  email: Generated<string>
  expires_at: number
  created_at: number
}
export type AccountLinkRow = Selectable<AccountLinkTable>
