import { createArticle, updateArticle } from '@inkstone/contract/articles.ts'
import { call } from '../../lib/api.ts'
import { changedFields, type Fields } from '../../lib/fields.ts'
import { useSaving } from '../../lib/saving.ts'
import { useWords } from '../../lib/words.tsx'
import { type ArticleForm, formOf, type ReadArticle } from './article-fields.ts'
import { articleWords } from './articles.words.ts'
import { ARTICLE_TOUCHES } from './publication.ts'

export function useSavingArticle(read: ReadArticle | undefined, form: Fields<ArticleForm>) {
  const say = useWords(articleWords)
  async function send(over: boolean): Promise<number> {
    const { category_id, ...rest } = read ? changedFields(form.base, form.values) : form.values
    const body = { ...rest, ...(typeof category_id === 'number' && { category_id }) }
    if (!read) return (await call(createArticle, { body: { ...body, status: 0 } })).id
    const { id } = read.article
    if (Object.keys(body).length === 0) return id
    return (await call(updateArticle, { params: { id }, body, ifMatch: over ? undefined : read.etag })).id
  }
  async function reread(from: ReadArticle): Promise<ArticleForm | undefined> {
    const article = await from.reread()
    return article && formOf(article)
  }
  return useSaving({
    send,
    form,
    touches: ARTICLE_TOUCHES,
    saved: say('saved'),
    addressOf: (id) => `/articles/${id}`,
    reread: read && (() => reread(read)),
  })
}
