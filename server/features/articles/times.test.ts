import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'

const service = await startTestService({ TIMEZONE: 'America/New_York' })
let site: TestSite
let editor: TestUser

beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
})

const create = async (changes: object = {}): Promise<string> => {
  const fields = { title: 'Timed', content: 'x', category_id: site.defaultCategoryId, ...changes }
  return `/api/articles/${(await editor.post('/api/articles', fields)).data.id}`
}
const stored = async (path: string) =>
  service.engine.db
    .selectFrom('articles')
    .select(['publish_at', 'scheduled_at', 'created_at', 'updated_at', 'version'])
    .where('id', '=', Number(path.split('/').at(-1)))
    .executeTakeFirstOrThrow()

describe('a time that is sent back as it was read', () => {
  test('is no change of a published article, alone and in a batch', async () => {
    const path = await create({ status: 1, publish_time: '2020-05-01T10:00:00.789Z' })
    const before = await stored(path)
    expect(before.publish_at).toBe(Date.parse('2020-05-01T10:00:00.789Z'))
    const { data, headers } = await editor.get(path)
    for (const publish_time of [data.publish_time, data.publish_at])
      expect((await editor.put(path, { publish_time })).headers.etag).toBe(headers.etag)
    const batch = { ids: [data.id], data: { publish_time: data.publish_time } }
    expect((await editor.put('/api/articles/batch', batch)).data.success_count).toBe(1)
    expect(await stored(path)).toEqual(before)
    await editor.put(path, { publish_time: '2020-05-01T10:00:01Z' })
    expect((await stored(path)).publish_at).toBe(Date.parse('2020-05-01T10:00:01Z'))
  })

  test('is no change in the second of two hours with the same times', async () => {
    // On this day clocks in New York go back from 02:00 to 01:00.
    const moment = Date.parse('2037-11-01T01:30:00-05:00')
    const path = await create({ publish_time: '2037-11-01T01:30:00-05:00' })
    const before = await stored(path)
    expect(before).toMatchObject({ publish_at: moment, scheduled_at: moment })
    const { publish_time } = (await editor.get(path)).data
    expect(publish_time).toBe('2037-11-01 01:30:00')
    await editor.put(path, { publish_time })
    await editor.put(`${path}?autosave=1`, { publish_time })
    expect(await stored(path)).toEqual(before)
    const created = await create({ status: 1, publish_time: '2020-11-01T01:30:00-05:00' })
    const past = (await stored(created)).publish_at
    await editor.put(created, { publish_time: '2020-11-01 01:30:00' })
    expect((await stored(created)).publish_at).toBe(past)
  })
})
