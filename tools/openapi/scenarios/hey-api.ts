import { createClient } from '../generated/hey-api/client/index.ts'
import * as api from '../generated/hey-api/index.ts'
import { must, mustBe, type Target } from './expectations.ts'

/** The client of @hey-api/openapi-ts. The token is sent in a header only, because URLs are logged. */
export async function tell({ url, token }: Target): Promise<void> {
  const client = createClient({ baseUrl: url, auth: (way) => (way.in === 'query' ? undefined : token) })
  const created = await api.createArticle({
    client,
    body: { title: 'Morning', content: '<p>Mist.</p>', category_id: 1 },
  })
  const id = must(created.data, 'created').data.id
  const path = { id }
  const read = await api.getArticle({ client, path })
  mustBe(must(read.data, 'read').data.title, 'Morning', 'the title')
  const changed = await api.updateArticle({ client, path, body: { title: 'Evening' } })
  mustBe(must(changed.data, 'changed').data.title, 'Evening', 'the title')
  await api.publishArticle({ client, path, body: {} })
  const listed = await api.listArticles({ client, query: { ids: [id] } })
  mustBe(must(listed.data, 'listed').data.list[0]?.status, 1, 'the status')
  const missing = await api.getArticle({ client, path: { id: 999_999 } })
  mustBe(missing.error?.error, 'article-not-found', 'the problem')
  const uploaded = await api.uploadMedia({ client, body: { file: new Blob(['Some words.']) } })
  mustBe(must(uploaded.data, 'uploaded').data.size, 11, 'the size of the file')
  await api.deleteArticle({ client, path })
}
