import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let editor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const path = '/api/saved-views'

describe('saved views', () => {
  test('are stored per user and site; the same name replaces', async () => {
    const { status, data } = await editor.post(path, { name: ' Mine ', query: 'status=0' })
    expect([status, data.name]).toEqual([201, 'Mine'])
    await Promise.all(
      [1, 2, 3].map((n) => editor.post(path, { name: 'Mine', query: `status=${n}&sort=update_time` })),
    )
    await editor.post(path, { name: 'All', query: '' })
    const { list } = (await editor.get(path)).data
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['All', 'Mine'])
    expect(list[1]).toMatchObject({ id: data.id, query: expect.stringMatching(/^status=\d&sort/) })
    const other = await site.user('editor')
    expect((await other.get(path)).data.list).toEqual([])
    expect((await other.delete(`${path}/${data.id}`)).status).toBe(404)
    expect((await editor.delete(`${path}/${data.id}`)).status).toBe(200)
    expect((await editor.delete(`${path}/${data.id}`)).status).toBe(404)
  })

  test('are limited to fifty, even with simultaneous requests', async () => {
    const user = await site.user('editor')
    for (let n = 0; n < 49; n++) await user.post(path, { name: `View ${n}`, query: '' })
    const both = await Promise.all(['x', 'y'].map((name) => user.post(path, { name, query: '' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await user.post(path, { name: 'View 1', query: 'status=1' })).status).toBe(201)
  })

  const refusals = [
    ['the name is blank', { name: ' ', query: '' }, 'name'],
    ['the name is too long', { name: 'x'.repeat(61), query: '' }, 'name'],
    ['the name is no text', { name: 1, query: '' }, 'name'],
    ['there is no query', { name: 'x' }, 'query'],
    ['the query is too long', { name: 'x', query: 'x'.repeat(1001) }, 'query'],
  ] as const
  for (const [when, body, field] of refusals)
    test(`are rejected with 422 on ${field} when ${when}`, async () => {
      const { status, errors } = await editor.post(path, body)
      expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
    })

  test('are available to users who write', async () => {
    expect((await site.anonymous.get(path)).status).toBe(401)
    expect((await (await site.user('member')).get(path)).status).toBe(403)
  })
})
