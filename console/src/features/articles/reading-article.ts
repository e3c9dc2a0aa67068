import { getArticle } from '@inkstone/contract/article-endpoints.ts'
import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { getWorkingCopy } from '@inkstone/contract/working-copies.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, callWithTag } from '../../lib/api.ts'
import { tellFailure } from '../../lib/asking.ts'
import { useSite } from '../../lib/site.ts'
import type { ReadArticle } from './article-fields.ts'

const hasCopy = ({ working_copy, can }: ArticleDetail) => working_copy === 1 && can?.edit === 1

/** The article, and its working copy where there is one: that is what is written on. */
export async function readForEditing(id: number | string): Promise<ReadArticle> {
  const { data: article, etag } = await callWithTag(getArticle, { params: { id: Number(id) } })
  if (!hasCopy(article)) return { article, etag }
  const copy = await callWithTag(getWorkingCopy, { params: { id: article.id } })
  return { article, copy: copy.data, etag: copy.etag }
}

/** Read when it is opened and when somebody asks for it, never behind their back. */
export function useArticleForEditing(id: string) {
  const site = useSite()
  const [round, setRound] = useState(0)
  const answer = useQuery<ReadArticle, ApiError>({
    queryKey: ['edited article', id, site],
    queryFn: () => readForEditing(id),
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
