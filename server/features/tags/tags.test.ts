import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { startTestService } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService()
const site = await service.newSite()
const auditor = await site.user('auditor')

async function newTag(fields: object = {}, as: Client = auditor) {
  const { status, data } = await as.post('/api/tags', { name: 'Tag', ...fields })
  expect(status).toBe(201)
  return data as { id: number; alias: string }
}

describe('a tag', () => {
  test('is created with all fields and returned unchanged', async () => {
    const given = {
      name: '人工智能',
      alias: 'ai-2',
      color: '#1F6feb',
      description: 'Machines that think',
      seo_title: 'AI',
      seo_keywords: 'ai,ml',
      seo_description: 'All of it',
      sort_order: 5,
      enabled: 1,
    }
    const { status, data } = await auditor.post('/api/tags', given)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...given, article_count: 0, articles: [], site_id: site.id })
    expect((await site.anonymous.get(`/api/tags/${data.id}`)).data).toEqual(data)
  })

  test('gets an alias in pinyin, with a suffix if it is taken', async () => {
    const aliases = []
    for (const name of ['机器学习', '机器学习', 'Café Ürün', '42', '?'])
      aliases.push((await newTag({ name })).alias)
    expect(aliases).toEqual(['ji-qi-xue-xi', 'ji-qi-xue-xi-2', 'cafe-urun', 'tag-42', 'tag'])
  })

  test('changes only in the fields sent; an empty alias is generated again', async () => {
    const { id } = await newTag({ name: 'Before', alias: 'before', color: '#fff' })
    const { data } = await auditor.put(`/api/tags/${id}`, { name: 'Afterwards', alias: '' })
    expect(data).toMatchObject({ name: 'Afterwards', alias: 'afterwards', color: '#fff' })
    expect((await auditor.put(`/api/tags/${id}`, { color: '' })).data).toMatchObject({ color: '' })
    const patched = await auditor.patch(`/api/tags/${id}`, { color: '#123456' })
    expect(patched.data).toMatchObject({ name: 'Afterwards', color: '#123456' })
    expect(patched.headers.etag).toBe((await auditor.get(`/api/tags/${id}`)).headers.etag)
  })

  test('saved by two users from the same state: the second gets 412 and loses nothing', async () => {
    const { id } = await newTag()
    const { etag } = (await auditor.get(`/api/tags/${id}`)).headers
    const save = (name: string) => auditor.put(`/api/tags/${id}`, { name }, { 'if-match': String(etag) })
    const statuses = (await Promise.all([save('One'), save('Two')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })

  test('can be created disabled by an editor, who does not see it afterwards', async () => {
    const editor = await site.user('editor')
    const { status, data, headers } = await editor.post('/api/tags', { name: 'For later', enabled: 0 })
    expect([status, data.enabled, headers.etag]).toEqual([201, 0, undefined])
    expect((await editor.get(`/api/tags/${data.id}`)).status).toBe(404)
    expect((await auditor.get(`/api/tags/${data.id}`)).data).toMatchObject({ name: 'For later', enabled: 0 })
  })

  test('that is disabled is not public', async () => {
    const own = await service.newSite()
    const { id } = await newTag({ name: 'Hidden', enabled: 0 }, own.admin)
    const editor = await own.user('editor')
    for (const reader of [own.anonymous, editor]) {
      expect((await reader.get('/api/tags')).data).toMatchObject({ list: [], total: 0 })
      expect((await reader.get('/api/tags/hot')).data).toEqual([])
      expect((await reader.get(`/api/tags/${id}`)).status).toBe(404)
    }
    expect((await own.admin.get('/api/tags')).data.total).toBe(0)
    expect((await own.admin.get('/api/tags?all=1')).data).toMatchObject({
      list: [{ id, enabled: 0 }],
      total: 1,
    })
    expect((await own.admin.get(`/api/tags/${id}`)).status).toBe(200)
    expect((await own.anonymous.get('/api/tags?all=true')).status).toBe(401)
    expect((await editor.get('/api/tags?all=1')).status).toBe(403)
  })

  test('that is disabled is not created a second time by those who cannot see it', async () => {
    const own = await service.newSite()
    const { id } = await newTag({ name: 'Ärchive', enabled: 0 }, own.admin)
    const editor = await own.user('editor')
    const refused = await editor.post('/api/tags', { name: 'ärchive' }, { 'accept-language': 'zh' })
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['name']])
    expect(refused.errors.name?.[0]).toContain('已被停用')
    expect((await own.admin.post('/api/tags', { name: 'Ärchive' })).status).toBe(201)
    await own.admin.put(`/api/tags/${id}`, { enabled: 1 })
    expect((await editor.post('/api/tags', { name: 'Ärchive' })).status).toBe(201)
  })
})

const long = (length: number) => '长'.repeat(length)
const refusals = [
  ['name is null', { name: null }, 'name'],
  ['name is a list', { name: ['a'] }, 'name'],
  ['name is blank', { name: '\t ' }, 'name'],
  ['name is too long', { name: long(51) }, 'name'],
  ['name is half a character', { name: 'a\ud800' }, 'name'],
  ['alias is null', { alias: null }, 'alias'],
  ['alias has a capital', { alias: 'News' }, 'alias'],
  ['alias has an underscore', { alias: 'a_b' }, 'alias'],
  ['alias is hostile', { alias: "x' or 1=1 --" }, 'alias'],
  ['alias is too long', { alias: 'a'.repeat(65) }, 'alias'],
  ['alias is taken', { alias: 'taken' }, 'alias'],
  ['color is a word', { color: 'red' }, 'color'],
  ['color is hostile', { color: '#fff;background:url(x)' }, 'color'],
  ['color has four digits', { color: '#ffff' }, 'color'],
  ['color is a number', { color: 0 }, 'color'],
  ['description is too long', { description: long(2001) }, 'description'],
  ['description is null', { description: null }, 'description'],
  ['seo_title is too long', { seo_title: long(201) }, 'seo_title'],
  ['seo_title is a number', { seo_title: 1 }, 'seo_title'],
  ['seo_keywords is too long', { seo_keywords: long(501) }, 'seo_keywords'],
  ['seo_keywords is a list', { seo_keywords: [] }, 'seo_keywords'],
  ['seo_description is too long', { seo_description: long(1001) }, 'seo_description'],
  ['seo_description is true', { seo_description: true }, 'seo_description'],
  ['sort_order is text', { sort_order: '1' }, 'sort_order'],
  ['sort_order is a fraction', { sort_order: 0.5 }, 'sort_order'],
  ['sort_order is too small', { sort_order: -1e12 }, 'sort_order'],
  ['enabled is a word', { enabled: 'on' }, 'enabled'],
  ['enabled is null', { enabled: null }, 'enabled'],
] as const

describe('a tag is rejected with 422', async () => {
  const untouched = await newTag({ name: 'Untouched' })
  await newTag({ name: 'Taken', alias: 'taken' })
  for (const [when, fields, field] of refusals)
    test(`on ${field} when ${when}, on creation or update, and nothing changes`, async () => {
      for (const { status, errors } of [
        await auditor.post('/api/tags', { name: 'Refused', ...fields }),
        await auditor.put(`/api/tags/${untouched.id}`, fields),
      ]) {
        expect(status).toBe(422)
        expect(Object.keys(errors)).toEqual([field])
      }
      expect((await auditor.get(`/api/tags/${untouched.id}`)).data).toEqual(untouched)
    })

  test('on name when it is missing', async () => {
    expect((await auditor.post('/api/tags', { alias: 'nameless' })).errors).toHaveProperty('name')
  })
})

describe('the list', () => {
  test('is paginated by sort_order and id, in a constant number of statements', async () => {
    const { admin, anonymous } = await service.newSite()
    const ids = []
    for (const sort_order of [2, 0, 1, 0]) ids.push((await newTag({ name: 'x', sort_order }, admin)).id)
    const order = [ids[1], ids[3], ids[2], ids[0]]
    const { data } = await anonymous.get('/api/tags')
    expect(data).toMatchObject({ total: 4, page: 1, page_size: 20, total_pages: 1 })
    expect(data.list.map(({ id }: { id: number }) => id)).toEqual(order)
    expect(data.list[0]).toMatchObject({ name: 'x', alias: 'x-2', color: '', article_count: 0 })
    expect((await anonymous.get('/api/tags?page=2&page_size=3')).data).toMatchObject({
      list: [{ id: ids[0] }],
      total: 4,
      total_pages: 2,
    })
    expect(await fewestStatements(service.engine, () => anonymous.get('/api/tags'))).toBe(
      await fewestStatements(service.engine, () => anonymous.get('/api/tags?page_size=1')),
    )
    expect((await anonymous.get('/api/tags?page=9')).data).toMatchObject({ list: [], total: 4 })
    expect((await anonymous.get('/api/tags?page_size=1000')).data.page_size).toBe(100)
  })

  test('can be searched by a part of the name or alias, in any case; % and _ are ordinary characters', async () => {
    const { admin, anonymous } = await service.newSite()
    for (const name of ['École Ünlü', '机器学习', '100%', 'snake_case']) await newTag({ name }, admin)
    const found = async (keyword: string) =>
      (await anonymous.get(`/api/tags?keyword=${encodeURIComponent(keyword)}`)).data.list.map(
        ({ name }: { name: string }) => name,
      )
    expect(await found('École')).toEqual(['École Ünlü'])
    expect(await found('COLE')).toEqual(['École Ünlü'])
    expect(await found('éCOLE üNLÜ')).toEqual(['École Ünlü'])
    expect(await found('学习')).toEqual(['机器学习'])
    expect(await found('ji-qi')).toEqual(['机器学习'])
    expect(await found('%')).toEqual(['100%'])
    expect(await found('_')).toEqual(['snake_case'])
    expect(await found('  ')).toHaveLength(4)
    expect(await found("' or 1=1 --")).toEqual([])
  })

  test('are searched with the one of that name first, which may be created later than all others', async () => {
    const { admin, anonymous } = await service.newSite()
    for (const name of ['Training', 'Thailand', 'École']) await newTag({ name, sort_order: -5 }, admin)
    for (const name of ['AI', 'LE']) await newTag({ name }, admin)
    const first = async (keyword: string) =>
      (await anonymous.get(`/api/tags?page_size=1&keyword=${encodeURIComponent(keyword)}`)).data.list[0].name
    expect(await first('ai')).toBe('AI')
    expect(await first('le')).toBe('LE')
    expect(await first('éCOLE')).toBe('École')
  })

  test('can be read by their ids, those of the site only', async () => {
    const { admin, anonymous } = await service.newSite()
    const [one, two, hidden] = [
      await newTag({ name: 'One' }, admin),
      await newTag({ name: 'Two' }, admin),
      await newTag({ name: 'Hidden', enabled: 0 }, admin),
    ]
    const elsewhere = await newTag({ name: 'Elsewhere' }, site.admin)
    const ids = [two, one, hidden, elsewhere].map(({ id }) => id).join()
    const found = async (query: string, who = anonymous) => {
      const { list, total } = (await who.get(`/api/tags?${query}`)).data
      return [total, list.map(({ name }: { name: string }) => name)]
    }
    expect(await found(`ids=${ids}`)).toEqual([2, ['One', 'Two']])
    expect(await found(`ids=${ids}&all=1`, admin)).toEqual([3, ['One', 'Two', 'Hidden']])
    expect(await found(`ids=${ids}&keyword=two`)).toEqual([1, ['Two']])
    expect((await anonymous.get('/api/tags?ids=x')).status).toBe(400)
  })

  for (const query of ['page=0', 'page=x', 'page_size=0', 'page_size=-1', 'page=', 'page=1&page=2'])
    test(`is 400 with ${query}`, async () => {
      expect((await site.anonymous.get(`/api/tags?${query}`)).status).toBe(400)
    })
})

describe('permissions', () => {
  const roleNames = ['anonymous', 'member', 'editor', 'auditor', 'admin'] as const
  const creators = ['editor', 'auditor', 'admin']
  const managers = ['auditor', 'admin']
  for (const role of roleNames)
    test(`as ${role}`, async () => {
      const caller = role === 'anonymous' ? site.anonymous : await site.user(role)
      const [tag, target] = [await newTag(), await newTag()]
      const refused = role === 'anonymous' ? 401 : 403
      const may = (who: readonly string[], status: number) => (who.includes(role) ? status : refused)
      expect((await caller.get('/api/tags')).status).toBe(200)
      expect((await caller.get('/api/tags/hot')).status).toBe(200)
      expect((await caller.get(`/api/tags/${tag.id}`)).status).toBe(200)
      expect((await caller.post('/api/tags', { name: 'By me' })).status).toBe(may(creators, 201))
      expect((await caller.put(`/api/tags/${tag.id}`, { name: 'By me' })).status).toBe(may(managers, 200))
      const merge = { target_id: target.id }
      expect((await caller.post(`/api/tags/${tag.id}/merge`, merge)).status).toBe(may(managers, 200))
      expect((await caller.delete(`/api/tags/${target.id}`)).status).toBe(may(managers, 200))
    })
})

describe('at the same moment', () => {
  test('ten with one name get ten aliases, and only one of ten gets the same given alias', async () => {
    const named = await Promise.all(Array.from({ length: 10 }, () => newTag({ name: 'Simultaneous' })))
    expect(new Set(named.map(({ alias }) => alias)).size).toBe(10)
    const ask = () => auditor.post('/api/tags', { name: 'Mine', alias: 'only-one' })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(9).fill(422)])
  })
})

test('another site may use the same alias, and cannot access these', async () => {
  const other = await service.newSite()
  const here = await newTag({ name: 'Here', alias: 'the-same' })
  const there = await newTag({ name: 'There', alias: 'the-same' }, other.admin)
  expect((await other.anonymous.get('/api/tags')).data).toMatchObject({ list: [{ id: there.id }], total: 1 })
  expect((await other.anonymous.get('/api/tags/hot')).data).toMatchObject([{ id: there.id }])
  const attempts = [
    await other.admin.get(`/api/tags/${here.id}`),
    await other.admin.put(`/api/tags/${here.id}`, { name: 'Stolen' }),
    await other.admin.delete(`/api/tags/${here.id}`),
    await other.admin.post(`/api/tags/${here.id}/merge`, { target_id: there.id }),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const merge = await other.admin.post(`/api/tags/${there.id}/merge`, { target_id: here.id })
  expect([merge.status, Object.keys(merge.errors)]).toEqual([422, ['target_id']])
  expect((await auditor.get(`/api/tags/${here.id}`)).data.name).toBe('Here')
})

test('an invalid id is 400, an unknown one 404', async () => {
  for (const id of ['0', '-1', 'x', '1.5']) expect((await auditor.get(`/api/tags/${id}`)).status).toBe(400)
  for (const id of ['999999999', '99999999999999999999'])
    expect((await auditor.get(`/api/tags/${id}`)).status).toBe(404)
  expect((await auditor.put('/api/tags/999999999', {})).status).toBe(404)
  expect((await auditor.delete('/api/tags/999999999')).status).toBe(404)
})
