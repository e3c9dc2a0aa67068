import { getPage } from '@inkstone/contract/pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Answered, type ApiError, callWithTag } from '../../lib/api.ts'
import { useSite } from '../../lib/site.ts'
import { Loaded } from '../../ui/page.tsx'
import { PageEditor } from './page-editor.tsx'
import type { PageDetail } from './page-fields.ts'

export function NewPagePage() {
  return <PageEditor key="new" />
}

/** Read when it is opened and after it was saved, never behind the back of who is writing. */
export function PagePage() {
  const { alias } = useParams({ strict: false }) as { alias: string }
  const site = useSite()
  const answer = useQuery<Answered<PageDetail>, ApiError>({
    queryKey: ['page that is edited', alias, site],
    queryFn: () => callWithTag(getPage, { params: { alias } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) => (
        <PageEditor
          key={`${data.id} ${answer.dataUpdatedAt}`}
          page={data}
          etag={etag}
          onReload={() => answer.refetch()}
        />
      )}
    </Loaded>
  )
}
