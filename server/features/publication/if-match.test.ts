import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: TestUser

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const create = async () =>
  (
    await editor.post('/api/articles', {
      title: 'T',
      content: '<p>0</p>',
      category_id: site.defaultCategoryId,
    })
  ).data.id as number
const category = async (name: string) =>
  (await site.admin.post('/api/categories', { name })).data.id as number

/**
 * Either the save comes first and the other change after it, or the save is refused. A save that is accepted though
 * the other change came between its reading and its writing would have started from a state that was gone.
 */
const others = {
  publish: (id: number) => site.admin.post(`/api/articles/${id}/publish`),
  batch: (id: number) => site.admin.put('/api/articles/batch', { ids: [id], data: { is_top: 1 } }),
  restore: (id: number) => site.admin.post(`/api/articles/${id}/revisions/1/restore`),
  archive: (id: number) => site.admin.post(`/api/articles/${id}/archive`),
} as const

for (const [name, change] of Object.entries(others))
  test(`a save with If-Match and a simultaneous ${name}: none is lost`, async () => {
    for (let round = 0; round < 12; round++) {
      const id = await create()
      await editor.put(`/api/articles/${id}`, { title: 'U' })
      const { headers, data } = await editor.get(`/api/articles/${id}`)
      const version = Number(/v(\d+)/.exec(String(headers.etag))?.[1])
      const [saved, changed] = await Promise.all([
        editor.put(`/api/articles/${id}`, { title: 'Saved' }, { 'if-match': String(headers.etag) }),
        change(id),
      ])
      expect(changed.status).toBe(200)
      expect([200, 412]).toContain(saved.status)
      const after = await editor.get(`/api/articles/${id}`)
      if (saved.status === 412) expect(after.data.title).not.toBe('Saved')
      // It was based on the named version, so it is exactly the next one.
      if (saved.status === 200)
        expect(Number(/v(\d+)/.exec(String(saved.headers.etag))?.[1])).toBe(version + 1)
      expect(data.title).toBe('U')
    }
  })

test('a save with If-Match and a simultaneous merge of its category: none is lost', async () => {
  for (let round = 0; round < 6; round++) {
    const [from, to] = [await category(`From ${round}`), await category(`To ${round}`)]
    const id = await create()
    await editor.put(`/api/articles/${id}`, { category_id: from })
    const { headers } = await editor.get(`/api/articles/${id}`)
    const [saved, merged] = await Promise.all([
      editor.put(`/api/articles/${id}`, { title: 'Saved' }, { 'if-match': String(headers.etag) }),
      site.admin.post(`/api/categories/${from}/merge`, { target_id: to }),
    ])
    expect(merged.status).toBe(200)
    const after = await editor.get(`/api/articles/${id}`)
    expect(after.data.category.id).toBe(to)
    expect([saved.status, after.data.title]).toEqual(saved.status === 200 ? [200, 'Saved'] : [412, 'T'])
  }
})

test('responses to POST, PUT and PATCH have the ETag of a GET', async () => {
  for (const [path, fields, changes] of [
    ['/api/articles', { title: 'T', content: 'x', category_id: site.defaultCategoryId }, { title: 'U' }],
    ['/api/categories', { name: 'C' }, { name: 'D' }],
    ['/api/tags', { name: 'T' }, { name: 'U' }],
    ['/api/pages', { title: 'P', content: 'x' }, { title: 'Q', alias: 'renamed' }],
  ] as const) {
    const made = await site.admin.post(path, fields)
    expect(made.headers.etag).toBe((await site.admin.get(`${path}/${made.data.id}`)).headers.etag)
    const changed = await site.admin.put(`${path}/${made.data.id}`, changes, {
      'if-match': String(made.headers.etag),
    })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).toBe((await site.admin.get(`${path}/${made.data.id}`)).headers.etag)
    expect(
      (await site.admin.put(`${path}/${made.data.id}`, changes, { 'if-match': String(made.headers.etag) }))
        .status,
    ).toBe(412)
  }
})

test('steps of publication and restores return the new ETag of the article', async () => {
  const id = await create()
  await editor.put(`/api/articles/${id}`, { title: 'U' })
  const path = `/api/articles/${id}`
  const steps = [
    [editor, 'submit'],
    [site.admin, 'publish'],
    [site.admin, 'unpublish'],
    [site.admin, 'revisions/1/restore'],
    [site.admin, 'archive'],
  ] as const
  for (const [user, step] of steps) {
    const before = (await user.get(path)).headers.etag
    const { status, headers } = await user.post(`${path}/${step}`)
    const after = (await user.get(path)).headers.etag
    expect([step, status, headers.etag, after === before]).toEqual([step, 200, after, false])
  }
})

test('a restore into the working copy returns the unchanged ETag of the article', async () => {
  const own = await service.newSite()
  await own.admin.put('/api/settings', { review: 1 })
  const writer = await own.user('editor')
  const fields = { title: 'T', content: '<p>0</p>', category_id: own.defaultCategoryId }
  for (const [user, query] of [
    [writer, ''],
    [own.admin, '?working_copy=1'],
  ] as const) {
    const { id } = (await writer.post('/api/articles', fields)).data
    await writer.put(`/api/articles/${id}`, { content: '<p>1</p>' })
    await own.admin.post(`/api/articles/${id}/publish`)
    const before = (await user.get(`/api/articles/${id}`)).headers.etag
    const { data, headers } = await user.post(`/api/articles/${id}/revisions/1/restore${query}`)
    expect([data.working_copy, headers.etag]).toEqual([1, before])
  }
})

test('an article lists the permissions of the caller, consistent with the endpoints', async () => {
  const own = await service.newSite()
  const [writer, other, auditor, member] = [
    await own.user('editor'),
    await own.user('editor'),
    await own.user('auditor'),
    await own.user('member'),
  ]
  const { id } = (
    await writer.post('/api/articles', {
      title: 'T',
      content: 'x',
      category_id: own.defaultCategoryId,
      status: 1,
    })
  ).data
  const can = async (by: TestUser) => Object.values((await by.get(`/api/articles/${id}`)).data.can).join('')
  expect(await Promise.all([writer, other, auditor, own.admin, member].map(can))).toEqual([
    '110011',
    '000000',
    '110110',
    '110111',
    '000000',
  ])
  await own.admin.put('/api/settings', { review: 1, public_read: 1 })
  expect(await can(writer)).toBe('100001')
  expect((await writer.get('/api/articles')).data.list[0].can).toEqual(
    (await writer.get(`/api/articles/${id}`)).data.can,
  )
  expect((await own.anonymous.get(`/api/articles/${id}`)).data.can).toBeUndefined()
})

test('an administrator may change the author and the creation time', async () => {
  const writer = await site.user('editor')
  const id = await create()
  const set = { author_id: writer.id, create_time: '2020-02-03 04:05:06' }
  expect((await editor.put(`/api/articles/${id}`, set)).status).toBe(403)
  expect((await site.admin.put(`/api/articles/${id}`, set)).status).toBe(200)
  expect((await site.admin.get(`/api/articles/${id}`)).data).toMatchObject({
    author: { id: writer.id },
    create_time: '2020-02-03 04:05:06',
  })
  expect((await writer.put(`/api/articles/${id}`, { ...set, title: 'Mine' })).status).toBe(200)
  for (const [field, body] of [
    ['author_id', { author_id: 999_999 }],
    ['author_id', { author_id: '1' }],
    ['create_time', { create_time: '2999-01-01' }],
    ['create_time', { create_time: null }],
  ] as const)
    expect(Object.keys((await site.admin.put(`/api/articles/${id}`, body)).errors)).toEqual([field])
})
