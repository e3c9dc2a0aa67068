import { expect, test } from 'vitest'
import { presentCursor } from '../test/feed.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService()

const items = {
  category: {
    path: '/api/categories',
    given: { name: 'Same', alias: 'same', parent_id: 0, cover: 'https://example.com/a.jpg' },
  },
  tag: { path: '/api/tags', given: { name: 'Same', alias: 'same', color: '#fff' } },
  page: {
    path: '/api/pages',
    given: { title: 'Same', alias: 'same', content: '<p>Text</p>', enabled: 1 },
  },
}

for (const [type, { path, given }] of Object.entries(items))
  test(`a ${type} that is sent as it is does not change: no new version, event, change or audit log entry`, async () => {
    const { id: siteId, admin } = await service.newSite()
    await admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: [`${type}.*`] })
    const { id } = (await admin.post(path, given)).data
    const own = `${path}/${id}`
    const state = async () => ({
      etag: (await admin.get(own)).headers.etag,
      audited: (await admin.get(`/api/audit-log?target_type=${type}`)).data.total,
      events: await service.engine.db
        .selectFrom('events')
        .select('kind')
        .where('site_id', '=', siteId)
        .execute(),
      revisions: type === 'page' && (await admin.get(`${own}/revisions`)).data.total,
    })
    const { data: read } = await admin.get(own)
    const before = await state()
    const next = await presentCursor(admin)
    for (const same of [{}, given, read, { alias: '' }]) {
      const { status, data, headers } = await admin.put(own, same)
      expect([status, headers.etag]).toEqual([200, before.etag])
      expect(data).toMatchObject(read)
    }
    expect((await admin.patch(own, given)).status).toBe(200)
    expect(await state()).toEqual(before)
    expect((await admin.get(`/api/changes?after=${next}`)).data.list).toEqual([])
    const renamed = await admin.put(own, { ...given, alias: 'other' })
    expect(renamed.headers.etag).not.toBe(before.etag)
    const { list } = (await admin.get(`/api/changes?after=${next}`)).data
    expect(list).toMatchObject([{ type, id, alias: 'other', change: 'upsert' }])
  })
