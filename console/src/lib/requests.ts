import type { AnswerOf, Endpoint } from '@inkstone/contract/endpoint.ts'
import { notifications } from '@mantine/notifications'
import { type Query, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input } from './api.ts'
import { ApiError } from './api-error.ts'
import { withSecondFactor } from './second-factor.ts'
import { sentences } from './sentences.ts'
import { currentSession, useSession } from './session.ts'
import { useSite } from './site.ts'
import { useLanguage } from './words.tsx'

/** Responses stay fresh for a while, because of the rate limit, and are refetched after every change. */
const FRESH_FOR_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      refetchOnWindowFocus: false,
      // Without a network show an error instead of waiting.
      networkMode: 'always',
      retry: isWorthRetrying,
      retryDelay: (failures, error) => waitBefore(failures, error),
    },
    mutations: { networkMode: 'always' },
  },
})

const TOO_MANY_REQUESTS = 429
const MAX_WAIT_MS = 60_000

/** A lost connection is retried twice. A rate limit passes, so it is waited for. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (isRateLimit(error)) return failures < 5
  return error instanceof ApiError && error.status === 0 && failures < 2
}

export function isRateLimit(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === TOO_MANY_REQUESTS
}

const NOT_FOUND = 404

/** Somebody else, or another request of a group, has done it already. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === NOT_FOUND
}

export function waitBefore(failures: number, error: unknown): number {
  if (isRateLimit(error)) return Math.min(Math.max(error.retryAfterMs, 1000), MAX_WAIT_MS)
  return 1000 * 2 ** failures
}

/** The response of an endpoint for the current site. While the next page loads, the previous one stays. */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {},
  { enabled = true }: { enabled?: boolean } = {},
) {
  const site = useSite()
  const { language } = useLanguage()
  const who = useSession()?.user.id
  return useQuery<AnswerOf<E>, ApiError>({
    queryKey: [endpoint.path, input, site, language, who],
    queryFn: () => call(endpoint, input),
    placeholderData: (before, previousQuery) =>
      previousQuery?.queryKey[2] === site && previousQuery?.queryKey[4] === who ? before : undefined,
    enabled,
  })
}

interface ActionOptions<E extends Endpoint> {
  /** The notification on success. */
  readonly done?: string | ((answer: AnswerOf<E>) => string)
  /** Paths to refetch, with everything below them. */
  readonly touches: readonly string[]
  readonly onDone?: (answer: AnswerOf<E>) => void
  /** The form that shows errors at its fields. */
  readonly form?: { refuse(error: unknown): boolean }
}

/** A request that changes something: shows the result or the error, and refetches what it changed. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { done, touches, onDone, form }: ActionOptions<E>,
) {
  const client = useQueryClient()
  return useMutation<AnswerOf<E>, ApiError, Input<E>>({
    mutationFn: (input) => withSecondFactor(() => call(endpoint, input)),
    onSuccess: async (answer) => {
      await refreshAll(client, touches)
      if (done !== undefined)
        notifications.show({ color: 'teal', message: typeof done === 'string' ? done : done(answer) })
      onDone?.(answer)
    },
    onError: (error) => {
      if (!form?.refuse(error)) showError(error)
    },
  })
}

/** Runs several requests as one action: shows an error, and refetches what they changed. */
export function useSeveral(touches: readonly string[]) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      showError(failure as Error)
    } finally {
      await refreshAll(client, touches)
      setBusy(false)
    }
  }

  return { busy, run }
}

export async function refreshAll(client: QueryClient, touches: readonly string[]): Promise<void> {
  await client.invalidateQueries({ predicate: isTouched(touches) })
}

/** Refetched when it is next shown, not at once. */
export function markStale(client: QueryClient, touches: readonly string[]): void {
  client.invalidateQueries({ predicate: isTouched(touches), refetchType: 'none' })
}

function isTouched(touches: readonly string[]) {
  return ({ queryKey: [path] }: Pick<Query, 'queryKey'>) =>
    touches.some((touched) => path === touched || String(path).startsWith(`${touched}/`))
}

export function showError(error: Error): void {
  // When the session has ended, the sign-in dialog is shown instead.
  if (currentSession()?.ended) return
  notifications.show({ color: 'red', message: reasonOf(error), autoClose: 8_000 })
}

/** The errors of the fields, which say more than the error itself. */
export function reasonOf(error: unknown): string {
  const ofFields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  if (ofFields.length > 0) return sentences(ofFields)
  return error instanceof Error ? error.message : String(error)
}
