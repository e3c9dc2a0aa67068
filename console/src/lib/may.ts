import type { Permission } from '@inkstone/contract/permissions.ts'
import { me } from '@inkstone/contract/sessions.ts'
import { useAnswer } from './asking.ts'
import { useSession } from './session.ts'

/** Whether the signed-in user may do something on this site: the server says so, the console only hides what is vain. */
export function useMay(): (permission: Permission) => boolean {
  const session = useSession()
  const { data } = useAnswer(me, {}, { enabled: session !== undefined && !session.ended })
  return (permission) => data?.permissions.includes(permission) ?? false
}

export function useMe() {
  const session = useSession()
  return useAnswer(me, {}, { enabled: session !== undefined && !session.ended }).data
}
