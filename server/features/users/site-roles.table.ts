import type { Role } from '@inkstone/contract/permissions.ts'

/** A role that a user was given on one site. */
export interface UserSiteTable {
  user_id: number
  site_id: number
  role: Role
}
