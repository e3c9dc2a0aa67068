import { useParams } from '@tanstack/react-router'
import { useEditorPlace } from '../../lib/editor-place.ts'
import { useForEditing } from '../../lib/for-editing.ts'
import { isOfGone } from '../../lib/save-failures.ts'
import { useWords } from '../../lib/words.tsx'
import { Loaded } from '../../ui/page.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleReading } from './article-reading.tsx'
import { rightsOn } from './article-rights.ts'
import { articleWords } from './articles.words.ts'
import { GoneArticle } from './gone-article.tsx'
import { readForEditing } from './reading-article.ts'

export function ArticlePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { isNew, key, onCreated, reopen } = useEditorPlace(id, '/articles')
  return isNew ? (
    <ArticleEditor key={key} onCreated={onCreated} onStartOver={reopen} />
  ) : (
    <OpenedArticle key={id} id={id} />
  )
}

function OpenedArticle({ id }: { id: string }) {
  const say = useWords(articleWords)
  const { answer, round, startOver } = useForEditing('article', id, readForEditing)
  if (answer.error && isOfGone(answer.error) && answer.data === undefined)
    return <GoneArticle id={Number(id)} error={answer.error} />
  return (
    <Loaded answer={answer} back={{ to: '/articles', label: say('backToList') }}>
      {(read) =>
        rightsOn(read.article).edit ? (
          <ArticleEditor key={round} read={read} onStartOver={startOver} />
        ) : (
          <ArticleReading article={read.article} />
        )
      }
    </Loaded>
  )
}
