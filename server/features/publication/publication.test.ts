import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>
let auditor: typeof editor

beforeAll(async () => {
  site = await service.newSite()
  // Events are stored only if a webhook is subscribed.
  await site.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })
  editor = await site.user('editor')
  auditor = await site.user('auditor')
})

const create = async (changes: object = {}, by = editor) =>
  (
    await by.post('/api/articles', {
      title: 'T',
      content: '<p>x</p>',
      category_id: site.defaultCategoryId,
      ...changes,
    })
  ).data.id as number
const statusOf = async (id: number) => (await site.admin.get(`/api/articles/${id}`)).data.status
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const events = async (id: number) =>
  (
    await service.engine.db
      .selectFrom('events')
      .select('kind')
      .where('subject_id', '=', id)
      .where('subject_type', '=', 'article')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

describe('the states of an article', () => {
  test('(none) → draft, (none) → published', async () => {
    expect(await statusOf(await create())).toBe(0)
    expect(await statusOf(await create({ status: 0 }))).toBe(0)
    expect(await statusOf(await create({ status: 1 }))).toBe(1)
  })

  test('draft → published, with id, status and publish_time; publishing again changes nothing', async () => {
    const id = await create()
    const { status, data } = await editor.post(`/api/articles/${id}/publish`)
    expect([status, data.id, data.status]).toEqual([200, id, 1])
    expect(data.publish_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(
      (await editor.post(`/api/articles/${id}/publish`, { publish_time: inSeconds(3600) })).data,
    ).toEqual(data)
    expect(await events(id)).toEqual(['article.created', 'article.updated', 'article.published'])
  })

  test('published → draft, → archived, → published', async () => {
    const id = await create({ status: 1 })
    expect((await editor.post(`/api/articles/${id}/unpublish`)).data.status).toBe(0)
    expect((await editor.post(`/api/articles/${id}/archive`)).data.status).toBe(3)
    expect((await auditor.post(`/api/articles/${id}/audit`, { status: 1 })).status).toBe(422)
    expect((await editor.post(`/api/articles/${id}/submit`)).status).toBe(422)
    expect((await editor.post(`/api/articles/${id}/publish`)).data.status).toBe(1)
  })

  test('archived with a future date → draft without it: it would look scheduled and never be published', async () => {
    const id = await create({ publish_time: inSeconds(3600) })
    await editor.post(`/api/articles/${id}/archive`)
    await editor.put(`/api/articles/${id}`, { status: 0 })
    const back = (await editor.get(`/api/articles/${id}`)).data
    expect(back).toMatchObject({ status: 0, publish_time: null, scheduled_time: null })
    await editor.post(`/api/articles/${id}/archive`)
    const publish_time = inSeconds(7200)
    await editor.put(`/api/articles/${id}`, { status: 0, publish_time })
    const { data } = await editor.get(`/api/articles/${id}`)
    expect(data.scheduled_time).toBe(data.publish_time)
    expect(data.scheduled_time).not.toBeNull()
  })

  test('draft → pending → published or back, with the reason stored and the author notified', async () => {
    const own = await service.newSite()
    await own.admin.put('/api/settings', { review: 1 })
    const writer = await own.user('editor')
    const reviewer = await own.user('auditor')
    const fields = { title: 'T', content: 'x', category_id: own.defaultCategoryId }
    expect((await writer.post('/api/articles', { ...fields, status: 1 })).status).toBe(403)
    const { id } = (await writer.post('/api/articles', fields)).data
    expect((await writer.post(`/api/articles/${id}/publish`)).status).toBe(403)
    expect((await writer.put(`/api/articles/${id}`, { status: 1 })).status).toBe(403)
    expect(
      (await writer.put('/api/articles/batch', { ids: [id], data: { status: 1 } })).data.failed_count,
    ).toBe(1)
    expect((await writer.post(`/api/articles/${id}/submit`)).data.status).toBe(2)
    expect((await writer.post(`/api/articles/${id}/audit`, { status: 1 })).status).toBe(403)
    const rejected = await reviewer.post(`/api/articles/${id}/audit`, { status: 2, reason: '太短' })
    expect(rejected.status).toBe(200)
    expect(rejected.body.data).toBeUndefined()
    expect((await writer.get(`/api/articles/${id}`)).data.status).toBe(0)
    await writer.put(`/api/articles/${id}`, { status: 2 })
    await reviewer.post(`/api/articles/${id}/audit`, { status: 1 })
    expect((await writer.get(`/api/articles/${id}`)).data.status).toBe(1)
    const { data } = await writer.get(`/api/articles/${id}/audits`)
    expect(data.list).toMatchObject([
      { status: 1, reason: '', auditor: { id: reviewer.id } },
      { status: 2, reason: '太短', auditor: { id: reviewer.id } },
    ])
    const told = await service.engine.db
      .selectFrom('messages')
      .select(['kind', 'details'])
      .where('user_id', '=', writer.id)
      .orderBy('id')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['article-rejected', 'article-passed'])
    for (const body of [{}, { status: 3 }, { status: '1' }, { status: 2, reason: 5 }])
      expect((await reviewer.post(`/api/articles/${id}/audit`, body)).status).toBe(422)
  })

  test('any → the given status, by batch', async () => {
    const ids = [await create(), await create({ status: 1 }), await create({ status: 3 })]
    for (const status of [2, 0, 3, 1]) {
      expect(
        (await site.admin.put('/api/articles/batch', { ids, data: { status } })).data.success_count,
      ).toBe(3)
      for (const id of ids) expect(await statusOf(id)).toBe(status)
    }
  })
})

describe('a schedule', () => {
  test('keeps the draft until that second, and then publishes it once', async () => {
    const at = inSeconds(1.2)
    const { data } = await editor.post('/api/articles', {
      title: 'Soon',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
      publish_time: at,
    })
    expect(data.status).toBe(0)
    const member = await site.user('member')
    expect((await member.get(`/api/articles/${data.id}`)).status).toBe(404)
    await until(async () => (await statusOf(data.id)) === 1)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
    expect((await site.admin.get(`/api/articles/${data.id}`)).data.publish_time).toBe(data.publish_time)
    expect(await events(data.id)).toEqual(['article.created', 'article.updated', 'article.published'])
  })

  test('can be moved, cancelled, deleted and set for the year 9999', async () => {
    const soon = inSeconds(5)
    const ids = {
      moved: await create({ publish_time: soon }),
      takenBack: await create({ publish_time: soon }),
      cleared: await create({ publish_time: soon }),
      deleted: await create({ publish_time: soon }),
      far: await create({ publish_time: '9999-12-31 23:59:59' }),
      past: await create({ publish_time: '2020-01-01' }),
      kept: await create({ publish_time: soon }),
    }
    await editor.put(`/api/articles/${ids.moved}`, { publish_time: '9999-12-31' })
    await editor.post(`/api/articles/${ids.takenBack}/unpublish`)
    expect((await editor.get(`/api/articles/${ids.takenBack}`)).data.publish_time).toBeNull()
    await editor.put(`/api/articles/${ids.cleared}`, { publish_time: null })
    await editor.delete(`/api/articles/${ids.deleted}`)
    await until(async () => (await statusOf(ids.kept)) === 1)
    await pause(300)
    for (const id of [ids.moved, ids.takenBack, ids.cleared, ids.far, ids.past])
      expect(await statusOf(id)).toBe(0)
    await editor.post(`/api/recycle-bin/article/${ids.deleted}/restore`)
    await pause(300)
    expect(await statusOf(ids.deleted)).toBe(0)
  })

  test('publishes two hundred articles that are due in the same second once each', async () => {
    const own = await service.newSite()
    await own.admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['article.published'] })
    const articles = Array.from({ length: 100 }, (_, n) => ({
      title: `Due ${n}`,
      content: 'x',
      category_id: own.defaultCategoryId,
      publish_time: inSeconds(3600),
    }))
    for (const _ of [1, 2])
      expect((await own.admin.post('/api/articles/batch', { articles })).data.success_count).toBe(100)
    const dueAt = await service.engine.transact(async (tx) => {
      const scheduled_at = tx.now + 500
      await tx.updateTable('articles').set({ scheduled_at }).where('site_id', '=', own.id).execute()
      await tx
        .updateTable('jobs')
        .set({ due_at: scheduled_at })
        .where('kind', '=', 'publish-due')
        .where('due_at', '>', scheduled_at)
        .where('due_at', '<', scheduled_at + 2 * 3_600_000)
        .execute()
      return scheduled_at
    })
    const published = async () => (await own.admin.get('/api/articles?status=1')).data?.total as number
    await until(async () => (await published()) === 200)
    const { last } = await service.engine.db
      .selectFrom('articles')
      .select(({ fn }) => fn.max('updated_at').as('last'))
      .where('site_id', '=', own.id)
      .executeTakeFirstOrThrow()
    process.stdout.write(`of 200 due articles the last was public ${Number(last) - dueAt} ms late\n`)
    const { told } = await service.engine.db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('told'))
      .where('site_id', '=', own.id)
      .where('kind', '=', 'article.published')
      .executeTakeFirstOrThrow()
    expect(told).toBe(200)
  }, 90_000)

  test('of a pending article is set by the reviewer, not by the author', async () => {
    const own = await service.newSite()
    await own.admin.put('/api/settings', { review: 1 })
    const writer = await own.user('editor')
    const fields = {
      title: 'T',
      content: 'x',
      category_id: own.defaultCategoryId,
      publish_time: inSeconds(1),
    }
    const { id } = (await writer.post('/api/articles', fields)).data
    await pause(1500)
    expect((await own.admin.get(`/api/articles/${id}`)).data.status).toBe(0)
    await writer.put(`/api/articles/${id}`, { publish_time: inSeconds(1.5) })
    await own.admin.post(`/api/articles/${id}/audit`, { status: 1 })
    expect((await own.admin.get(`/api/articles/${id}`)).data.status).toBe(0)
    await until(async () => (await own.admin.get(`/api/articles/${id}`)).data.status === 1)
  })
})
