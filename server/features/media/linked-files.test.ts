import { beforeAll, expect, test } from 'vitest'
import { mp3, mp4, pdf } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

const ORIGIN = 'https://www.example.com'
const service = await startTestService({ PUBLIC_URL: ORIGIN })
let site: TestSite
const files: { id: number; url: string; path: string }[] = []

async function upload(filename: string, content: Buffer) {
  const { payload, headers } = multipart([{ name: 'file', filename, content }])
  const { data } = await site.admin.send('POST', '/api/media/upload', payload, headers)
  files.push({ id: data.id, url: data.url, path: data.url.replace(ORIGIN, '') })
}

/** The markup that the editor writes for a document, a song and a video. */
const text = ([report, song, film]: readonly string[]) =>
  `<p>See <a href="${report}">My_report [final] * 2.pdf (1.2 MB)</a> now</p>` +
  `<audio controls title="Song &amp; dance.mp3" src="${song}"></audio>` +
  `<video controls title="Film.mp4" src="${film}"></video>`
const stored = () => text(files.map(({ path }) => path))
const shown = () => text(files.map(({ url }) => url))

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1 })
  await upload('My_report [final] * 2.pdf', pdf())
  await upload('Song & dance.mp3', mp3())
  await upload('Film.mp4', mp4())
})

test('links to files and players are saved completely, counted as uses and shown on MEDIA_URL', async () => {
  const sent = { title: 'With files', alias: 'with-files', content: shown(), status: 1 }
  const article = await site.admin.post('/api/articles', { ...sent, category_id: site.defaultCategoryId })
  const page = await site.admin.post('/api/pages', sent)
  for (const { status, data } of [article, page]) {
    expect(status).toBe(201)
    expect(data.removed).toEqual([])
  }
  for (const [table, { id }] of [
    ['articles', article.data],
    ['pages', page.data],
  ] as const) {
    const row = service.engine.db.selectFrom(table).select('content').where('id', '=', id)
    expect((await row.executeTakeFirstOrThrow()).content).toBe(stored())
    expect((await site.admin.get(`/api/${table}/${id}`)).data.content).toBe(shown())
  }
  for (const { id } of files)
    expect((await site.admin.get(`/api/media/${id}`)).data.used_in).toEqual([
      { type: 'article', id: article.data.id, title: 'With files', as: 'content' },
      { type: 'page', id: page.data.id, title: 'With files', as: 'content' },
    ])
  const node = await service.newNode({ MEDIA_URL: 'https://files.example.com' })
  const moved = text(files.map(({ path }) => `https://files.example.com${path}`))
  for (const url of ['/articles/with-files', '/with-files']) {
    const { payload } = await node.app.inject({ url, headers: { 'x-site': String(site.id) } })
    expect(payload).toContain(moved)
  }
})

test('they come back from Markdown, and an export has the files', async () => {
  const category_id = site.defaultCategoryId
  const { id } = (
    await site.admin.post('/api/articles', { title: 'Exported', content: shown(), category_id })
  ).data
  const read = async (query = '') => (await site.admin.get(`/api/articles/${id}${query}`)).data.content
  const content = await read('?format=markdown')
  expect(content).toContain(`](${files[0]?.url})`)
  await site.admin.put(`/api/articles/${id}`, { content, content_format: 'markdown' })
  expect((await read()).replaceAll('\n', '')).toBe(shown())
  const archive = await site.admin.get(`/api/articles/export?format=markdown&ids=${id}`)
  for (const { path } of files) expect(archive.text).toContain(path.replace('/uploads/', 'media/'))
})
