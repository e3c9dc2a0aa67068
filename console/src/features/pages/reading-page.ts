import { getPageDraft } from '@inkstone/contract/page-history.ts'
import { getPage } from '@inkstone/contract/pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, callWithTag } from '../../lib/api.ts'
import { tellFailure } from '../../lib/asking.ts'
import { useSite } from '../../lib/site.ts'
import type { ReadPage } from './page-fields.ts'

const NOT_FOUND = 404

/** The page, and its draft where there is one: that is what is written on. */
export async function readForEditing(name: string): Promise<ReadPage> {
  const { data: page, etag } = await callWithTag(getPage, { params: { alias: name } })
  const draft = await callWithTag(getPageDraft, { params: { alias: String(page.id) } }).catch((failure) => {
    if (failure instanceof ApiError && failure.status === NOT_FOUND) return undefined
    throw failure
  })
  return draft ? { page, draft: draft.data, etag: draft.etag } : { page, etag }
}

/** Read when it is opened and when somebody asks for it, never behind their back. */
export function usePageForEditing(name: string) {
  const site = useSite()
  const [round, setRound] = useState(0)
  const answer = useQuery<ReadPage, ApiError>({
    queryKey: ['edited page', name, site],
    queryFn: () => readForEditing(name),
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    answer,
    /** Another with each beginning. */
    round,
    async beginAnew(): Promise<void> {
      const { error } = await answer.refetch()
      if (error) tellFailure(error)
      else setRound((before) => before + 1)
    },
  }
}
