import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fromBufferPromise } from 'yauzl'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const archive = await fromBufferPromise(bytes)
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  return files
}

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
const ids: number[] = []

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  const fields = (title: string, status: number) => ({
    title,
    content: `<p>正文 ${title}, "quoted"</p>`,
    category_id: site.defaultCategoryId,
    status,
  })
  for (const [title, status] of [
    ['=1+1', 1],
    ['你好，世界', 1],
    ['draft', 0],
  ] as const)
    ids.push((await editor.post('/api/articles', fields(title, status))).data.id)
  ids.push((await site.admin.post('/api/articles', fields('of another', 0))).data.id)
})

describe('an export', () => {
  test('as csv has a byte order mark, a header, the visible articles, and no formula', async () => {
    const { status, headers, text } = await editor.get('/api/articles/export?format=csv')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/attachment; filename="articles-\d{4}-\d\d-\d\d\.csv"/)
    expect(text.startsWith('\ufeff')).toBe(true)
    const lines = text.slice(1).split('\r\n')
    expect(lines[0]?.startsWith('ID,Title,Summary,Author')).toBe(true)
    expect(text).toContain('你好，世界')
    expect(text).toContain('draft')
    expect(text).not.toContain('of another')
    expect(text).toContain("'=1+1")
    expect(text).toContain('""quoted""')
  })

  test('uses the filters of the list, or ids, and leaves out invisible articles', async () => {
    const titles = async (query: string) =>
      (await editor.get(`/api/articles/export?format=csv&${query}`)).text
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1])
        .filter(Boolean)
    expect(await titles('status=1')).toEqual(['你好，世界', "'=1+1"])
    expect(await titles(`ids=${ids.join(',')}`)).toEqual(['draft', '你好，世界', "'=1+1"])
    expect(await titles(`ids=${ids[3]}`)).toEqual([])
  })

  test('as excel and pdf is a valid file, with a Chinese name for Chinese readers', async () => {
    const excel = await editor.get('/api/articles/export?format=excel', { 'accept-language': 'zh' })
    expect(excel.status).toBe(200)
    expect(excel.headers['content-disposition']).toContain("filename*=UTF-8''%E6%96%87%E7%AB%A0-")
    expect(excel.text.startsWith('PK')).toBe(true)
    const pdf = await editor.get('/api/articles/export?format=pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.text.startsWith('%PDF-')).toBe(true)
  })

  test('as json has one article per line, as in the API', async () => {
    const { headers, text } = await editor.get('/api/articles/export?format=json')
    expect(headers['content-type']).toBe('application/x-ndjson')
    expect(headers['content-disposition']).toMatch(/filename="articles-\d{4}-\d\d-\d\d\.jsonl"/)
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ title }) => title)).toEqual(['draft', '你好，世界', '=1+1'])
    const { can: _, ...shown } = (await editor.get(`/api/articles/${ids[1]}`)).data
    expect(lines[1]).toEqual({ ...shown, old_aliases: [], category_path: [shown.category.name] })
  })

  test('as markdown has a file with front matter for each article, and the pictures', async () => {
    const { admin } = site
    const top = (await admin.post('/api/categories', { name: 'Top/slash' })).data.id
    const below = (await admin.post('/api/categories', { name: '下', parent_id: top })).data.id
    const tag = (await admin.post('/api/tags', { name: '标签: one' })).data.id
    const content = await noise(20, 10).png().toBuffer()
    const { payload, headers } = multipart([{ name: 'file', filename: 'a.png', content }])
    const media = (await admin.send('POST', '/api/media/upload', payload, headers)).data
    const fields = {
      title: 'With "all": of it',
      content: `<p>Text <img src="${media.url}" alt="a"></p><pre><code>---\nx: y\n</code></pre>`,
      alias: 'before',
      summary: 'Written by hand',
      cover: media.url,
      category_id: below,
      category_ids: [site.defaultCategoryId],
      tag_ids: [tag],
      seo_title: 'For searches',
      is_top: 1,
      allow_comment: 0,
      status: 1,
      publish_time: '2020-02-03T04:05:06Z',
      create_time: '2019-01-02T03:04:05Z',
    }
    const { id } = (await admin.post('/api/articles', fields)).data
    await admin.put(`/api/articles/${id}`, { alias: 'after' })
    const { headers: received, rawPayload } = await service.app.inject({
      url: `/api/articles/export?format=markdown&ids=${id}`,
      headers: { authorization: `Bearer ${admin.token}`, 'x-site': String(site.id) },
    })
    expect(received['content-type']).toBe('application/zip')
    const files = await unzip(rawPayload)
    const name = media.url.split('/').at(-1)
    expect([...files.keys()]).toEqual(['taxonomy.yaml', 'articles/after.md', `media/${name}`, 'media.jsonl'])
    expect(JSON.parse(String(files.get('media.jsonl')))).toEqual({
      file: `media/${name}`,
      filename: media.filename,
    })
    const [, matter = '', body] = String(files.get('articles/after.md')).split(/^---$/m)
    expect(parse(matter)).toEqual({
      title: fields.title,
      slug: 'after',
      aliases: ['before'],
      date: '2020-02-03T04:05:06.000Z',
      created: '2019-01-02T03:04:05.000Z',
      updated: expect.stringMatching(/^\d{4}-/),
      status: 'published',
      author: admin.username,
      summary: 'Written by hand',
      cover: `../media/${name}`,
      categories: [['Top/slash', '下'], ['Uncategorized']],
      tags: ['标签: one'],
      is_top: true,
      comments: false,
      seo_title: 'For searches',
      generator: 'inkstone',
    })
    expect(body).toContain(`![a](../media/${name})`)
    const served = await service.app.inject({ url: `/uploads/${name}` })
    expect(files.get(`media/${name}`)?.equals(served.rawPayload)).toBe(true)
  })

  const refusals: Array<[string, number]> = [
    ['', 400],
    ['format=word', 400],
    ['format=csv&ids=x', 400],
    [`format=csv&ids=${Array.from({ length: 1001 }, (_, index) => index + 1)}`, 400],
    ['format=csv&status=9', 400],
  ]
  for (const [query, status] of refusals)
    test(`rejects ?${query.slice(0, 25)} with ${status}`, async () => {
      expect((await editor.get(`/api/articles/export?${query}`)).status).toBe(status)
    })

  test('is available to editors', async () => {
    expect((await (await site.user('member')).get('/api/articles/export?format=csv')).status).toBe(403)
    expect((await site.anonymous.get('/api/articles/export?format=csv')).status).toBe(401)
  })
})
