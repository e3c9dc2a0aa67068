import { getArticle } from '@inkstone/contract/articles.ts'
import { useParams } from '@tanstack/react-router'
import { useEdited } from '../../lib/edited.ts'
import { useEditorPlace } from '../../lib/editor-place.ts'
import { Loaded } from '../../ui/page.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleReading } from './article-reading.tsx'
import { useArticleRights } from './article-rights.ts'

export function ArticlePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { isNew, key, onCreated, reopen } = useEditorPlace(id, '/articles')
  return isNew ? (
    <ArticleEditor key={key} onCreated={onCreated} onBeginAnew={reopen} />
  ) : (
    <OpenedArticle key={id} id={id} />
  )
}

function OpenedArticle({ id }: { id: string }) {
  const rights = useArticleRights()
  const { answer, round, beginAnew } = useEdited(getArticle, { params: { id } })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) =>
        rights(data).edit ? (
          <ArticleEditor key={round} read={{ article: data, etag }} onBeginAnew={beginAnew} />
        ) : (
          <ArticleReading article={data} />
        )
      }
    </Loaded>
  )
}
