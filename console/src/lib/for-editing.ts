import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from './api-error.ts'
import { showError } from './requests.ts'
import { useSite } from './site.ts'

/** What an editor edits: read when it is opened and on request, never in the background. */
export function useForEditing<Read>(
  kind: 'article' | 'page',
  name: string,
  read: (name: string) => Promise<Read>,
) {
  const site = useSite()
  const [round, setRound] = useState(0)
  const answer = useQuery<Read, ApiError>({
    queryKey: ['for editing', kind, name, site],
    queryFn: () => read(name),
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    answer,
    /** Grows each time the editor starts over. */
    round,
    async startOver(): Promise<void> {
      const { error } = await answer.refetch()
      if (error) showError(error)
      else setRound((before) => before + 1)
    },
  }
}
