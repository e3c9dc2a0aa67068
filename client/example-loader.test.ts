import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { noise } from '../server/platform/files/sample-files.ts'
import { startTestService } from '../server/test/harness.ts'
import { multipart } from '../server/test/multipart.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const builder: string = join(here, 'build.mjs')
const loader: string = join(here, '../examples/astro/src/inkstone-loader.mjs')
await (await import(builder)).buildClient()
const { inkstoneArticles } = await import(loader)

const service = await startTestService()
const site = await service.newSite()
await site.admin.put('/api/settings', { public_read: 1 })
const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
const { data: made } = await site.admin.post('/api/tokens', { name: 'Build', scope: 'content' })

/** A shared cache that stores what it may, and never asks again within the minutes of this test. */
const stored = new Map<string, string>()
let calls: string[] = []
let beforeCall = async (_path: string): Promise<unknown> => undefined
const cache = createServer(async ({ url: path = '', headers }, answer) => {
  calls.push(path)
  await beforeCall(path)
  const known = stored.get(path)
  if (known !== undefined) return void answer.end(known)
  const { authorization = '', 'x-site': site = '' } = headers
  const response = await fetch(url + path, { headers: { authorization, 'x-site': String(site) } })
  const text = await response.text()
  if (/s-maxage/.test(response.headers.get('cache-control') ?? '')) stored.set(path, text)
  answer.writeHead(response.status).end(text)
})
await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve))
afterAll(() => cache.close())

interface Article {
  readonly id: number
  readonly title: string
  readonly author: { readonly nickname: string }
  readonly category: { readonly name: string }
  readonly tags: readonly { readonly name: string }[]
  readonly cover_media: { readonly alt: string } | null
}

/** The store of a site that is built now and then. */
function newBuilder() {
  const entries = new Map<string, { readonly id: string; readonly data: Article }>()
  const meta = new Map<string, string>()
  const context = {
    store: {
      clear: () => entries.clear(),
      set: (entry: { id: string; data: Article }) => entries.set(entry.id, entry),
      delete: (id: string) => entries.delete(id),
      values: () => [...entries.values()],
    },
    meta,
    parseData: async ({ data }: { data: Article }) => data,
    generateDigest: () => '',
    logger: { info: () => undefined },
  }
  const { port } = cache.address() as AddressInfo
  const { load } = inkstoneArticles({ url: `http://127.0.0.1:${port}`, token: made.token, siteId: site.id })
  return {
    build: async () => {
      calls = []
      await load(context)
    },
    article: (id: number) => entries.get(String(id))?.data,
  }
}

async function newArticle(fields: object = {}): Promise<number> {
  const { data } = await site.admin.post('/api/articles', {
    title: 'First',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
    ...fields,
  })
  return data.id
}

test('a build behind a shared cache reads what has changed, and not what the cache stored before', async () => {
  const id = await newArticle()
  const { build, article } = newBuilder()
  await build()
  for (const title of ['Second', 'Third']) {
    await site.admin.put(`/api/articles/${id}`, { title })
    await build()
    expect(article(id)?.title).toBe(title)
  }
  const other = newBuilder()
  await site.admin.put(`/api/articles/${id}`, { title: 'Fourth' })
  await other.build()
  expect(other.article(id)?.title).toBe('Fourth')
  await site.admin.delete(`/api/articles/${id}`)
  await build()
  expect(article(id)).toBeUndefined()
})

test('a build reads the articles whose category, tag or author has another name, or whose cover has another text, and no others', async () => {
  const { data: tag } = await site.admin.post('/api/tags', { name: 'Ink' })
  const { data: category } = await site.admin.post('/api/categories', { name: 'Stones' })
  const editor = await site.user('editor')
  const plain = await newArticle()
  const tagged = await newArticle({ tag_ids: [tag.id] })
  const sorted = await newArticle({ category_id: category.id })
  const { payload, headers } = multipart([
    { name: 'file', filename: 'sea.png', content: await noise(20, 10).png().toBuffer() },
  ])
  const { data: picture } = await site.admin.send('POST', '/api/media/upload', payload, headers)
  const covered = await newArticle({ cover: picture.url })
  const { data: written } = await editor.post('/api/articles', {
    title: 'By an editor',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const { build, article } = newBuilder()
  await build()
  await site.admin.put(`/api/tags/${tag.id}`, { name: 'Brushes' })
  await site.admin.put(`/api/categories/${category.id}`, { name: 'Paper' })
  await site.admin.patch(`/api/media/${picture.id}`, { alt: 'The sea' })
  await editor.put('/api/auth/me', { nickname: 'Another name' })
  await site.admin.put(`/api/articles/${plain}`, { title: 'Second' })
  // Settings and authors are not in the feed: a name is as old as a shared cache allows.
  stored.clear()
  await build()
  expect(article(tagged)?.tags).toMatchObject([{ name: 'Brushes' }])
  expect(article(sorted)?.category).toMatchObject({ name: 'Paper' })
  expect(article(written.id)?.author).toMatchObject({ nickname: 'Another name' })
  expect(article(covered)?.cover_media).toMatchObject({ alt: 'The sea' })
  expect(article(plain)?.title).toBe('Second')
  await build()
  expect(calls).toHaveLength(2)
})

test('a first build misses no article if one of an earlier page is deleted while it reads', async () => {
  const titles = Array.from({ length: 101 }, (_, n) => `Of many ${n}`)
  const articles = titles.map((title) => ({
    title,
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
    publish_time: '2001-02-03 04:05:06',
  }))
  const last = articles.splice(100)
  const { data: made } = await site.admin.post('/api/articles/batch', { articles })
  const { data: others } = await site.admin.post('/api/articles/batch', { articles: last })
  const newest = await newArticle({ title: 'Deleted meanwhile' })
  beforeCall = async (path) => {
    if (/[?&]page=2&/.test(path)) await site.admin.delete(`/api/articles/${newest}`)
  }
  const { build, article } = newBuilder()
  await build()
  beforeCall = async () => undefined
  const ids: number[] = [...made.list, ...others.list].map(({ id }: { id: number }) => id)
  expect(ids.filter((id) => article(id) === undefined)).toEqual([])
  expect(article(newest)).toBeUndefined()
})
