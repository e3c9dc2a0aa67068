import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { freeNumber } from './alias.rules.ts'

const service = await startTestService()
let site: TestSite
let editor: TestUser

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const fields = (changes: object = {}, of = site) => ({
  title: 'An article',
  content: '<p>Some words.</p>',
  category_id: of.defaultCategoryId,
  ...changes,
})
const create = async (changes: object = {}) => {
  const { status, data } = await editor.post('/api/articles', fields(changes))
  expect(status).toBe(201)
  return data as { id: number; alias: string }
}
const byAlias = (alias: string, by: Pick<TestUser, 'get'> = editor) =>
  by.get(`/api/articles/by-alias/${encodeURIComponent(alias)}`)

describe('an alias', () => {
  test('is generated from the title, with a suffix if it is taken', async () => {
    expect((await create({ title: '春眠不觉晓' })).alias).toBe('chun-mian-bu-jue-xiao')
    expect((await create({ title: '春眠不觉晓！' })).alias).toBe('chun-mian-bu-jue-xiao-2')
    expect((await create({ title: 'Café au lait' })).alias).toBe('cafe-au-lait')
    expect((await create({ title: 'Привет, мир' })).alias).toBe('привет-мир')
    expect((await create({ title: '東京の天気' })).alias).toBe('東京の天気')
    expect((await create({ title: '2026' })).alias).toBe('article-2026')
    expect((await create({ title: '😀' })).alias).toBe('article')
    expect((await create({ title: '汉'.repeat(100) })).alias).toMatch(/^han(-han)+$/)
    expect((await create({ title: 'Empty', alias: '' })).alias).toBe('empty')
  })

  test('can be given: letters of any script in NFC, digits, _ and -', async () => {
    for (const [given, kept] of [
      ['Straße_2026-x', 'Straße_2026-x'],
      ['Cafe\u0301', 'Café'],
      [' नमस्ते ', 'नमस्ते'],
      ['𠮷'.repeat(100), '𠮷'.repeat(100)],
      ['1-2', '1-2'],
    ] as const) {
      const { id, alias } = await create({ alias: given })
      expect(alias).toBe(kept)
      expect((await byAlias(kept)).data.id).toBe(id)
      expect((await editor.get(`/api/articles/${id}`)).data.alias).toBe(kept)
    }
  })

  const refusals: Array<[string, unknown]> = [
    ['is digits alone', '2026'],
    ['is Arabic digits alone', '٢٠٢٦'],
    ['has a blank in it', 'a b'],
    ['has a slash', 'a/b'],
    ['has a dot', 'a.b'],
    ['begins with a combining mark', '\u0301a'],
    ['has an emoji', '😀'],
    ['has a zero-width joiner', 'a\u200db'],
    ['has 101 characters', '汉'.repeat(101)],
    ['is a number', 5],
    ['is null', null],
    ['is a list', ['a']],
    ['holds a NUL', 'a\0b'],
  ]
  for (const [when, alias] of refusals)
    test(`is rejected with 422 when it ${when}`, async () => {
      const { status, errors } = await editor.post('/api/articles', fields({ alias }))
      expect(status).toBe(422)
      expect(Object.keys(errors)).toEqual(['alias'])
      const { id } = await create()
      const changed = await editor.put(`/api/articles/${id}`, { alias })
      expect([changed.status, Object.keys(changed.errors)]).toEqual([422, ['alias']])
    })

  test('is unique regardless of case, including the recycle bin, within its site', async () => {
    const { id } = await create({ alias: 'ΟΔΟΣ-Straße' })
    const other = await create()
    const takes = async () => [
      (await editor.post('/api/articles', fields({ alias: 'οδος-STRASSE' }))).errors,
      (await editor.put(`/api/articles/${other.id}`, { alias: 'οδοσ-strasse' })).errors,
    ]
    const refused = { alias: ['This is already taken.'] }
    expect(await takes()).toEqual([refused, refused])
    expect((await byAlias('οδος-straße')).data.id).toBe(id)
    expect((await editor.get('/api/articles?alias=%CE%BF%CE%B4%CE%BF%CF%82-STRASSE')).data.total).toBe(1)
    await editor.delete(`/api/articles/${id}`)
    expect(await takes()).toEqual([refused, refused])
    expect((await byAlias('ΟΔΟΣ-Straße')).status).toBe(404)
    const elsewhere = await service.newSite()
    const same = await elsewhere.admin.post('/api/articles', fields({ alias: 'οδος-STRASSE' }, elsewhere))
    expect(same.status).toBe(201)
    await site.admin.delete(`/api/recycle-bin/article/${id}`)
    expect((await editor.put(`/api/articles/${other.id}`, { alias: 'οδοσ-strasse' })).status).toBe(200)
  })

  test('differs for many articles created at once with the same title', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => editor.post('/api/articles', fields({ title: 'At once' }))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const aliases = answers.map(({ data }) => data.alias)
    expect(new Set(aliases).size).toBe(8)
    for (const alias of aliases) expect(alias).toMatch(/^at-once(-\d+)?$/)
    const given = await Promise.all(
      [1, 2, 3].map(() => editor.post('/api/articles', fields({ alias: 'only-one' }))),
    )
    expect(given.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })

  test('is given, generated and rejected per item in a batch', async () => {
    const { data } = await editor.post('/api/articles/batch', {
      articles: [
        fields({ title: 'In a batch' }),
        fields({ title: 'In a batch' }),
        fields({ alias: 'of-the-batch' }),
        fields({ alias: 'OF-THE-BATCH' }),
        fields({ alias: '12' }),
      ],
    })
    expect(data.list.map(({ alias }: { alias: string }) => alias)).toEqual([
      'in-a-batch',
      'in-a-batch-2',
      'of-the-batch',
    ])
    expect(data.errors).toMatchObject({ 3: { alias: ['This is already taken.'] }, 4: { alias: {} } })
  })

  test('stays when the title changes, and is generated again if sent empty', async () => {
    const { id, alias } = await create({ title: 'First title' })
    await editor.put(`/api/articles/${id}`, { title: 'Second title' })
    expect((await editor.get(`/api/articles/${id}`)).data.alias).toBe(alias)
    expect((await editor.put(`/api/articles/${id}`, { alias: '' })).data.alias).toBe('second-title')
    expect((await editor.put(`/api/articles/${id}`, { alias: '' })).data.alias).toBe('second-title')
    expect((await editor.put(`/api/articles/${id}`, { alias: 'Second-Title' })).data.alias).toBe(
      'Second-Title',
    )
    const { total } = (await editor.get(`/api/articles/${id}/revisions`)).data
    expect(total).toBe(1)
  })
})

describe('an article requested by its alias', () => {
  test('is returned like by its id, to callers who may see it', async () => {
    const { id, alias } = await create({ alias: 'seen-by-some' })
    const member = await site.user('member')
    expect((await byAlias(alias, member)).status).toBe(404)
    expect((await byAlias(alias, site.anonymous)).status).toBe(401)
    await editor.post(`/api/articles/${id}/publish`)
    const [named, numbered] = [await byAlias(alias, member), await member.get(`/api/articles/${id}`)]
    expect([named.data, named.headers.etag]).toEqual([numbered.data, numbered.headers.etag])
    for (const unknown of ['nothing', '12', '.', '%00', 'x'.repeat(300)])
      expect([400, 404]).toContain((await byAlias(unknown, member)).status)
  })

  test('redirects from a former alias with 301, until another article takes it', async () => {
    const { id } = await create({ alias: 'first', status: 1 })
    await editor.put(`/api/articles/${id}`, { alias: '第二' })
    await editor.put(`/api/articles/${id}`, { alias: 'third' })
    for (const old of ['first', 'FIRST', '第二']) {
      const { status, headers, body } = await byAlias(old)
      expect([status, body.code, body.error, headers.location]).toEqual([
        301,
        301,
        'article-moved',
        '/api/articles/by-alias/third',
      ])
    }
    const asked = await editor.get(`/api/v1/articles/by-alias/first?site_id=${site.id}`)
    expect(asked.headers.location).toBe(`/api/v1/articles/by-alias/third?site_id=${site.id}`)
    // A generated alias leaves the redirect to the other article; a given one takes it over.
    expect((await create({ title: 'First' })).alias).toBe('first-2')
    const other = await create({ alias: 'First' })
    expect((await byAlias('first')).data.id).toBe(other.id)
    await editor.put(`/api/articles/${other.id}`, { alias: 'elsewhere' })
    expect((await byAlias('first')).status).toBe(404)
    // An article may take back its own former alias.
    await editor.put(`/api/articles/${id}`, { alias: '第二' })
    expect((await byAlias('第二')).data.id).toBe(id)
    expect((await byAlias('third')).headers.location).toBe(
      `/api/articles/by-alias/${encodeURIComponent('第二')}`,
    )
  })

  test('does not redirect from an alias that was never public, nor for callers who may not see it', async () => {
    const { id } = await create({ alias: 'draft-name' })
    await editor.put(`/api/articles/${id}`, { alias: 'public-name' })
    expect((await byAlias('draft-name')).status).toBe(404)
    await editor.post(`/api/articles/${id}/publish`)
    await editor.post(`/api/articles/${id}/unpublish`)
    await editor.put(`/api/articles/${id}`, { alias: 'hidden-name' })
    const member = await site.user('member')
    expect((await byAlias('public-name')).status).toBe(301)
    expect((await byAlias('public-name', member)).status).toBe(404)
    await editor.put(`/api/articles/${id}`, { alias: 'other-name' })
    expect((await byAlias('hidden-name')).status).toBe(404)
    await editor.delete(`/api/articles/${id}`)
    expect((await byAlias('public-name')).status).toBe(404)
    await site.admin.delete(`/api/recycle-bin/article/${id}`)
    expect((await create({ title: 'Public name' })).alias).toBe('public-name')
  })
})

test('a free number is found among thousands of taken ones with few queries', async () => {
  for (const taken of [0, 1, 9, 10, 11, 19, 20, 21, 5000]) {
    let questions = 0
    const number = await freeNumber(async (numbers) => {
      questions++
      return new Set(numbers.filter((number) => number > taken))
    })
    expect([taken, number]).toEqual([taken, taken + 1])
    expect(questions).toBeLessThan(20)
  }
})

describe('an alias that would lead to a path of the service', () => {
  const PATHS = { article_path: '/{alias}', page_path: '/p/{alias}' }
  const on = async (settings: object) => {
    const made = await service.newSite()
    expect((await made.admin.put('/api/settings', settings)).status).toBe(200)
    return {
      admin: made.admin,
      post: (changes: object) => made.admin.post('/api/articles', fields(changes, made)),
    }
  }

  test('is 422 if it is given, and gets a suffix if it is generated', async () => {
    const { admin, post } = await on(PATHS)
    for (const alias of ['search', 'Admin', 'healthz']) {
      const { status, errors } = await post({ alias })
      expect([status, errors.alias]).toEqual([422, ['This is reserved by the system.']])
    }
    const { data: made } = await post({ title: 'Search' })
    expect((await admin.get(`/api/articles/${made.id}`)).data.alias).toBe('search-2')
    expect((await admin.put(`/api/articles/${made.id}`, { alias: 'docs' })).status).toBe(422)
    expect((await admin.get(`/api/articles/${made.id}`)).data.alias).toBe('search-2')
    await admin.put(`/api/articles/${made.id}`, { title: 'MCP', alias: '' })
    expect((await admin.get(`/api/articles/${made.id}`)).data.alias).toBe('mcp-2')
    await admin.post(`/api/articles/${made.id}/publish`, {})
    const copied = await admin.put(`/api/articles/${made.id}/working-copy`, { alias: 'api' })
    expect([copied.status, Object.keys(copied.errors)]).toEqual([422, ['alias']])
  })

  test('is one of a feed where the path has its ending, at any depth', async () => {
    for (const article_path of ['/{alias}.xml', '/blog/{alias}.xml']) {
      const { admin, post } = await on({ article_path })
      expect((await post({ alias: 'feed' })).status).toBe(422)
      const { data } = await post({ title: 'Atom' })
      expect((await admin.get(`/api/articles/${data.id}`)).data.alias).toBe('atom-2')
      expect((await post({ alias: 'sitemap' })).status).toBe(article_path === '/{alias}.xml' ? 422 : 201)
    }
  })

  test('is possible where the path does not lead there, and then keeps the path', async () => {
    const { admin, post } = await on({})
    const { data } = await post({ alias: 'search' })
    const { status, errors } = await admin.put('/api/settings', PATHS)
    expect([status, errors]).toEqual([
      422,
      { article_path: ['Articles have aliases that the system reserves at this path: search.'] },
    ])
    expect((await admin.get('/api/settings')).data.article_path).toBe('/articles/{alias}')
    await admin.put(`/api/articles/${data.id}`, { alias: 'finding' })
    expect((await admin.put('/api/settings', PATHS)).status).toBe(200)
  })
})
