import { getArticle } from '@inkstone/contract/articles.ts'
import { useParams } from '@tanstack/react-router'
import { useEdited } from '../../lib/edited.ts'
import { Loaded } from '../../ui/page.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { ArticleReading } from './article-reading.tsx'
import { useArticleRights } from './article-rights.ts'

export function NewArticlePage() {
  return <ArticleEditor key="new" />
}

export function ArticlePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const rights = useArticleRights()
  const { answer, round, reread, beginAnew } = useEdited(getArticle, { params: { id } })
  return (
    <Loaded answer={answer}>
      {({ data, etag }) =>
        rights(data).edit ? (
          <ArticleEditor
            key={`${data.id} ${round}`}
            read={{ article: data, etag, reread }}
            onBeginAnew={beginAnew}
          />
        ) : (
          <ArticleReading article={data} />
        )
      }
    </Loaded>
  )
}
