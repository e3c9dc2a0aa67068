import type { Permission } from '@inkstone/contract/permissions.ts'
import { me } from '@inkstone/contract/sessions.ts'
import { useAnswer } from './asking.ts'
import { useSession } from './session.ts'

/** Whether the signed-in user may do something on this site: the server says so, the console only hides what is vain. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMeAnswer()
  return (permission) => data?.permissions.includes(permission) ?? false
}

export function useMe() {
  return useMeAnswer().data
}

export function useMeAnswer() {
  const session = useSession()
  return useAnswer(me, {}, { enabled: session !== undefined && !session.ended })
}
