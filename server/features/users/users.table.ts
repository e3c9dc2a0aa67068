import type { Role } from '@inkstone/contract/permissions.ts'
import type { Flag } from '@inkstone/contract/schema.ts'
import type { Generated, Selectable } from 'kysely'

export interface UserTable {
  id: Generated<number>
  username: string
  /** Lower case, for lookup and uniqueness; null for a deleted user, which frees the name. */
  username_key: string | null
  email: string
  email_key: string | null
  nickname: Generated<string>
  avatar: Generated<string>
  bio: Generated<string>
  password_hash: string
  role: Role
  status: Generated<Flag>
  is_vip: Generated<Flag>
  vip_until: number | null
  language: Generated<string>
  last_login_at: number | null
  /** To the minute. */
  last_seen_at: number | null
  /** 1 until the user has set a password with the invitation link, or logged in with the OpenID provider. */
  invited: Generated<Flag>
  /** 1 until the user has confirmed the address they registered with. */
  unconfirmed: Generated<number>
  /** Whether the user wants e-mail about comments, on all sites. */
  mail_comments: Generated<number>
  /** When two-factor authentication was turned on, or null. */
  second_factor_at: number | null
  deleted_at: number | null
  created_at: number
  updated_at: number
}

export type UserRow = Selectable<UserTable>
