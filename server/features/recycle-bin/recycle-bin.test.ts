import { beforeAll, describe, expect, test } from 'vitest'
import { binKinds } from '../../recycle-bin.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { emptyRest, purgeOlder } from './recycle-bin.actions.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const create = async (changes: object = {}, by = editor) =>
  (
    await by.post('/api/articles', {
      title: 'T',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
      ...changes,
    })
  ).data.id as number
const counts = async (category: number, tag: number) => [
  (await site.admin.get(`/api/categories/${category}`)).data.article_count,
  (await site.admin.get(`/api/tags/${tag}`)).data.article_count,
  (await site.admin.get('/api/articles?status=1')).data.total,
]

describe('the recycle bin', () => {
  test('can be emptied of one type only', async () => {
    const own = await service.newSite()
    const fields = { title: 'T', content: 'x', category_id: own.defaultCategoryId }
    const article = (await own.admin.post('/api/articles', fields)).data.id
    const page = (await own.admin.post('/api/pages', { title: 'P', content: 'x' })).data
    await own.admin.delete(`/api/articles/${article}`)
    await own.admin.delete(`/api/pages/${page.id}`)
    const left = async () =>
      (await own.admin.get('/api/recycle-bin')).data.list.map(({ type }: { type: string }) => type).sort()
    expect(await left()).toEqual(['article', 'page'])
    expect((await own.admin.delete('/api/recycle-bin?type=nothing')).status).toBe(400)
    expect((await own.admin.delete('/api/recycle-bin?type=page')).data).toEqual({ success_count: 1 })
    expect(await left()).toEqual(['article'])
    expect((await own.admin.delete('/api/recycle-bin')).data).toEqual({ success_count: 1 })
    expect(await left()).toEqual([])
  })

  test('lists deleted items with user, time and expiry, and restores them unchanged', async () => {
    const category = (await site.admin.post('/api/categories', { name: 'Here' })).data.id
    const tag = (await editor.post('/api/tags', { name: 'There' })).data.id
    const id = await create({ category_id: category, tag_ids: [tag], is_top: 1 })
    await site.anonymous.post(`/api/articles/${id}/view`)
    const member = await site.user('member')
    await member.post(`/api/articles/${id}/like`)
    const before = (await editor.get(`/api/articles/${id}`)).data
    const [inCategory, withTag, published] = await counts(category, tag)
    expect([inCategory, withTag]).toEqual([1, 1])

    const gone = await editor.delete(`/api/articles/${id}`)
    expect(gone.status).toBe(200)
    expect(gone.body).not.toHaveProperty('data')
    expect((await editor.get(`/api/articles/${id}`)).status).toBe(404)
    expect(await counts(category, tag)).toEqual([0, 0, published - 1])
    const { list } = (await editor.get('/api/recycle-bin?type=article')).data
    expect(list[0]).toMatchObject({
      id,
      type: 'article',
      title: 'T',
      deleted_by: { id: editor.id, username: editor.username },
    })
    const days = (Date.parse(`${list[0].purge_at}Z`) - Date.parse(`${list[0].deleted_at}Z`)) / 86_400_000
    expect(days).toBe(30)

    expect((await editor.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(200)
    expect((await editor.get(`/api/articles/${id}`)).data).toEqual(before)
    expect(await counts(category, tag)).toEqual([1, 1, published])
    expect((await editor.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(404)
  })

  test('shows editors their own items, and lets only administrators delete permanently', async () => {
    const id = await create()
    await editor.delete(`/api/articles/${id}`)
    const other = await site.user('editor')
    expect((await other.get('/api/recycle-bin')).data.list).toEqual([])
    expect((await other.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(404)
    expect((await editor.delete(`/api/recycle-bin/article/${id}`)).status).toBe(403)
    expect((await (await site.user('member')).get('/api/recycle-bin')).status).toBe(403)
    expect((await site.admin.delete(`/api/recycle-bin/article/${id}`)).status).toBe(200)
    expect((await site.admin.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(404)
    expect((await site.admin.delete(`/api/recycle-bin/article/${id}`)).status).toBe(404)
    for (const path of ['/api/recycle-bin/tag/1', '/api/recycle-bin/article/x'])
      expect((await site.admin.delete(path)).status).toBe(400)
  })

  test('restores an article to the default category if its own is gone', async () => {
    const category = (await site.admin.post('/api/categories', { name: 'Fleeting' })).data.id
    const id = await create({ category_id: category })
    await editor.delete(`/api/articles/${id}`)
    expect((await site.admin.delete(`/api/categories/${category}`)).status).toBe(200)
    await editor.post(`/api/recycle-bin/article/${id}/restore`)
    expect((await editor.get(`/api/articles/${id}`)).data.category.id).toBe(site.defaultCategoryId)
  })

  test('is purged after the retention time and emptied on demand, with everything that belongs to the items', async () => {
    const own = await service.newSite()
    const fields = { title: 'T', content: 'x', category_id: own.defaultCategoryId }
    const ids: number[] = []
    for (let index = 0; index < 3; index++) ids.push((await own.admin.post('/api/articles', fields)).data.id)
    await own.admin.put(`/api/articles/${ids[0]}`, { title: 'U' })
    await own.admin.delete('/api/articles/batch', { ids })
    const now = await service.engine.now()
    expect(await purgeOlder(service.engine, binKinds, own.id, now - 60_000)).toBe(0)
    await service.engine.transact((tx) =>
      tx
        .updateTable('articles')
        .set({ deleted_at: now - 31 * 86_400_000 })
        .where('id', '=', ids[0] ?? 0)
        .execute(),
    )
    expect(await purgeOlder(service.engine, binKinds, own.id, now - 30 * 86_400_000)).toBe(1)
    expect((await own.admin.delete('/api/recycle-bin')).data).toEqual({ success_count: 2 })
    expect((await own.admin.get('/api/recycle-bin')).data.total).toBe(0)
    for (const table of ['article_revisions', 'article_counters', 'article_categories'] as const)
      expect(
        await service.engine.db
          .selectFrom(table)
          .select('article_id')
          .where('article_id', 'in', ids)
          .execute(),
      ).toEqual([])
  })
})

test('a large bin is emptied in the background', async () => {
  const own = await service.newSite()
  const fields = { title: 'T', content: 'x', category_id: own.defaultCategoryId }
  const articles = Array.from({ length: 60 }, () => fields)
  const { list } = (await own.admin.post('/api/articles/batch', { articles })).data
  await own.admin.delete('/api/articles/batch', { ids: list.map(({ id }: { id: number }) => id) })
  const moment = (await service.engine.now()) + 1
  expect(await purgeOlder(service.engine, binKinds, own.id, moment, once())).toBe(20)
  await emptyRest(service.engine, binKinds, { site_id: own.id, before: moment, type: 'page' })
  expect((await own.admin.get('/api/recycle-bin')).data.total).toBe(40)
  await emptyRest(service.engine, binKinds, { site_id: own.id, before: moment, type: null })
  expect((await own.admin.get('/api/recycle-bin')).data.total).toBe(0)
})

test('a bin that several requests empty at once is empty for all of them, and each item counts once', async () => {
  const own = await service.newSite()
  const fields = { title: 'T', content: 'x', category_id: own.defaultCategoryId }
  for (let round = 0; round < 3; round++) {
    const articles = Array.from({ length: 30 }, () => fields)
    const { list } = (await own.admin.post('/api/articles/batch', { articles })).data
    const ids: number[] = list.map(({ id }: { id: number }) => id)
    await own.admin.delete('/api/articles/batch', { ids })
    const [restored, ...emptied] = await Promise.all([
      own.admin.post(`/api/recycle-bin/article/${ids[25]}/restore`),
      ...Array.from({ length: 4 }, () => own.admin.delete('/api/recycle-bin')),
    ])
    expect(emptied.map(({ status }) => status)).toEqual(Array(4).fill(200))
    const purged = emptied.reduce((total, { data }) => total + data.success_count, 0)
    expect(purged).toBe(restored.status === 200 ? 29 : 30)
    await expect.poll(async () => (await own.admin.get('/api/recycle-bin')).data.total).toBe(0)
  }
})

/** Enough time for one portion only. */
function once(): () => boolean {
  let asked = 0
  return () => asked++ < 1
}
