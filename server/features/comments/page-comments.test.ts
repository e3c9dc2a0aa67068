import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ TRUST_PROXY: '127.0.0.1', WEBHOOK_ALLOW: '127.0.0.1' })
let site: TestSite
let moderator: Awaited<ReturnType<TestSite['user']>>

const FREE = {
  comment_captcha: 0,
  comment_review: 0,
  comment_user_interval: 0,
  comment_ip_interval: 0,
  comment_daily_limit: 0,
}

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', FREE)
  moderator = await site.user('auditor')
})

let number = 0
const words = () => `A comment on a page, the ${++number}th of them.`
const guest = { nickname: 'Guest', email: 'guest@example.com' }
const from = () => ({ 'x-forwarded-for': `198.18.${++number >> 8}.${number & 255}` })

async function newPage(fields: object = {}): Promise<{ id: number; alias: string }> {
  const { data } = await site.admin.post('/api/pages', {
    title: `About ${++number}`,
    content: '<p>x</p>',
    allow_comment: 1,
    ...fields,
  })
  return data
}

async function newArticle(): Promise<number> {
  const { data } = await site.admin.post('/api/articles', {
    title: 'An article',
    content: 'x',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  return data.id
}

const say = (fields: object) =>
  site.anonymous.post('/api/comments', { content: words(), ...guest, ...fields }, from())
const listed = async (name: number | string, query = '') =>
  (await site.anonymous.get(`/api/pages/${name}/comments${query}`)).data
const countOn = async (id: number) => (await site.anonymous.get(`/api/pages/${id}`)).data.comment_count

test('a page has comments with replies, pages, orders and a count, by id and alias', async () => {
  const page = await newPage()
  const first = (await say({ page_id: page.id })).data.id
  const second = (await say({ page_id: page.id })).data.id
  const answer = (await say({ page_id: page.id, parent_id: first })).data.id
  await site.anonymous.post(`/api/comments/${first}/like`)
  for (const name of [page.id, page.alias])
    expect(await listed(name, '?order=oldest')).toMatchObject({
      total: 3,
      list: [{ id: first, like_count: 1, children: [{ id: answer }] }, { id: second }],
    })
  expect((await listed(page.id, '?order=hot')).list[0].id).toBe(first)
  expect(await listed(page.id, '?page=2&page_size=1')).toMatchObject({
    total: 3,
    total_pages: 2,
    list: [{ id: first }],
  })
  expect((await listed(page.id, '?page=9&page_size=1')).total_pages).toBe(2)
  expect(await countOn(page.id)).toBe(3)
  expect((await site.anonymous.get('/api/pages')).data).toContainEqual(
    expect.objectContaining({ id: page.id, comment_count: 3 }),
  )
})

describe('rejected', () => {
  const cases: Array<[string, (page: number) => Promise<object> | object, number, string | undefined]> = [
    ['neither an article nor a page', () => ({}), 422, 'article_id'],
    ['both', async (page) => ({ page_id: page, article_id: await newArticle() }), 422, 'page_id'],
    ['null', () => ({ page_id: null }), 422, 'page_id'],
    ['a text', (page) => ({ page_id: String(page) }), 422, 'page_id'],
    ['zero', () => ({ page_id: 0 }), 422, 'page_id'],
    ['no such page', () => ({ page_id: 999_999 }), 404, undefined],
    [
      'a page without comments',
      async () => ({ page_id: (await newPage({ allow_comment: 0 })).id }),
      403,
      undefined,
    ],
    ['a disabled page', async () => ({ page_id: (await newPage({ enabled: 0 })).id }), 404, undefined],
    [
      'an answer to a comment of an article',
      async (page) => ({ page_id: page, parent_id: (await say({ article_id: await newArticle() })).data.id }),
      422,
      'parent_id',
    ],
    [
      'an answer to a comment of another page',
      async (page) => ({ page_id: page, parent_id: (await say({ page_id: (await newPage()).id })).data.id }),
      422,
      'parent_id',
    ],
  ]
  test.each(cases)('%s', async (_name, fields, status, field) => {
    const page = await newPage()
    const answer = await say(await fields(page.id))
    expect(answer.status).toBe(status)
    if (field) expect(answer.errors).toHaveProperty(field)
    expect((await listed(page.id)).total).toBe(0)
  })

  test('an empty body reports all missing fields', async () => {
    const { status, errors } = await site.anonymous.post('/api/comments', {})
    expect(status).toBe(422)
    expect(Object.keys(errors ?? {}).sort()).toEqual(['article_id', 'content', 'page_id'])
  })

  test('the comments of an invisible page cannot be read', async () => {
    const hidden = await newPage({ enabled: 0 })
    expect((await site.anonymous.get(`/api/pages/${hidden.id}/comments`)).status).toBe(404)
    expect((await site.anonymous.get('/api/pages/nothing-here/comments')).status).toBe(404)
    expect((await site.admin.get(`/api/pages/${hidden.id}/comments`)).status).toBe(200)
    const other = await service.newSite()
    const page = await newPage()
    expect((await other.anonymous.get(`/api/pages/${page.alias}/comments`)).status).toBe(404)
  })
})

test('closing a page hides its comments, opening it shows them again', async () => {
  const page = await newPage()
  const { id } = (await say({ page_id: page.id })).data
  await site.admin.put(`/api/pages/${page.id}`, { allow_comment: 0 })
  expect((await listed(page.id)).total).toBe(0)
  await site.admin.put(`/api/pages/${page.id}`, { allow_comment: 1 })
  expect((await listed(page.id)).list[0].id).toBe(id)
  await site.admin.put(`/api/pages/${page.id}`, { enabled: 0 })
  expect((await site.anonymous.post(`/api/comments/${id}/like`)).status).toBe(404)
})

test('moderators see the subject of a comment, decide and reply, and the count follows', async () => {
  const page = await newPage()
  const article = await newArticle()
  const onPage = (await say({ page_id: page.id })).data.id
  const onArticle = (await say({ article_id: article })).data.id
  expect((await moderator.get(`/api/comments?page_id=${page.id}`)).data.list).toMatchObject([
    { id: onPage, page: { id: page.id, alias: page.alias }, article: { id: 0, title: '' } },
  ])
  expect((await moderator.get(`/api/comments?article_id=${article}`)).data.list).toMatchObject([
    { id: onArticle, page: { id: 0, title: '', alias: '' }, article: { id: article } },
  ])
  await moderator.post('/api/comments/batch/audit', { ids: [onPage, onArticle], status: 2 })
  expect(await countOn(page.id)).toBe(0)
  await moderator.post('/api/comments/batch/audit', { ids: [onPage, onArticle], status: 1 })
  expect(await countOn(page.id)).toBe(1)
  expect((await moderator.post(`/api/comments/${onPage}/reply`, { content: words() })).status).toBe(200)
  expect(await countOn(page.id)).toBe(2)
  await site.anonymous.post(`/api/comments/${onPage}/report`, { reason: 'rude' })
  expect((await moderator.get('/api/comments/reports')).data.list[0].comment).toMatchObject({
    id: onPage,
    article_id: 0,
    page_id: page.id,
  })
})

test('a deleted comment of a page can be restored, and a deleted page keeps its comments', async () => {
  const page = await newPage()
  const top = (await say({ page_id: page.id })).data.id
  await say({ page_id: page.id, parent_id: top })
  await moderator.delete(`/api/comments/${top}`)
  expect(await countOn(page.id)).toBe(0)
  await moderator.post(`/api/recycle-bin/comment/${top}/restore`)
  expect(await countOn(page.id)).toBe(2)
  await site.admin.delete(`/api/pages/${page.id}`)
  expect((await site.anonymous.post(`/api/comments/${top}/like`)).status).toBe(404)
  await site.admin.post(`/api/recycle-bin/page/${page.id}/restore`)
  expect((await listed(page.id)).total).toBe(2)
  await site.admin.delete(`/api/pages/${page.id}`)
  await site.admin.delete(`/api/recycle-bin/page/${page.id}`)
  const left = await service.engine.db
    .selectFrom('comments')
    .select('id')
    .where('page_id', '=', page.id)
    .execute()
  expect(left).toEqual([])
})

test('webhooks, changes and messages name the page', async () => {
  const page = await newPage({ title: 'Imprint' })
  const reader = await site.user('editor')
  // Nothing listens there, so deliveries stay stored.
  await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['comment.*'] })
  const before = (await moderator.get('/api/changes')).data.next
  const asked = (await reader.post('/api/comments', { page_id: page.id, content: words() }, from())).data.id
  await say({ page_id: page.id, parent_id: asked })
  const { list } = (await reader.get('/api/messages')).data
  expect(list[0]).toMatchObject({ kind: 'comment-answer', article_id: 0, page_id: page.id })
  expect(list[0].title).toContain('Imprint')
  const changed = async () => (await moderator.get(`/api/changes?after=${before}&types=comment`)).data.list
  await expect.poll(changed).toContainEqual(expect.objectContaining({ id: asked }))
  const event = await service.engine.db
    .selectFrom('events')
    .select('data')
    .where('site_id', '=', site.id)
    .where('kind', '=', 'comment.created')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(event.data)).toMatchObject({ article_id: 0, page_id: page.id })
})

test('simultaneous comments are all counted', async () => {
  const page = await newPage()
  const answers = await Promise.all(Array.from({ length: 8 }, () => say({ page_id: page.id })))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await countOn(page.id)).toBe(8)
})
