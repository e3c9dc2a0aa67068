import createClient from 'openapi-fetch'
import type { paths } from '../generated/openapi-typescript.ts'
import { must, mustBe, type Target } from './expectations.ts'

/** The types of openapi-typescript, called with openapi-fetch. */
export async function tell({ url, token }: Target): Promise<void> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } })
  const created = await client.POST('/api/articles', {
    body: { title: 'Morning', content: '<p>Mist.</p>', category_id: 1 },
  })
  const id = must(created.data, 'created').data.id
  const path = { id }
  const read = await client.GET('/api/articles/{id}', { params: { path } })
  mustBe(must(read.data, 'read').data.title, 'Morning', 'the title')
  const etag = must(read.response.headers.get('etag'), 'an ETag')
  const changed = await client.PUT('/api/articles/{id}', {
    params: { path, header: { 'If-Match': etag } },
    body: { title: 'Evening' },
  })
  mustBe(must(changed.data, 'changed').data.title, 'Evening', 'the title')
  const late = await client.PUT('/api/articles/{id}', {
    params: { path, header: { 'If-Match': etag } },
    body: { title: 'Night' },
  })
  mustBe(late.error?.error, 'stale', 'the problem')
  await client.POST('/api/articles/{id}/publish', { params: { path }, body: {} })
  const listed = await client.GET('/api/articles', { params: { query: { ids: [id], include: ['content'] } } })
  mustBe(must(listed.data, 'listed').data.list[0]?.status, 1, 'the status')
  const refused = await client.POST('/api/articles', { body: { title: '', content: '', category_id: 1 } })
  must(
    refused.error && 'errors' in refused.error ? refused.error.errors?.title : undefined,
    'an error at title',
  )
  const missing = await client.GET('/api/articles/{id}', { params: { path: { id: 999_999 } } })
  mustBe(missing.error?.error, 'article-not-found', 'the problem')
  const uploaded = await client.POST('/api/media/upload', {
    body: { file: 'Some words.' },
    bodySerializer: ({ file }) => {
      const form = new FormData()
      form.set('file', new Blob([file]), 'note.txt')
      return form
    },
  })
  mustBe(must(uploaded.data, 'uploaded').data.filename, 'note.txt', 'the name of the file')
  const exported = await client.GET('/api/articles/export', {
    params: { query: { format: 'csv' } },
    parseAs: 'text',
  })
  must(exported.data, 'exported')
  const changes = await client.GET('/api/changes', {})
  must(changes.data?.data.next, 'a cursor')
  await client.DELETE('/api/articles/{id}', { params: { path } })
}
