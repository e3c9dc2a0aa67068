import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const publish = async (changes: object = {}) =>
  (
    await editor.post('/api/articles', {
      title: 'T',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
      ...changes,
    })
  ).data.id as number

describe('views', () => {
  test('a thousand at once count a thousand, and change neither update_time, revisions nor events', async () => {
    // Events are stored only if a webhook is subscribed.
    await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
    const id = await publish()
    const before = (await editor.get(`/api/articles/${id}`)).data
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => site.anonymous.post(`/api/articles/${id}/view`)),
    )
    expect(new Set(answers.map(({ data }) => data.view_count)).size).toBe(1000)
    const after = (await editor.get(`/api/articles/${id}`)).data
    expect(after).toEqual({ ...before, view_count: 1000 })
    expect((await editor.get(`/api/articles/${id}/revisions`)).data.total).toBe(0)
    const { rows } = {
      rows: await service.engine.db
        .selectFrom('events')
        .selectAll()
        .where('subject_id', '=', id)
        .where('kind', '=', 'article.updated')
        .execute(),
    }
    expect(rows).toEqual([])
  })

  test('of non-public articles are 404', async () => {
    const id = await publish({ status: 0 })
    expect((await site.anonymous.post(`/api/articles/${id}/view`)).status).toBe(404)
    expect((await site.anonymous.post('/api/articles/0/view')).status).toBe(400)
    expect((await site.anonymous.post('/api/articles/999999/view')).status).toBe(404)
  })
})

test('a draft is counted for users who may see it, and is 404 for others', async () => {
  const id = await publish({ status: 0 })
  const member = await site.user('member')
  for (const [kind, count] of [
    ['view', 'view_count'],
    ['like', 'like_count'],
    ['favorite', 'favorite_count'],
  ] as const) {
    expect((await editor.post(`/api/articles/${id}/${kind}`)).data[count]).toBe(1)
    expect((await member.post(`/api/articles/${id}/${kind}`)).status).toBe(404)
  }
  expect((await editor.get(`/api/articles/${id}`)).data).toMatchObject({ view_count: 1, like_count: 1 })
})

describe('likes and favorites', () => {
  test('fifty by one user at once count one, and can be removed', async () => {
    const id = await publish()
    const member = await site.user('member')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => member.post(`/api/articles/${id}/like`)),
    )
    for (const { status, data } of answers) expect([status, data]).toEqual([200, { like_count: 1, liked: 1 }])
    const other = await site.user('member')
    expect((await other.post(`/api/articles/${id}/like`)).data.like_count).toBe(2)
    for (let turn = 0; turn < 2; turn++)
      expect((await member.delete(`/api/articles/${id}/like`)).data).toEqual({ like_count: 1, liked: 0 })
    expect((await site.anonymous.post(`/api/articles/${id}/like`)).status).toBe(401)
  })

  test('favorites are listed while they are public, the latest first', async () => {
    const [one, two] = [await publish({ title: 'One' }), await publish({ title: 'Two' })]
    const member = await site.user('member')
    expect((await member.post(`/api/articles/${one}/favorite`)).data).toEqual({
      favorite_count: 1,
      favorited: 1,
    })
    await member.post(`/api/articles/${two}/favorite`)
    const listed = async () =>
      (await member.get('/api/users/me/favorites')).data.list.map(({ id }: { id: number }) => id)
    expect(await listed()).toEqual([two, one])
    await editor.post(`/api/articles/${two}/unpublish`)
    expect(await listed()).toEqual([one])
    expect((await member.delete(`/api/articles/${one}/favorite`)).data).toEqual({
      favorite_count: 0,
      favorited: 0,
    })
    expect(await listed()).toEqual([])
  })
})
