import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const site = await service.newSite()
const auditor = await site.user('auditor')

async function newPage(fields: object = {}, as: Client = auditor) {
  const { status, data } = await as.post('/api/pages', { title: 'Page', content: '<p>Text</p>', ...fields })
  expect(status).toBe(201)
  const { removed: _, ...page } = data
  return page as { id: number; alias: string; title: string }
}

async function eventsOf(id: number) {
  const rows = await service.engine.db
    .selectFrom('events')
    .select(['kind', 'data', 'site_id'])
    .where('subject_type', '=', 'page')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, data }) => ({ kind, data: JSON.parse(data) }))
}

describe('a page', () => {
  test('is created with all fields, and read by alias and by id', async () => {
    const given = {
      title: '关于我们',
      alias: 'About_us-2',
      content: '<h1>Who</h1><p>We are</p>',
      seo_title: 'About',
      seo_keywords: 'about,us',
      seo_description: 'Who we are',
      sort_order: 4,
      enabled: 1,
      show_in_nav: 1,
      template: 'wide.html',
      css_class: 'page wide',
      page_type: 'about',
      allow_comment: 1,
    }
    const { status, data } = await auditor.post('/api/pages', given)
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...given, view_count: 0, site_id: site.id })
    const { removed, ...page } = data
    expect(removed).toEqual([])
    expect((await site.anonymous.get('/api/pages/About_us-2')).data).toEqual(page)
    expect((await site.anonymous.get(`/api/pages/${data.id}`)).data).toEqual(page)
  })

  test('has defaults for all fields but title and content, and an alias in pinyin that is never only digits', async () => {
    const { data } = await auditor.post('/api/pages', { title: ' 联系我们 ', content: 'x' })
    expect(data).toMatchObject({
      title: '联系我们',
      alias: 'lian-xi-wo-men',
      seo_title: '',
      sort_order: 0,
      enabled: 1,
      show_in_nav: 0,
      template: '',
      css_class: '',
      page_type: '',
      allow_comment: 0,
    })
    expect((await newPage({ title: '联系我们' })).alias).toBe('lian-xi-wo-men-2')
    expect((await newPage({ title: '2024' })).alias).toBe('page-2024')
  })

  test('is sanitised: scripts, handlers and dangerous URLs are removed', async () => {
    const content =
      '<p onclick="x()">Hi<script>alert(1)</script></p><a href="javascript:x()">a</a><img src="data:image/svg+xml,x">'
    const { id, removed } = (await auditor.post('/api/pages', { title: 'Hostile', content })).data
    expect(removed).toEqual(['onclick', 'script', 'href', 'src', 'img'])
    const read = async () => (await site.anonymous.get(`/api/pages/${id}`)).data.content as string
    expect(await read()).toContain('Hi')
    expect(await read()).not.toMatch(/script|onclick|data:/)
    await auditor.put(`/api/pages/${id}`, { content: `<b>New</b>${content}` })
    expect(await read()).toContain('<b>New</b>')
    expect(await read()).not.toMatch(/script|onclick|data:/)
  })

  test('changes only in the fields sent, by id or alias; an empty alias is generated again', async () => {
    const { id, alias } = await newPage({ title: 'Before', seo_title: 'stays' })
    const { data } = await auditor.put(`/api/pages/${alias}`, { title: 'Afterwards', alias: '' })
    expect(data).toMatchObject({ id, title: 'Afterwards', alias: 'afterwards', seo_title: 'stays' })
    expect((await auditor.put(`/api/pages/${id}`, { sort_order: 9 })).data.sort_order).toBe(9)
    expect((await auditor.get(`/api/pages/${alias}`)).status).toBe(404)
  })

  test('is listed by sort_order and id, without its text; disabled ones only for managers', async () => {
    const own = await service.newSite()
    const editor = await own.user('editor')
    const second = await newPage({ title: 'Second' }, own.admin)
    const first = await newPage({ title: 'First', sort_order: -1 }, own.admin)
    const hidden = await newPage({ title: 'Hidden', enabled: 0, sort_order: -2 }, own.admin)
    const listed = (await own.anonymous.get('/api/pages')).data
    expect(listed).toMatchObject([
      { id: first.id, title: 'First', alias: 'first', view_count: 0 },
      { id: second.id },
    ])
    expect(listed[0]).not.toHaveProperty('content')
    for (const reader of [own.anonymous, editor])
      for (const name of [hidden.alias, String(hidden.id)]) {
        expect((await reader.get(`/api/pages/${name}`)).status).toBe(404)
        expect((await reader.post(`/api/pages/${name}/view`)).status).toBe(404)
      }
    expect((await own.admin.get('/api/pages/hidden')).data.enabled).toBe(0)
    expect((await own.admin.get('/api/pages?all=1')).data).toHaveLength(3)
    expect((await own.admin.get('/api/pages')).data).toHaveLength(2)
    expect((await own.anonymous.get('/api/pages?all=1')).status).toBe(401)
    expect((await editor.get('/api/pages?all=1')).status).toBe(403)
  })

  test('records an event in the transaction of each change, and none for failures', async () => {
    // Events are stored only if a webhook is subscribed.
    await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
    const { id } = await newPage({ title: 'Told', alias: 'told' })
    await auditor.put('/api/pages/told', { title: 'Retold' })
    await auditor.put('/api/pages/told', { title: '' })
    await site.anonymous.post('/api/pages/told/view')
    await auditor.delete('/api/pages/told')
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'page.created', data: { id } },
      { kind: 'page.updated', data: { id } },
      { kind: 'page.deleted', data: { id } },
    ])
  })
})

const long = (length: number) => '长'.repeat(length)
const refusals = [
  ['title is null', { title: null }, 'title'],
  ['title is a number', { title: 5 }, 'title'],
  ['title is blank', { title: '  ' }, 'title'],
  ['title is too long', { title: long(101) }, 'title'],
  ['title holds a NUL', { title: '\u0000' }, 'title'],
  ['alias is null', { alias: null }, 'alias'],
  ['alias is digits alone', { alias: '404' }, 'alias'],
  ['alias climbs', { alias: '../admin' }, 'alias'],
  ['alias has a space', { alias: 'a b' }, 'alias'],
  ['alias is too long', { alias: 'a'.repeat(65) }, 'alias'],
  ['alias is taken', { alias: 'taken' }, 'alias'],
  ['content is null', { content: null }, 'content'],
  ['content is an object', { content: {} }, 'content'],
  ['content is empty', { content: '' }, 'content'],
  ['content is blank', { content: ' \n ' }, 'content'],
  ['content is a script and nothing else', { content: '<script>alert(1)</script>' }, 'content'],
  ['content is too long', { content: 'x'.repeat(2_000_001) }, 'content'],
  ['seo_title is too long', { seo_title: long(201) }, 'seo_title'],
  ['seo_title is null', { seo_title: null }, 'seo_title'],
  ['seo_keywords is too long', { seo_keywords: long(501) }, 'seo_keywords'],
  ['seo_keywords is a list', { seo_keywords: ['a'] }, 'seo_keywords'],
  ['seo_description is too long', { seo_description: long(1001) }, 'seo_description'],
  ['seo_description is a number', { seo_description: 1 }, 'seo_description'],
  ['sort_order is text', { sort_order: '1' }, 'sort_order'],
  ['sort_order is too large', { sort_order: 1e10 }, 'sort_order'],
  ['enabled is a word', { enabled: 'yes' }, 'enabled'],
  ['show_in_nav is 2', { show_in_nav: 2 }, 'show_in_nav'],
  ['template is a path', { template: '../../../etc/passwd' }, 'template'],
  ['template is too long', { template: 'x'.repeat(101) }, 'template'],
  ['template is a number', { template: 1 }, 'template'],
  ['css_class leaves its attribute', { css_class: 'x" onload="y' }, 'css_class'],
  ['css_class is too long', { css_class: 'x'.repeat(201) }, 'css_class'],
  ['page_type is markup', { page_type: '<b>' }, 'page_type'],
  ['page_type is too long', { page_type: 'x'.repeat(51) }, 'page_type'],
  ['allow_comment is null', { allow_comment: null }, 'allow_comment'],
  ['allow_comment is text', { allow_comment: '1' }, 'allow_comment'],
] as const

describe('a page is rejected with 422', async () => {
  const untouched = await newPage({ title: 'Untouched' })
  await newPage({ title: 'Taken', alias: 'taken' })
  for (const [when, fields, field] of refusals)
    test(`on ${field} when ${when}, on creation or update, and nothing changes`, async () => {
      for (const { status, errors } of [
        await auditor.post('/api/pages', { title: 'Refused', content: 'x', ...fields }),
        await auditor.put(`/api/pages/${untouched.id}`, fields),
      ]) {
        expect(status).toBe(422)
        expect(Object.keys(errors)).toEqual([field])
      }
      expect((await auditor.get(`/api/pages/${untouched.id}`)).data).toEqual(untouched)
    })

  test('on title and content when they are missing', async () => {
    expect(Object.keys((await auditor.post('/api/pages', {})).errors).sort()).toEqual(['content', 'title'])
  })
})

describe('at the same moment', () => {
  test('fifty views count fifty, and do not change the version', async () => {
    const { id, alias } = await newPage({ title: 'Viewed' })
    const { etag } = (await auditor.get(`/api/pages/${id}`)).headers
    const view = (_: unknown, index: number) =>
      site.anonymous.post(`/api/pages/${index % 2 ? id : alias}/view`)
    const counts = (await Promise.all(Array.from({ length: 50 }, view))).map(({ data }) => data.view_count)
    expect(new Set(counts).size).toBe(50)
    expect((await site.anonymous.get(`/api/pages/${id}`)).data.view_count).toBe(50)
    const save = await auditor.put(`/api/pages/${id}`, { title: 'Saved' }, { 'if-match': String(etag) })
    expect([save.status, save.data.view_count]).toEqual([200, 50])
  })

  test('two saves from the same state, one by id and one by alias: one gets 412', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, alias } = await newPage({ title: 'Twice' })
      const { etag } = (await auditor.get(`/api/pages/${id}`)).headers
      const save = (name: string | number, title: string) =>
        auditor.put(`/api/pages/${name}`, { title }, { 'if-match': String(etag) })
      const statuses = (await Promise.all([save(id, 'One'), save(alias, 'Two')])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 412])
    }
  })

  test('ten with one title get ten aliases, and only one of ten gets the same given alias', async () => {
    const titled = await Promise.all(Array.from({ length: 10 }, () => newPage({ title: 'Simultaneous' })))
    expect(new Set(titled.map(({ alias }) => alias)).size).toBe(10)
    const ask = () => auditor.post('/api/pages', { title: 'Mine', content: 'x', alias: 'only-one' })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(9).fill(422)])
  })
})

describe('a deleted page', () => {
  test('is not visible, frees its alias and is restored under a free one', async () => {
    const { id } = await newPage({ title: 'Gone', alias: 'gone' })
    const { status, body } = await auditor.delete(`/api/pages/${id}`)
    expect([status, 'data' in body]).toEqual([200, false])
    for (const answer of [
      await auditor.get('/api/pages/gone'),
      await auditor.get(`/api/pages/${id}`),
      await auditor.put(`/api/pages/${id}`, { title: 'x' }),
      await auditor.delete(`/api/pages/${id}`),
      await auditor.post('/api/pages/gone/view'),
    ])
      expect(answer.status).toBe(404)
    const listed = (await auditor.get('/api/pages?all=1')).data.map((page: { id: number }) => page.id)
    expect(listed).not.toContain(id)
    const successor = await newPage({ title: 'Next', alias: 'gone' })
    const bin = (await site.admin.get('/api/recycle-bin?type=page')).data
    expect(bin.list[0]).toMatchObject({ id, type: 'page', title: 'Gone', deleted_by: { id: auditor.id } })
    expect((await auditor.post(`/api/recycle-bin/page/${id}/restore`)).status).toBe(200)
    expect((await auditor.get(`/api/pages/${id}`)).data).toMatchObject({ title: 'Gone', alias: 'gone-2' })
    expect((await auditor.get('/api/pages/gone')).data.id).toBe(successor.id)
  })

  test('is restored by the user who deleted it or an administrator, and purged only by the latter', async () => {
    const { id } = await newPage({ title: 'Purged', alias: 'purged' })
    await site.admin.delete('/api/pages/purged')
    const other = await site.user('auditor')
    expect((await other.post(`/api/recycle-bin/page/${id}/restore`)).status).toBe(404)
    expect((await other.get('/api/recycle-bin?type=page')).data.total).toBe(0)
    expect((await other.delete(`/api/recycle-bin/page/${id}`)).status).toBe(403)
    const stranger = await service.newSite()
    expect((await stranger.admin.post(`/api/recycle-bin/page/${id}/restore`)).status).toBe(404)
    expect((await stranger.admin.delete(`/api/recycle-bin/page/${id}`)).status).toBe(404)
    expect((await site.admin.delete(`/api/recycle-bin/page/${id}`)).status).toBe(200)
    expect((await site.admin.post(`/api/recycle-bin/page/${id}/restore`)).status).toBe(404)
  })
})

describe('permissions', () => {
  const roleNames = ['anonymous', 'member', 'editor', 'auditor', 'admin'] as const
  for (const role of roleNames)
    test(`as ${role}`, async () => {
      const caller = role === 'anonymous' ? site.anonymous : await site.user(role)
      const { id, alias } = await newPage()
      const refused = role === 'anonymous' ? 401 : 403
      const may = (status: number) => (['auditor', 'admin'].includes(role) ? status : refused)
      expect((await caller.get('/api/pages')).status).toBe(200)
      expect((await caller.get(`/api/pages/${alias}`)).status).toBe(200)
      expect((await caller.post(`/api/pages/${alias}/view`)).status).toBe(200)
      expect((await caller.post('/api/pages', { title: 'By me', content: 'x' })).status).toBe(may(201))
      expect((await caller.put(`/api/pages/${id}`, { title: 'By me' })).status).toBe(may(200))
      expect((await caller.delete(`/api/pages/${id}`)).status).toBe(may(200))
    })
})

test('another site may use the same alias, and cannot access these', async () => {
  const other = await service.newSite()
  const here = await newPage({ title: 'Here', alias: 'the-same' })
  const there = await newPage({ title: 'There', alias: 'the-same' }, other.admin)
  expect((await other.anonymous.get('/api/pages')).data).toMatchObject([{ id: there.id }])
  expect((await other.anonymous.get('/api/pages/the-same')).data.id).toBe(there.id)
  const attempts = [
    await other.admin.get(`/api/pages/${here.id}`),
    await other.admin.put(`/api/pages/${here.id}`, { title: 'Stolen' }),
    await other.admin.delete(`/api/pages/${here.id}`),
    await other.admin.post(`/api/pages/${here.id}/view`),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await auditor.get('/api/pages/the-same')).data).toMatchObject({ id: here.id, view_count: 0 })
})

test('an unknown id or alias is 404, in every form', async () => {
  for (const name of ['nowhere', '0', '99999999999999999999', '%E6%96%B0', "x'--", 'a%20b'])
    expect((await auditor.get(`/api/pages/${name}`)).status).toBe(404)
  expect((await auditor.get('/api/pages/%00')).status).toBe(400)
  expect((await auditor.get('/api/pages/%ff')).status).toBe(400)
})
