import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
let tags: number[]

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  tags = []
  for (const name of ['春', '夏', '秋']) tags.push((await editor.post('/api/tags', { name })).data.id)
})

const fields = (changes: object = {}) => ({
  title: '你好，世界',
  content: '<p>第一篇文章的正文。</p><script>alert(1)</script>',
  category_id: site.defaultCategoryId,
  ...changes,
})
const create = async (changes: object = {}, by = editor) =>
  (await by.post('/api/articles', fields(changes))).data.id as number

describe('an article', () => {
  test('is created as a draft, sanitised, with a generated summary', async () => {
    const { status, data } = await editor.post('/api/articles', fields({ tag_ids: tags }))
    expect(status).toBe(201)
    expect(data).toMatchObject({ title: '你好，世界', status: 0, publish_time: null })
    const detail = (await editor.get(`/api/articles/${data.id}`)).data
    expect(detail).toMatchObject({
      content: '<p>第一篇文章的正文。</p>',
      summary: '第一篇文章的正文。',
      author: { id: editor.id, username: editor.username },
      category: { id: site.defaultCategoryId, alias: 'uncategorized' },
      is_top: 0,
      allow_comment: 1,
      view_count: 0,
    })
    expect(detail.tags.map(({ name }: { name: string }) => name)).toEqual(['春', '夏', '秋'])
  })

  test('has a generated summary without footnotes', async () => {
    const id = await create({ content: 'Ink[^1] and paper.\n\n[^1]: Of soot.', content_format: 'markdown' })
    const { data } = await site.admin.get(`/api/articles/${id}`)
    expect(data.content).toContain('class="footnote-ref"')
    expect(data.summary).toBe('Ink and paper.')
    const notes = '<section class="footnotes"><ol><li id="fn1"><p>Of soot.</p></li></ol></section>'
    const first = await create({ content: `${notes}<p>Ink.</p>` })
    expect((await site.admin.get(`/api/articles/${first}`)).data.summary).toBe('Of soot. Ink.')
  })

  test('is visible to callers who may see it', async () => {
    const id = await create()
    const member = await site.user('member')
    const other = await site.user('editor')
    const auditor = await site.user('auditor')
    expect((await member.get(`/api/articles/${id}`)).status).toBe(404)
    expect((await other.get(`/api/articles/${id}`)).status).toBe(404)
    expect((await auditor.get(`/api/articles/${id}`)).status).toBe(200)
    expect((await site.anonymous.get(`/api/articles/${id}`)).status).toBe(401)
    await editor.post(`/api/articles/${id}/publish`)
    expect((await member.get(`/api/articles/${id}`)).status).toBe(200)
    expect((await other.put(`/api/articles/${id}`, { title: 'x' })).status).toBe(403)
    expect((await other.delete(`/api/articles/${id}`)).status).toBe(403)
    expect((await auditor.delete(`/api/articles/${id}`)).status).toBe(403)
    expect((await member.delete(`/api/articles/${id}`)).status).toBe(403)
    expect((await site.anonymous.get(`/api/articles/${id}`)).status).toBe(401)
    await site.admin.put('/api/settings', { public_read: 1 })
    expect((await site.anonymous.get(`/api/articles/${id}`)).status).toBe(200)
    await site.admin.put('/api/settings', { public_read: 0 })
  })

  test('changes only in the fields sent', async () => {
    const id = await create({ summary: 'kept', tag_ids: tags })
    const { status, data } = await editor.patch(`/api/articles/${id}`, { title: ' New ' })
    expect(status).toBe(200)
    expect(data.title).toBe('New')
    expect((await editor.get(`/api/articles/${id}`)).data).toMatchObject({
      title: 'New',
      summary: 'kept',
      tags: [{}, {}, {}],
    })
  })

  test('that is published is not changed with unpublished=1', async () => {
    const member = await site.user('member')
    const id = await create({ status: 1 }, site.admin)
    const path = `/api/articles/${id}?unpublished=1`
    for (const save of [site.admin.put, site.admin.patch]) {
      const { status, body } = await save(path, { title: 'Not now' })
      expect([status, body.error]).toEqual([409, 'article-published'])
    }
    expect((await site.admin.put(path, { title: 'Not now', status: 0 })).status).toBe(409)
    expect((await editor.put(path, { title: 'Not now' })).status).toBe(403)
    expect((await member.put(path, { title: 'Not now' })).status).toBe(403)
    expect((await site.admin.get(`/api/articles/${id}`)).data.title).toBe('你好，世界')
    expect((await site.admin.put(`/api/articles/${id}?unpublished=0`, { title: 'Now' })).status).toBe(200)
    await site.admin.post(`/api/articles/${id}/unpublish`)
    expect((await site.admin.put(path, { title: 'As a draft' })).data.title).toBe('As a draft')
    expect((await member.put(path, { title: 'Not seen' })).status).toBe(404)
    for (const wrong of ['2', 'yes', '']) {
      const { status, body } = await site.admin.put(`/api/articles/${id}?unpublished=${wrong}`, {})
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['unpublished']])
    }
  })

  test('saved by two users from the same state: one gets 412 and loses nothing; a view in between does not matter', async () => {
    const id = await create({ status: 1 })
    const { etag } = (await editor.get(`/api/articles/${id}`)).headers
    await site.anonymous.post(`/api/articles/${id}/view`)
    const save = (title: string) => editor.put(`/api/articles/${id}`, { title }, { 'if-match': String(etag) })
    const answers = await Promise.all([save('One'), save('Two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const kept = answers.find(({ status }) => status === 200)
    expect((await editor.get(`/api/articles/${id}`)).data.title).toBe(kept?.data.title)
  })

  const elsewhere = async () => (await service.newSite()).defaultCategoryId
  const refusals: Array<[string, () => object | Promise<object>, string]> = [
    ['the title is absent', () => ({ title: undefined }), 'title'],
    ['the title is null', () => ({ title: null }), 'title'],
    ['the title is a number', () => ({ title: 5 }), 'title'],
    ['the title is blank', () => ({ title: ' 　\t' }), 'title'],
    ['the title has 101 characters', () => ({ title: '汉'.repeat(101) }), 'title'],
    ['the title has 101 emoji', () => ({ title: '😀'.repeat(101) }), 'title'],
    ['the content is absent', () => ({ content: undefined }), 'content'],
    ['the content is blank', () => ({ content: ' \n ' }), 'content'],
    ['the content is only a script', () => ({ content: '<script>1</script>' }), 'content'],
    ['the category is absent', () => ({ category_id: undefined }), 'category_id'],
    ['the category is a text', () => ({ category_id: '1' }), 'category_id'],
    ['the category is zero', () => ({ category_id: 0 }), 'category_id'],
    ['the category is unknown', () => ({ category_id: 999_999 }), 'category_id'],
    ['the category is of another site', async () => ({ category_id: await elsewhere() }), 'category_id'],
    ['a secondary category is unknown', () => ({ category_ids: [999_999] }), 'category_ids'],
    ['the secondary categories are no list', () => ({ category_ids: 1 }), 'category_ids'],
    ['a tag is unknown', () => ({ tag_ids: [999_999] }), 'tag_ids'],
    ['a tag is a text', () => ({ tag_ids: ['a'] }), 'tag_ids'],
    ['the status is 7', () => ({ status: 7 }), 'status'],
    ['is_top is a word', () => ({ is_top: 'yes' }), 'is_top'],
    ['is_hot is 2', () => ({ is_hot: 2 }), 'is_hot'],
    ['the date does not exist', () => ({ publish_time: '2026-02-30 10:00:00' }), 'publish_time'],
    ['the time is a number', () => ({ publish_time: 5 }), 'publish_time'],
    ['the cover is too long', () => ({ cover: 'x'.repeat(2001) }), 'cover'],
    ['the cover is a script', () => ({ cover: 'javascript:alert(1)' }), 'cover'],
    ['the cover is a script in disguise', () => ({ cover: 'java\tscript:alert(1)' }), 'cover'],
    ['the cover is its own content', () => ({ cover: 'data:image/png;base64,AA==' }), 'cover'],
    ['the summary holds a NUL', () => ({ summary: 'a\0b' }), 'summary'],
  ]
  for (const [when, change, field] of refusals)
    test(`is rejected with 422 on ${field} when ${when}`, async () => {
      const { status, errors } = await editor.post('/api/articles', fields(await change()))
      expect(status).toBe(422)
      expect(Object.keys(errors)).toEqual([field])
    })

  test('reports all links to missing categories and tags', async () => {
    const lost = fields({ category_id: 999_999, category_ids: [999_998], tag_ids: [999_997] })
    const { errors } = await editor.post('/api/articles', lost)
    expect(Object.keys(errors)).toEqual(['category_id', 'category_ids', 'tag_ids'])
  })

  test('with only white space has no content', async () => {
    for (const content of ['', ' \n '])
      expect((await editor.post('/api/articles', fields({ content }))).errors).toEqual({
        content: ['This is required.'],
      })
  })

  test('has a cover with a URL or a path', async () => {
    for (const cover of [
      'https://example.com/a.jpg',
      '//cdn.example.com/a:b.jpg',
      '/uploads/a.png',
      'a.png',
      '',
    ])
      expect((await editor.post('/api/articles', fields({ cover }))).status, cover).toBe(201)
  })

  test('that the caller may not see returns 404 for every operation', async () => {
    const draft = await create()
    const published = await create({ status: 1 })
    const member = await site.user('member')
    const stranger = await site.user('editor')
    for (const [method, path, body] of [
      ['PUT', '', { title: 'x' }],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/publish', {}],
      ['POST', '/unpublish', {}],
      ['POST', '/archive', {}],
      ['POST', '/submit', {}],
      ['POST', '/audit', { status: 1 }],
      ['GET', '/audits', undefined],
      ['GET', '/revisions', undefined],
    ] as const)
      for (const user of [member, stranger]) {
        const answers = []
        for (const id of [draft, 999_999, published])
          answers.push((await user.send(method, `/api/articles/${id}${path}`, body)).status)
        expect([method, path, ...answers]).toEqual([method, path, 404, 404, 403])
      }
  })

  test('accepts a title of 100 characters, Chinese or emoji, and ignores duplicate tags', async () => {
    for (const letter of ['汉', '😀']) expect(await create({ title: letter.repeat(100) })).toBeGreaterThan(0)
    const id = await create({ tag_ids: [tags[0], tags[0]], category_ids: [site.defaultCategoryId] })
    expect((await editor.get(`/api/articles/${id}`)).data).toMatchObject({
      tags: [{ id: tags[0] }],
      category_ids: [],
    })
  })
})

describe('the list', () => {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a table of filters against a table of readers.
  test('filters in every combination, with the right total', async () => {
    const own = await service.newSite()
    const child = (
      await own.admin.post('/api/categories', { name: 'Child', parent_id: own.defaultCategoryId })
    ).data.id
    const tag = (await own.admin.post('/api/tags', { name: 'T' })).data.id
    const made: Array<{ id: number } & Record<string, unknown>> = []
    for (let index = 0; index < 24; index++) {
      const article = {
        title: `Article ${index}`,
        content: `<p>text ${index}</p>`,
        category_id: index % 2 ? child : own.defaultCategoryId,
        status: index % 3 === 0 ? 0 : 1,
        ...(index % 6 === 0 && { publish_time: '2099-01-01 00:00:00' }),
        is_top: index % 8 === 1 ? 1 : 0,
        is_hot: index % 5 === 0 ? 1 : 0,
        tag_ids: index % 4 < 2 ? [tag] : [],
      }
      made.push({ ...article, id: (await own.admin.post('/api/articles', article)).data.id })
    }
    type Made = (typeof made)[number]
    const filters: Array<[string, (article: Made) => boolean]> = [
      ['status=1', ({ status }) => status === 1],
      ['status=0', ({ status }) => status === 0],
      ['scheduled=1', ({ publish_time }) => publish_time !== undefined],
      ['scheduled=0', ({ publish_time }) => publish_time === undefined],
      ['is_top=1', ({ is_top }) => is_top === 1],
      ['is_hot=0', ({ is_hot }) => is_hot === 0],
      [`tag_id=${tag}`, ({ tag_ids }) => (tag_ids as number[]).length > 0],
      [`category_id=${child}`, ({ category_id }) => category_id === child],
      [`category_id=${own.defaultCategoryId}&include_children=1`, () => true],
      [
        `ids=${made.slice(3, 9).map(({ id }) => id)}`,
        (article) => made.indexOf(article) >= 3 && made.indexOf(article) < 9,
      ],
    ]
    const sorts = ['', 'sort=create_time', 'sort=create_time&order=asc', 'sort=view_count', 'order=asc']
    const member = await own.user('member')
    for (let mask = 0; mask < 1 << filters.length; mask += mask < 40 ? 1 : 7) {
      const chosen = filters.filter((_, bit) => mask & (1 << bit))
      const names = chosen.map(([text]) => text.split('=')[0])
      if (new Set(names).size < names.length) continue
      const sort = sorts[mask % sorts.length] ?? ''
      const url = `/api/articles?${[...chosen.map(([text]) => text), sort, 'page_size=100'].join('&')}`
      for (const [reader, sees] of [
        [own.admin, () => true],
        [member, ({ status }: Made) => status === 1],
      ] as const) {
        const { status, data } = await reader.get(url)
        const expected = made.filter(
          (article) => sees(article) && chosen.every(([, holds]) => holds(article)),
        )
        expect([status, data.total, data.list.length], url).toEqual([200, expected.length, expected.length])
        expect(new Set(data.list.map(({ id }: { id: number }) => id)), url).toEqual(
          new Set(expected.map(({ id }) => id)),
        )
      }
    }
  })

  test('has top articles first, then the newest, and pages contain each once', async () => {
    const own = await service.newSite()
    const ids: number[] = []
    for (let index = 0; index < 7; index++)
      ids.push(
        (
          await own.admin.post('/api/articles', {
            title: `${index}`,
            content: 'x',
            category_id: own.defaultCategoryId,
            status: 1,
            is_top: index === 2 ? 1 : 0,
          })
        ).data.id,
      )
    const seen: number[] = []
    for (let page = 1; page <= 3; page++) {
      const { data } = await own.admin.get(`/api/articles?page=${page}&page_size=3`)
      expect(data).toMatchObject({ total: 7, page, page_size: 3, total_pages: 3 })
      seen.push(...data.list.map(({ id }: { id: number }) => id))
    }
    expect(seen).toEqual([ids[2], ids[6], ids[5], ids[4], ids[3], ids[1], ids[0]])
    expect((await own.admin.get('/api/articles?page=99')).data).toMatchObject({ list: [], total: 7 })
    expect((await own.admin.get('/api/articles?page_size=1000')).data.page_size).toBe(100)
  })

  test('needs the same number of statements for one article as for a hundred', async () => {
    const own = await service.newSite()
    const articles = Array.from({ length: 60 }, (_, index) => ({
      title: `${index}`,
      content: 'x',
      category_id: own.defaultCategoryId,
      status: 1,
    }))
    expect((await own.admin.post('/api/articles/batch', { articles })).data.success_count).toBe(60)
    const statements = (size: number) =>
      fewestStatements(service.engine, () => own.admin.get(`/api/articles?page_size=${size}`))
    expect(await statements(60)).toBe(await statements(1))
  })

  const refusals = [
    'page=0',
    'page=x',
    'page=',
    'page_size=-1',
    'status=9',
    'is_top=yes',
    'sort=__proto__',
    'sort=title',
    'order=up',
    'category_id=0',
    'tag_id=a',
    'ids=1,x',
    `ids=${Array.from({ length: 101 }, (_, index) => index + 1)}`,
    'start_time=2026-02-30',
    'end_time=yesterday',
    'page=1&page=2',
  ]
  for (const query of refusals)
    test(`rejects ?${query.slice(0, 30)} with 400`, async () => {
      const { status, errors } = await editor.get(`/api/articles?${query}`)
      expect(status).toBe(400)
      expect(Object.keys(errors)).toEqual([query.split('=')[0]])
    })
})

describe('batches', () => {
  test('create, change and delete each item independently', async () => {
    const own = await service.newSite()
    const good = { title: 'good', content: 'x', category_id: own.defaultCategoryId }
    const created = await own.admin.post('/api/articles/batch', {
      articles: [good, { ...good, title: '' }, { ...good, category_id: 999_999 }, good, 'x', null],
    })
    expect(created.status).toBe(201)
    expect(created.data).toMatchObject({
      success_count: 2,
      failed_count: 4,
      errors: {
        1: { title: [expect.any(String)] },
        2: { category_id: [expect.any(String)] },
        4: { body: ['This must be an object.'] },
        5: { body: ['This must be an object.'] },
      },
    })
    const ids = created.data.list.map(({ id }: { id: number }) => id)
    const changed = await own.admin.put('/api/articles/batch', {
      ids: [...ids, 999_999],
      data: { status: 1, is_hot: 1 },
    })
    expect(changed.data).toMatchObject({ success_count: 2, failed_count: 1, errors: { 999999: {} } })
    expect((await own.admin.get('/api/articles?status=1&is_hot=1')).data.total).toBe(2)
    const tags: number[] = []
    for (const name of ['One', 'Two', 'Three'])
      tags.push((await own.admin.post('/api/tags', { name })).data.id)
    const [first = 0, second = 0, third = 0] = tags
    const tagsOf = async (id: number) =>
      (await own.admin.get(`/api/articles/${id}`)).data.tags.map((tag: { id: number }) => tag.id)
    await own.admin.put(`/api/articles/${ids[0]}`, { tag_ids: [first, second] })
    const moved = await own.admin.put('/api/articles/batch', {
      ids,
      data: {},
      add_tag_ids: [second, third],
      remove_tag_ids: [first],
    })
    expect(moved.data).toMatchObject({ success_count: 2, failed_count: 0 })
    for (const id of ids) expect(await tagsOf(id)).toEqual([second, third])
    const both = { ids, data: { tag_ids: [first] }, add_tag_ids: [second] }
    expect((await own.admin.put('/api/articles/batch', both)).errors).toHaveProperty('data.tag_ids')
    const unknown = await own.admin.put('/api/articles/batch', { ids, data: {}, add_tag_ids: [999_999] })
    expect(unknown.data).toMatchObject({ success_count: 0, failed_count: 2 })
    const deleted = await own.admin.delete('/api/articles/batch', { ids })
    expect(deleted.data).toMatchObject({ success_count: 2, failed_count: 0 })
    for (const body of [{}, { ids: [] }, { ids: Array(101).fill(1) }, { ids: 'x' }])
      expect((await own.admin.delete('/api/articles/batch', body)).status).toBe(422)
  })
})
