import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'

const service = await startTestService({ RATE_LIMIT_USER: '0' })
let site: TestSite
let editor: TestUser

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const fields = (body: object) => ({ title: 'T', category_id: site.defaultCategoryId, ...body })
const create = async (body: object) => (await editor.post('/api/articles', fields(body))).data
const read = async (id: number, query = '') => (await editor.get(`/api/articles/${id}${query}`)).data.content

describe('removed markup is reported', () => {
  const content = '<p onclick="x()">Hi<script>1</script></p><iframe src="https://evil.example/"></iframe>'
  const removed = ['onclick', 'script', 'iframe']

  test('for every way to write an article or a page', async () => {
    const article = await create({ content })
    expect(article.removed).toEqual(removed)
    expect(await read(article.id)).toBe('<p>Hi</p>')
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await editor.send(method, `/api/articles/${article.id}`, { content })).data.removed).toEqual(
        removed,
      )
    expect((await editor.put(`/api/articles/${article.id}`, { title: 'U' })).data.removed).toEqual([])
    const page = (await site.admin.post('/api/pages', { title: 'P', content })).data
    expect(page.removed).toEqual(removed)
    expect((await site.admin.put(`/api/pages/${page.id}`, { content })).data.removed).toEqual(removed)
    const batch = await editor.post('/api/articles/batch', { articles: [fields({ content })] })
    expect(await read(batch.data.list[0].id)).toBe('<p>Hi</p>')
    await editor.put('/api/articles/batch', { ids: [article.id], data: { content: `<b>x</b>${content}` } })
    expect(await read(article.id)).toBe('<b>x</b><p>Hi</p>')
  })

  test('too deep nesting is rejected, in articles and pages, and nothing is stored', async () => {
    const deep = '<div>'.repeat(300)
    for (const [path, by] of [
      ['/api/articles', editor],
      ['/api/pages', site.admin],
    ] as const) {
      const { status, errors } = await by.post(path, fields({ content: deep }))
      expect([status, Object.keys(errors)]).toEqual([422, ['content']])
    }
  })

  test('long and hostile texts do not block other requests', async () => {
    const hostile = '<p><li>'.repeat(20_000) + '</b>'.repeat(80_000)
    const long = `<p>${'word '.repeat(30_000)}</p>`
    const [one, other] = await Promise.all([create({ content: hostile }), create({ content: long })])
    expect(one.id).toBeGreaterThan(0)
    expect(await read(other.id)).toBe(long)
  })

  test('an invalid srcset is not written to the log or the console', async () => {
    const { removed: gone } = await create({
      content: '<p><img src="/a.jpg" srcset="a\nforged line 3zz"></p>',
    })
    expect(gone).toEqual(['srcset'])
    expect(service.logLines.join('\n')).not.toContain('forged line')
  })
})

describe('Markdown', () => {
  const markdown = '# Title\n\nSome *text*[^n].\n\n* [x] done\n\n| a |\n|---|\n| 1 |\n\n[^n]: Note\n'

  test('is stored as sent, shown as HTML, and returned until the text changes', async () => {
    const { id } = await create({ content: markdown, content_format: 'markdown' })
    expect(await read(id)).toContain('<h1>Title</h1>')
    expect(await read(id, '?format=html')).toContain('data-type="taskList"')
    expect(await read(id, '?format=markdown')).toBe(markdown)
    await editor.put(`/api/articles/${id}`, { title: 'Another' })
    expect(await read(id, '?format=markdown')).toBe(markdown)
    await editor.put(`/api/articles/${id}`, { content: '<p>New <b>text</b></p>' })
    expect(await read(id, '?format=markdown')).toBe('New <b>text</b>')
    await editor.put(`/api/articles/${id}`, { content: 'Two\n---', content_format: 'markdown' })
    expect([await read(id), await read(id, '?format=markdown')]).toEqual(['<h2>Two</h2>', 'Two\n---'])
    const { number } = (await editor.get(`/api/articles/${id}/revisions`)).data.list.at(-1)
    await editor.post(`/api/articles/${id}/revisions/${number}/restore`)
    expect(await read(id, '?format=markdown')).toContain('# Title')
  })

  test('works for pages too, and for articles read by alias', async () => {
    const page = (
      await site.admin.post('/api/pages', { title: 'M', content: '*a*', content_format: 'markdown' })
    ).data
    expect(page.content).toBe('<p><em>a</em></p>')
    expect((await site.anonymous.get(`/api/pages/${page.id}?format=markdown`)).data.content).toBe('*a*')
    const article = await create({ content: '**b**', content_format: 'markdown', alias: 'in-markdown' })
    expect(article.id).toBeGreaterThan(0)
    const byAlias = await editor.get('/api/articles/by-alias/in-markdown?format=markdown')
    expect(byAlias.data.content).toBe('**b**')
  })

  test('is returned for working copies and previews like for articles', async () => {
    const { id } = await create({ content: markdown, content_format: 'markdown', status: 1 })
    const path = `/api/articles/${id}/working-copy`
    const previewOf = async (of: string) => {
      const { data } = await editor.post(`/api/articles/${id}/preview`, { of })
      return async (query = '') =>
        (await site.anonymous.get(`/api/preview?token=${data.token}${query}`)).data.content
    }
    const saved = await editor.put(`${path}?format=markdown`, { title: 'Another' })
    expect([saved.status, saved.data.content]).toEqual([200, markdown])
    const plain = await editor.get(path)
    expect(plain.data.content).toContain('<h1>Title</h1>')
    const inMarkdown = await editor.get(`${path}?format=markdown`)
    expect(inMarkdown.data).toEqual({ ...plain.data, content: markdown })
    const copied = await previewOf('working_copy')
    expect(await copied()).toContain('<h1>Title</h1>')
    expect([await copied('&format=markdown'), await copied('&format=html')]).toEqual([
      markdown,
      plain.data.content,
    ])

    const next = { content: '* next', content_format: 'markdown' }
    expect((await editor.put(path, next)).data.content).toContain('<ul>')
    expect((await editor.get(`${path}?format=markdown`)).data.content).toBe('* next')
    expect(await copied('&format=markdown')).toBe('* next')
    expect(await (await previewOf('article'))('&format=markdown')).toBe(markdown)

    const own = '<p>Now <b>HTML</b></p>'
    const { data } = await editor.put(`${path}?format=markdown`, { content: own })
    expect(data.content).toBe('Now <b>HTML</b>')
    expect(data.content).toBe((await editor.get(`${path}?format=markdown`)).data.content)
    expect(await copied('&format=markdown')).toBe(data.content)
    // The ETag is that of the copy, in both formats.
    const { headers } = await editor.get(`${path}?format=markdown`)
    const changed = await editor.put(`${path}?format=markdown`, next, { 'if-match': String(headers.etag) })
    expect([changed.status, changed.data.content]).toEqual([200, '* next'])
    await editor.post(`${path}/publish`)
    expect(await read(id, '?format=markdown')).toBe('* next')
  })

  test('of a working copy is not returned to callers who may not see it, nor in an unknown format', async () => {
    const { id } = await create({ content: markdown, content_format: 'markdown', status: 1 })
    const { id: draft } = await create({ content: markdown, content_format: 'markdown' })
    const other = await site.user('editor')
    const path = `/api/articles/${id}/working-copy`
    const save = (article: number, by = editor) =>
      by.put(`/api/articles/${article}/working-copy?format=markdown`, { title: 'X' })
    expect((await editor.get(`${path}?format=markdown`)).status).toBe(404)
    expect([(await save(id, other)).status, (await save(draft, other)).status]).toEqual([403, 404])
    expect((await save(999_999_999)).status).toBe(404)
    expect((await save(draft)).status).toBe(422)
    await save(id)
    expect((await other.get(`${path}?format=markdown`)).status).toBe(403)
    const { token } = (await editor.post(`/api/articles/${id}/preview`, { of: 'working_copy' })).data
    for (const format of ['pdf', '', 'Markdown', 'html&format=markdown'])
      for (const answer of [
        await editor.get(`${path}?format=${format}`),
        await editor.put(`${path}?format=${format}`, { title: 'Y' }),
        await site.anonymous.get(`/api/preview?token=${token}&format=${format}`),
      ])
        expect([format, answer.status, Object.keys(answer.errors)]).toEqual([format, 400, ['format']])
    expect((await site.anonymous.get('/api/preview?token=nonsense&format=markdown')).status).toBe(403)
  })

  test('with raw HTML is sanitised by the same rules', async () => {
    const content = 'a <script>alert(1)</script> [x](javascript:1) <img src=x onerror=1>'
    const { id, removed } = await create({ content, content_format: 'markdown' })
    expect(removed).toEqual(['script', 'onerror'])
    expect(await read(id)).not.toMatch(/script>|onerror|href/)
    expect(await read(id, '?format=markdown')).toBe(content)
  })

  test.each([
    ['an unknown format', { content: 'x', content_format: 'rst' }, 'content_format'],
    ['no format', { content: 'x', content_format: null }, 'content_format'],
    ['a format that is a number', { content: 'x', content_format: 1 }, 'content_format'],
    ['nothing but a comment', { content: '<!-- -->', content_format: 'markdown' }, 'content'],
  ])('%s is 422', async (_, body, field) => {
    const { status, errors } = await editor.post('/api/articles', fields(body))
    expect([status, Object.keys(errors)]).toEqual([422, [field]])
  })

  test('is not returned without a text, and an invalid format is 400', async () => {
    const { id } = await create({ content: 'x' })
    const { status, errors } = await editor.put(`/api/articles/${id}`, { content_format: 'markdown' })
    expect([status, Object.keys(errors)]).toEqual([422, ['content']])
    expect((await editor.get(`/api/articles/${id}?format=pdf`)).status).toBe(400)
  })
})
