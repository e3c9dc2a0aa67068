import * as api from '../generated/orval.ts'
import { mustBe, type Target } from './expectations.ts'

/** The client of orval, which calls the global fetch with relative URLs. */
export async function tell({ token }: Target): Promise<void> {
  const as = { headers: { authorization: `Bearer ${token}` } }
  const created = await api.createArticle(
    { title: 'Morning', content: '<p>Mist.</p>', category_id: 1 },
    undefined,
    as,
  )
  if (created.status !== 201) throw new Error(`created: ${created.status}`)
  const { id } = created.data.data
  const read = await api.getArticle(id, undefined, as)
  if (read.status !== 200) throw new Error(`read: ${read.status}`)
  mustBe(read.data.data.title, 'Morning', 'the title')
  await api.publishArticle(id, {}, undefined, as)
  const listed = await api.listArticles({ ids: [id] }, as)
  if (listed.status !== 200) throw new Error(`listed: ${listed.status}`)
  mustBe(listed.data.data.list[0]?.status, 1, 'the status')
  const missing = await api.getArticle(999_999, undefined, as)
  if (missing.status !== 404) throw new Error(`missing: ${missing.status}`)
  mustBe(missing.data.error, 'article-not-found', 'the problem')
  const uploaded = await api.uploadMedia({ file: new Blob(['Some words.']) }, undefined, as)
  mustBe(uploaded.status, 200, 'the status of the upload')
  await api.deleteArticle(id, undefined, as)
}
