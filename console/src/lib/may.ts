import type { AnswerOf } from '@inkstone/contract/endpoint.ts'
import type { Permission } from '@inkstone/contract/permissions.ts'
import { me } from '@inkstone/contract/sessions.ts'
import { useEffect } from 'react'
import { useAnswer } from './requests.ts'
import { useSession } from './session.ts'
import { useSite } from './site.ts'
import { storedValue } from './stored-value.ts'

type Me = AnswerOf<typeof me>

/** The last response, so that the navigation is shown while the server is busy. */
const lastMe = storedValue<{ site: number | undefined; answer: Me }>('inkstone.me')

/** Whether the user has a permission on this site. The server checks it; the console only hides the rest. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useMeAnswer()
  return (permission) => data?.permissions.includes(permission) ?? false
}

export function useMe() {
  return useMeAnswer().data
}

export function useIsMe(): (person: { readonly id: number } | undefined) => boolean {
  const me = useMe()
  return (person) => me !== undefined && me.id === person?.id
}

export function useMeAnswer() {
  const session = useSession()
  const site = useSite()
  const answer = useAnswer(me, {}, { enabled: session !== undefined && !session.ended })
  const last = lastMe.use()
  const isUsable = last !== undefined && last.site === site && last.answer.id === session?.user.id
  return { ...answer, data: answer.data ?? (isUsable && !isRefused(answer.error) ? last.answer : undefined) }
}

const isRefused = (error: { readonly status: number } | null) =>
  error !== null && error.status >= 400 && error.status < 500 && error.status !== 429

/** Called once, by the shell. */
export function useStoreMe(): void {
  const site = useSite()
  const { data } = useAnswer(me)
  useEffect(() => {
    if (data) lastMe.set({ site, answer: data })
  }, [data, site])
}
