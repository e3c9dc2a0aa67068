import { type ArticleDetail, createArticle, updateArticle } from '@inkstone/contract/articles.ts'
import { call } from '../../lib/api.ts'
import { changedFields, type Fields } from '../../lib/fields.ts'
import { useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import type { ArticleForm } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'

export function useSavingArticle({
  article,
  etag,
  form,
  first,
  onReload,
}: {
  article: ArticleDetail | undefined
  etag: string | undefined
  form: Fields<ArticleForm>
  first: ArticleForm
  onReload: (() => void) | undefined
}) {
  const say = useWords(articleWords)
  async function send(over: boolean): Promise<number> {
    const { category_id, ...rest } = article ? changedFields(first, form.values) : form.values
    const body = { ...rest, ...(typeof category_id === 'number' && { category_id }) }
    if (!article) return (await call(createArticle, { body: { ...body, status: 0 } })).id
    if (Object.keys(body).length === 0) return article.id
    const ifMatch = over ? undefined : etag
    return (await call(updateArticle, { params: { id: article.id }, body, ifMatch })).id
  }
  return useSaving({
    send,
    isNew: article === undefined,
    form,
    touches: ARTICLE_TOUCHES,
    saved: say('saved'),
    addressOf: (id) => `/articles/${id}`,
    onReload,
  })
}
