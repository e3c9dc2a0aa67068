import { useParams } from '@tanstack/react-router'
import { useEditorPlace } from '../../lib/editor-place.ts'
import { useForEditing } from '../../lib/for-editing.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { PageEditor } from './page-editor.tsx'
import { pageWords } from './pages.words.ts'
import { readForEditing } from './reading-page.ts'

export function PagePage() {
  const { alias } = useParams({ strict: false }) as { alias: string }
  const { isNew, key, onCreated, reopen } = useEditorPlace(alias, '/pages')
  return isNew ? (
    <PageEditor key={key} onCreated={onCreated} onStartOver={reopen} />
  ) : (
    <OpenedPage key={alias} alias={alias} />
  )
}

function OpenedPage({ alias }: { alias: string }) {
  const say = useWords(pageWords)
  const { answer, round, startOver } = useForEditing('page', alias, readForEditing)
  return (
    <Loaded answer={answer} back={{ to: '/pages', label: say('back') }}>
      {(read) => <PageEditor key={`${read.page.id} ${round}`} read={read} onStartOver={startOver} />}
    </Loaded>
  )
}
