import { getArticle } from '@inkstone/contract/article-endpoints.ts'
import type { ArticleDetail } from '@inkstone/contract/articles.ts'
import { getWorkingCopy } from '@inkstone/contract/working-copies.ts'
import { callWithTag } from '../../lib/api.ts'
import type { ReadArticle } from './article-fields.ts'

const hasCopy = ({ working_copy, can }: ArticleDetail) => working_copy === 1 && can?.edit === 1

/** The article, and its working copy if there is one, which is then what is edited. */
export async function readForEditing(id: number | string): Promise<ReadArticle> {
  const { data: article, etag } = await callWithTag(getArticle, { params: { id: Number(id) } })
  if (!hasCopy(article)) return { article, etag }
  const copy = await callWithTag(getWorkingCopy, { params: { id: article.id } })
  return { article, copy: copy.data, etag: copy.etag }
}
