import { getPage } from '@inkstone/contract/pages.ts'
import { useParams } from '@tanstack/react-router'
import { useEdited } from '../../lib/edited.ts'
import { Loaded } from '../../ui/page.tsx'
import { PageEditor } from './page-editor.tsx'

export function NewPagePage() {
  return <PageEditor key="new" />
}

export function PagePage() {
  const { alias } = useParams({ strict: false }) as { alias: string }
  const { answer, round, reread, beginAnew } = useEdited(getPage, { params: { alias } })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) => (
        <PageEditor key={`${data.id} ${round}`} read={{ page: data, etag, reread }} onBeginAnew={beginAnew} />
      )}
    </Loaded>
  )
}
