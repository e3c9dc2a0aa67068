import { type ArticleDetail, getArticle } from '@inkstone/contract/articles.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Answered, type ApiError, callWithTag } from '../../lib/api.ts'
import { useSite } from '../../lib/site.ts'
import { Loaded } from '../../ui/page.tsx'
import { ArticleEditor } from './article-editor.tsx'

export function NewArticlePage() {
  return <ArticleEditor key="new" />
}

/** Read when it is opened and when somebody asks for it, never behind the back of who is writing. */
export function ArticlePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const site = useSite()
  const answer = useQuery<Answered<ArticleDetail>, ApiError>({
    queryKey: ['article that is edited', id, site],
    queryFn: () => callWithTag(getArticle, { params: { id: Number(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) => (
        <ArticleEditor
          key={`${id} ${answer.dataUpdatedAt}`}
          article={data}
          etag={etag}
          onReload={() => answer.refetch()}
        />
      )}
    </Loaded>
  )
}
