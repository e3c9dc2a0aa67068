import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const create = async () =>
  (
    await editor.post('/api/articles', {
      title: 'Open',
      content: 'x',
      category_id: site.defaultCategoryId,
    })
  ).data.id as number

test('users with the same article open see each other until they close it or stop reporting', async () => {
  const id = await create()
  const path = `/api/articles/${id}/presence`
  expect((await editor.put(path)).data).toEqual({ others: [] })
  const others = async (by: typeof editor) =>
    (await by.put(path)).data.others.map((person: { id: number }) => person.id)
  const auditor = await site.user('auditor')
  expect(await others(auditor)).toEqual([editor.id])
  expect(await others(site.admin)).toEqual([editor.id, auditor.id])
  expect(await others(editor)).toEqual([auditor.id, site.admin.id])
  expect((await auditor.delete(path)).status).toBe(200)
  expect((await auditor.delete(path)).status).toBe(200)
  expect(await others(editor)).toEqual([site.admin.id])
  await service.engine.transact(async (tx) => {
    await tx
      .updateTable('article_presence')
      .set({ seen_at: tx.now - 61_000 })
      .where('user_id', '=', site.admin.id)
      .execute()
  })
  expect(await others(editor)).toEqual([])
})

test('only users who may edit an article can report that they have it open', async () => {
  const id = await create()
  const path = `/api/articles/${id}/presence`
  expect((await site.anonymous.put(path)).status).toBe(401)
  expect((await (await site.user('member')).put(path)).status).toBe(403)
  const other = await site.user('editor')
  expect((await other.put(path)).status).toBe(404)
  await editor.post(`/api/articles/${id}/publish`)
  expect((await other.put(path)).status).toBe(403)
  expect((await editor.put('/api/articles/999999/presence')).status).toBe(404)
  expect((await editor.delete('/api/articles/999999/presence')).status).toBe(404)
  expect((await editor.put('/api/articles/x/presence')).status).toBe(400)
})

test('only an article that the caller can see can be closed: not one of another site', async () => {
  const path = `/api/articles/${await create()}/presence`
  expect((await (await site.user('editor')).delete(path)).status).toBe(404)
  expect((await (await service.newSite()).admin.delete(path)).status).toBe(404)
  await editor.put(path)
  await service.newSite().then((other) => other.admin.delete(path))
  const seen = (await site.admin.put(path)).data.others
  expect(seen.map((person: { id: number }) => person.id)).toEqual([editor.id])
})
