import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ TIMEZONE: 'Asia/Shanghai' })
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
let auditor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { comment_captcha: 0, review: 0 })
  editor = await site.user('editor')
  auditor = await site.user('auditor')
})

const publish = async (title: string, by = editor, status = 1) =>
  (await by.post('/api/articles', { title, content: 'x', category_id: site.defaultCategoryId, status })).data
    .id as number

const view = (id: number, times: number) =>
  Promise.all(Array.from({ length: times }, () => site.anonymous.post(`/api/articles/${id}/view`)))

interface Day {
  date: string
  views: number
  comments: number
}

describe('GET /api/stats', () => {
  test('counts the views of each day, the most read articles and pending work', async () => {
    const [much, little] = [await publish('Much'), await publish('Little')]
    await view(much, 30)
    await view(little, 3)
    await service.engine.transact(async (tx) => {
      const { day } = await tx.selectFrom('article_daily_views').select('day').executeTakeFirstOrThrow()
      const before = (offset: number, views: number) => ({
        article_id: little,
        site_id: site.id,
        day: day - offset,
        views,
      })
      await tx
        .insertInto('article_daily_views')
        .values([before(1, 5), before(29, 7), before(30, 11)])
        .execute()
    })
    const guest = { nickname: 'Guest', email: 'guest@example.com' }
    await site.anonymous.post('/api/comments', { article_id: much, content: 'A first comment.', ...guest })

    const { data } = await site.admin.get('/api/stats')
    const days = data.days as Day[]
    expect(days).toHaveLength(30)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
    expect(days.at(-1)).toEqual({ date: today, views: 33, comments: 1 })
    expect(days.at(-2)).toMatchObject({ views: 5, comments: 0 })
    expect(days[0]).toMatchObject({ views: 7 })
    expect(data).toMatchObject({ views: 45, comments: 1 })
    expect(data.top).toEqual([
      { id: much, title: 'Much', alias: 'much', views: 30 },
      { id: little, title: 'Little', alias: 'little', views: 15 },
    ])
    expect(data.waiting).toEqual({ reviews: 0, comments: 1, reports: 0, sent_back: 0, messages: 0 })
    expect(data.storage).toEqual({ files: 0, bytes: 0 })
    expect(data.backups).toMatchObject({ count: 0, bytes: 0, database_time: null, uploads_at: null })

    const one = (await site.admin.get(`/api/stats?days=2&article_id=${little}`)).data
    expect(one).toMatchObject({ views: 8, comments: 0, top: [] })
    expect(one.days).toHaveLength(2)
    expect((await site.admin.get('/api/stats?days=1000')).data.days).toHaveLength(365)
  })

  test('shows each role what it may see', async () => {
    const mine = (await editor.get('/api/stats?days=1')).data
    expect(mine.waiting).toMatchObject({ reviews: null, comments: null, reports: null })
    expect(mine).toMatchObject({ storage: null, backups: null, comments: 0 })
    const theirs = (await auditor.get('/api/stats?days=1')).data
    expect(theirs.waiting).toMatchObject({ reviews: 0, comments: 1 })
    expect(theirs).toMatchObject({ storage: null, backups: null, comments: 1 })
  })

  test('shows reviewers submitted articles, and authors rejected ones', async () => {
    await site.admin.put('/api/settings', { review: 1 })
    const { messages } = (await editor.get('/api/stats')).data.waiting
    const id = await publish('For review', editor, 2)
    expect((await auditor.get('/api/stats')).data.waiting.reviews).toBe(1)
    await auditor.post(`/api/articles/${id}/audit`, { status: 2, reason: 'Shorter, please.' })
    expect((await auditor.get('/api/stats')).data.waiting.reviews).toBe(0)
    expect((await editor.get('/api/stats')).data.waiting).toMatchObject({
      sent_back: 1,
      messages: messages + 1,
    })
    await site.admin.put('/api/settings', { review: 0 })
  })

  test('ignores drafts and other sites, and deleted articles', async () => {
    const id = await publish('Draft', editor, 0)
    await editor.post(`/api/articles/${id}/view`)
    expect((await editor.get(`/api/stats?article_id=${id}`)).data.views).toBe(0)
    const other = await service.newSite()
    expect((await other.admin.get('/api/stats')).data).toMatchObject({ views: 0, top: [] })
    const gone = await publish('Gone')
    await view(gone, 2)
    await site.admin.delete(`/api/articles/${gone}`)
    const titles = (await editor.get('/api/stats')).data.top.map(({ title }: { title: string }) => title)
    expect(titles).not.toContain('Gone')
    await site.admin.delete(`/api/recycle-bin/article/${gone}`)
    const left = await service.engine.db
      .selectFrom('article_daily_views')
      .select('views')
      .where('article_id', '=', gone)
      .execute()
    expect(left).toEqual([])
  })

  const refusals = [
    ['a stranger asks', () => site.anonymous, '', 401],
    ['a member asks', () => site.user('member'), '', 403],
    ['days is 0', () => editor, '?days=0', 400],
    ['days is no number', () => editor, '?days=many', 400],
    ['article_id is no id', () => editor, '?article_id=x', 400],
    ['there is no such article', () => editor, '?article_id=999999', 404],
  ] as const
  for (const [when, who, query, status] of refusals)
    test(`rejects with ${status} when ${when}`, async () => {
      expect((await (await who()).get(`/api/stats${query}`)).status).toBe(status)
    })

  test('does not reveal drafts of others', async () => {
    const id = await publish('Hidden', auditor, 0)
    expect((await editor.get(`/api/stats?article_id=${id}`)).status).toBe(404)
  })
})
