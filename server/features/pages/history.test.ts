import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let auditor: Awaited<ReturnType<TestSite['user']>>

beforeAll(async () => {
  site = await service.newSite()
  auditor = await site.user('auditor')
})

const create = async (title: string) =>
  (await auditor.post('/api/pages', { title, content: `<p>${title}, first.</p>` })).data.id as number

describe('the draft of a page', () => {
  test('is not visible to readers until it is published', async () => {
    const id = await create('Drafted')
    const draft = `/api/pages/${id}/draft`
    expect((await auditor.get(draft)).status).toBe(404)
    const saved = await auditor.put(draft, { content: '<p>New.</p><script>x</script>' })
    expect([saved.status, saved.data.removed]).toEqual([200, ['script']])
    await auditor.put(draft, { title: 'Renamed' })
    expect((await site.anonymous.get(`/api/pages/${id}`)).data).toMatchObject({ title: 'Drafted' })
    const { data } = await auditor.get(draft)
    expect(data).toMatchObject({ title: 'Renamed', content: '<p>New.</p>', editor: { id: auditor.id } })
    const published = await auditor.post(`${draft}/publish`)
    expect(published.data).toMatchObject({ id, title: 'Renamed', content: '<p>New.</p>' })
    expect((await site.anonymous.get(`/api/pages/${id}`)).data.title).toBe('Renamed')
    expect((await auditor.get(draft)).status).toBe(404)
    expect((await auditor.post(`${draft}/publish`)).status).toBe(404)
  })

  test('supports If-Match, and can be discarded', async () => {
    const id = await create('Guarded')
    const draft = `/api/pages/${id}/draft`
    const first = await auditor.put(draft, { title: 'One' })
    const etag = String(first.headers.etag)
    const second = await auditor.put(draft, { title: 'Two' }, { 'if-match': etag })
    expect(second.status).toBe(200)
    expect((await auditor.put(draft, { title: 'Three' }, { 'if-match': etag })).status).toBe(412)
    expect((await auditor.post(`${draft}/publish`, {}, { 'if-match': etag })).status).toBe(412)
    expect((await auditor.delete(draft)).status).toBe(200)
    expect((await auditor.delete(draft)).status).toBe(404)
    expect((await site.anonymous.get(`/api/pages/${id}`)).data.title).toBe('Guarded')
  })

  test('can contain a new alias, even that of another page with a draft', async () => {
    const id = await create('Moved')
    const other = await create('Another')
    const { alias } = (await auditor.get(`/api/pages/${other}`)).data
    await auditor.put(`/api/pages/${other}/draft`, { title: 'Drafted too' })
    const draft = '/api/pages/moved/draft'
    for (const given of ['moved-on', alias]) {
      const saved = await auditor.put(draft, { alias: given })
      expect([saved.status, saved.data?.id, saved.data?.alias]).toEqual([200, id, given])
      expect(saved.headers.etag).toBe((await auditor.get(draft)).headers.etag)
    }
    expect((await auditor.post(`${draft}/publish`)).errors).toHaveProperty('alias')
    const again = await auditor.put(draft, { alias: 'moved-on' })
    expect(
      await auditor.post(`${draft}/publish`, {}, { 'if-match': String(again.headers.etag) }),
    ).toMatchObject({ status: 200, data: { id, alias: 'moved-on' } })
    expect((await site.anonymous.get('/api/pages/moved-on')).data.id).toBe(id)
  })

  const refusals = [
    ['the title is blank', { title: ' ' }, 'title'],
    ['the content is no text', { content: 1 }, 'content'],
    ['the alias has a space', { alias: 'a b' }, 'alias'],
    ['the alias is a number', { alias: '12' }, 'alias'],
    ['the alias is reserved', { alias: 'search' }, 'alias'],
  ] as const
  for (const [when, body, field] of refusals)
    test(`rejects with 422 on ${field} when ${when}`, async () => {
      const id = await create('Refused')
      const { status, errors } = await auditor.put(`/api/pages/${id}/draft`, body)
      expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]])
      expect((await auditor.get(`/api/pages/${id}/draft`)).status).toBe(404)
    })

  test('is available to users who manage pages', async () => {
    const id = await create('Closed')
    await auditor.put(`/api/pages/${id}/draft`, { title: 'Secret' })
    const editor = await site.user('editor')
    for (const path of ['draft', 'revisions']) {
      expect((await site.anonymous.get(`/api/pages/${id}/${path}`)).status).toBe(401)
      expect((await editor.get(`/api/pages/${id}/${path}`)).status).toBe(403)
      expect((await auditor.get(`/api/pages/none/${path}`)).status).toBe(404)
    }
    const other = await service.newSite()
    expect((await other.admin.get(`/api/pages/${id}/draft`)).status).toBe(404)
  })
})

describe('revisions of a page', () => {
  test('contain the previous content and its author, and can be restored', async () => {
    const id = await create('Kept')
    const path = `/api/pages/${id}/revisions`
    await site.admin.put(`/api/pages/${id}`, { content: '<p>Second.</p>' })
    await site.admin.put(`/api/pages/${id}`, { sort_order: 5 })
    await site.admin.put(`/api/pages/${id}`, { content: '<p>Second.</p>' })
    await auditor.put(`/api/pages/${id}`, { title: 'Kept anew', content: '<p>Third.</p>' })
    const { data } = await auditor.get(path)
    expect(data.total).toBe(2)
    expect(data.list).toMatchObject([
      { number: 2, title: 'Kept', editor: { id: site.admin.id } },
      { number: 1, title: 'Kept', editor: { id: auditor.id } },
    ])
    expect((await auditor.get(`${path}/1`)).data).toMatchObject({ content: '<p>Kept, first.</p>' })
    expect((await auditor.get(`${path}/9`)).status).toBe(404)
    const restored = await auditor.post(`${path}/1/restore`)
    expect(restored.data).toMatchObject({ title: 'Kept', content: '<p>Kept, first.</p>', sort_order: 5 })
    expect((await auditor.get(path)).data.total).toBe(3)
  })

  test('are deleted with the page', async () => {
    const id = await create('Gone')
    await auditor.put(`/api/pages/${id}`, { content: '<p>Second.</p>' })
    await auditor.put(`/api/pages/${id}/draft`, { title: 'x' })
    await site.admin.delete(`/api/pages/${id}`)
    await site.admin.delete(`/api/recycle-bin/page/${id}`)
    const left = await service.engine.db
      .selectFrom('page_revisions')
      .select('id')
      .where('page_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})
