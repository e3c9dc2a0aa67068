import type { Role } from '@inkstone/contract/permissions.ts'
import type { UserRow } from '../users/users.table.ts'
import { showProfile } from '../users/users.view.ts'
import { TOKEN_SECONDS } from './tokens.rules.ts'

/** The answer to a login of any kind, with the role on the request's site. */
export function showLogin(token: string, user: UserRow, { role }: { role: Role }) {
  return { token, expire: TOKEN_SECONDS, user: { ...showProfile(user, Date.now()), role } }
}
