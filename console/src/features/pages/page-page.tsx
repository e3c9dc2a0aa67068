import { getPage } from '@inkstone/contract/pages.ts'
import { useParams } from '@tanstack/react-router'
import { useEdited } from '../../lib/edited.ts'
import { useEditorPlace } from '../../lib/editor-place.ts'
import { Loaded } from '../../ui/page.tsx'
import { PageEditor } from './page-editor.tsx'

export function PagePage() {
  const { alias } = useParams({ strict: false }) as { alias: string }
  const { isNew, key, onCreated, reopen } = useEditorPlace(alias, '/pages')
  return isNew ? (
    <PageEditor key={key} onCreated={onCreated} onBeginAnew={reopen} />
  ) : (
    <OpenedPage key={alias} alias={alias} />
  )
}

function OpenedPage({ alias }: { alias: string }) {
  const { answer, round, beginAnew } = useEdited(getPage, { params: { alias } })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) => (
        <PageEditor key={`${data.id} ${round}`} read={{ page: data, etag }} onBeginAnew={beginAnew} />
      )}
    </Loaded>
  )
}
