import { type ArticleDetail, createArticle, getArticle, updateArticle } from '@inkstone/contract/articles.ts'
import { callWithTag } from '../../lib/api.ts'
import type { Fields } from '../../lib/fields.ts'
import { type Remote, useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { type ArticleForm, formOf, type ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'

/** A category that is not chosen yet is not sent: the server says which field is missing. */
function bodyOf({ category_id, ...rest }: Partial<ArticleForm>) {
  return { ...rest, ...(typeof category_id === 'number' && { category_id }) }
}

export function useSavingArticle(
  read: ReadArticle | undefined,
  form: Fields<ArticleForm>,
  { onCreated, onRead }: { onCreated: (id: number) => void; onRead: (article: ArticleDetail) => void },
) {
  const say = useWords(articleWords)
  const remote: Remote<ArticleForm> = {
    async create(values, idempotencyKey) {
      const { data, etag } = await callWithTag(createArticle, {
        body: { ...bodyOf(values), status: 0 },
        idempotencyKey,
      })
      return { id: data.id, etag }
    },
    async update(id, changes, ifMatch) {
      return (await callWithTag(updateArticle, { params: { id }, body: bodyOf(changes), ifMatch })).etag
    },
    async read(id) {
      const answer = await callWithTag(getArticle, { params: { id } }).catch(() => undefined)
      if (!answer) return
      onRead(answer.data)
      return { id, etag: answer.etag, values: formOf(answer.data) }
    },
  }
  return useSaving({
    opened: read && { id: read.article.id, etag: read.etag, values: formOf(read.article) },
    remote,
    form,
    touches: ARTICLE_TOUCHES,
    saved: say('saved'),
    onCreated,
  })
}
