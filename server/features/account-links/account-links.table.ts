import type { Generated, Selectable } from 'kysely'

export type LinkPurpose = 'password' | 'invitation' | 'email' | 'registration'

/** What a link sent to a person may do, once, until it expires. The token itself is not kept. */
export interface AccountLinkTable {
  token_hash: string
  user_id: number
  purpose: LinkPurpose
  /** The address that is confirmed by following it. */
  email: Generated<string>
  expires_at: number
  created_at: number
}
export type AccountLinkRow = Selectable<AccountLinkTable>
