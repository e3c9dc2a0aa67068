/** An account at an OpenID provider, and its linked user. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  user_id: number
  created_at: number
}
