import type { AnswerOf, Endpoint } from '@inkstone/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answered, type ApiError, callWithTag, type Input } from './api.ts'
import { tellFailure } from './asking.ts'
import { useSite } from './site.ts'

/** What somebody edits at length: read when it is opened and when they ask for it, never behind their back. */
export function useEdited<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const site = useSite()
  const [round, setRound] = useState(0)
  const answer = useQuery<Answered<AnswerOf<E>>, ApiError>({
    queryKey: ['edited', endpoint.path, input, site],
    queryFn: () => callWithTag(endpoint, input),
    // Not even when everything else is read anew, as after signing in again.
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    answer,
    /** Another with each beginning. */
    round,
    /** As it stands now, instead of what was written here. */
    async beginAnew(): Promise<void> {
      const { error } = await answer.refetch()
      if (error) tellFailure(error)
      else setRound((before) => before + 1)
    },
  }
}
