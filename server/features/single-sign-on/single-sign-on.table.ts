/** An account at an OpenID provider, and the user whom it logs in. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  user_id: number
  created_at: number
}
