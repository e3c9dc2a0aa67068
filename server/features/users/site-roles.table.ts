import type { Role } from '@inkstone/contract/permissions.ts'

/** The role of a user on one site. */
export interface UserSiteTable {
  user_id: number
  site_id: number
  role: Role
}
