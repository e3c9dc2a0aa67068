import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: TestUser
let busy: TestUser
let member: TestUser

const publish = async (by: TestUser, status = 1, on = site) => {
  const article = { title: 'Written', content: '<p>x</p>', category_id: on.defaultCategoryId, status }
  return (await by.post('/api/articles', article)).data.id as number
}

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  busy = await site.user('editor')
  member = await site.user('member')
  await editor.put('/api/auth/me', { nickname: 'Li', bio: ' Writes\nabout gardens. ' })
  await publish(editor)
  await publish(editor, 0)
  for (let made = 0; made < 3; made++) await publish(busy)
  await publish(await site.user('editor'), 0)
})

describe('authors', () => {
  test('are users who have published on the site, those with the most articles first', async () => {
    const { data } = await member.get('/api/authors')
    expect(data).toEqual({
      list: [
        { id: busy.id, nickname: '', avatar: '', bio: '', article_count: 3 },
        { id: editor.id, nickname: 'Li', avatar: '', bio: 'Writes\nabout gardens.', article_count: 1 },
      ],
      total: 2,
      page: 1,
      page_size: 20,
      total_pages: 1,
    })
    expect((await member.get('/api/authors?page=2&page_size=1')).data).toMatchObject({
      list: [{ id: editor.id }],
      total: 2,
      total_pages: 2,
    })
    expect((await member.get(`/api/authors/${editor.id}`)).data).toEqual(data.list[1])
    expect(JSON.stringify(data)).not.toContain(editor.username)
  })

  test('change with their articles and their profile', async () => {
    const own = await service.newSite()
    const author = await own.user('editor')
    const id = await publish(author, 1, own)
    const seen = async () => (await own.admin.get(`/api/authors/${author.id}`)).data
    expect(await seen()).toMatchObject({ article_count: 1, bio: '' })
    await author.put('/api/auth/me', { bio: 'New' })
    expect(await seen()).toMatchObject({ bio: 'New' })
    await author.post(`/api/articles/${id}/unpublish`)
    expect((await own.admin.get(`/api/authors/${author.id}`)).status).toBe(404)
    expect((await own.admin.get('/api/authors')).data.total).toBe(0)
  })

  test('are public like articles, and only on their site', async () => {
    for (const path of ['/api/authors', `/api/authors/${editor.id}`]) {
      expect((await site.anonymous.get(path)).status).toBe(401)
      await site.admin.put('/api/settings', { public_read: 1 })
      expect((await site.anonymous.get(path)).status).toBe(200)
      await site.admin.put('/api/settings', { public_read: 0 })
    }
    const elsewhere = await service.newSite()
    expect((await elsewhere.admin.get(`/api/authors/${editor.id}`)).status).toBe(404)
    for (const id of [member.id, 999_999]) expect((await member.get(`/api/authors/${id}`)).status).toBe(404)
    for (const id of ['0', 'x']) expect((await member.get(`/api/authors/${id}`)).status).toBe(400)
  })

  test('have a bio of at most 1000 characters', async () => {
    for (const bio of ['x'.repeat(1001), 5, null])
      expect((await editor.put('/api/auth/me', { bio })).errors).toHaveProperty('bio')
    const user = await site.admin.put(`/api/users/${busy.id}`, { bio: '汉'.repeat(1000) })
    expect([user.status, [...(user.data?.bio ?? '')].length]).toEqual(
      user.status === 403 ? [403, 0] : [200, 1000],
    )
  })
})

test('usernames are hidden from anonymous callers if show_usernames is off', async () => {
  const own = await service.newSite()
  const author = await own.user('editor')
  const tag = (await author.post('/api/tags', { name: 'Shared' })).data.id
  const fields = { title: 'Shown words', content: '<p>x</p>', category_id: own.defaultCategoryId, status: 1 }
  const first = (await author.post('/api/articles', { ...fields, tag_ids: [tag] })).data
  await author.post('/api/articles', { ...fields, tag_ids: [tag] })
  await own.admin.put('/api/settings', { public_read: 1 })
  const paths = [
    '/api/articles',
    `/api/articles/${first.id}`,
    `/api/articles/by-alias/${first.alias}`,
    `/api/articles/${first.id}/related`,
    '/api/articles/search?keyword=words',
  ]
  const reader = await own.user('member')
  const { token } = (await author.post('/api/tokens', { name: 'Site', scope: 'content' })).data
  const program = service.client({ token, siteId: own.id })
  const names = async (path: string, by: Pick<TestUser, 'get'>) =>
    [...(await by.get(path)).text.matchAll(/"username":"([^"]*)"/g)].map(([, name]) => name)
  for (const path of paths) {
    expect(new Set(await names(path, own.anonymous)), path).toEqual(new Set([author.username]))
    await own.admin.put('/api/settings', { show_usernames: 0 })
    for (const stranger of [own.anonymous, program])
      expect(new Set(await names(path, stranger)), path).toEqual(new Set(['']))
    expect(new Set(await names(path, reader)), path).toEqual(new Set([author.username]))
    await own.admin.put('/api/settings', { show_usernames: 1 })
  }
})
