import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/client.ts'
import { presentCursor } from '../../test/feed.ts'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()

/** A separate public site with a webhook for everything, and what followers and the webhook are told. */
async function newPlace() {
  const { id: siteId, admin, anonymous } = await service.newSite()
  await admin.put('/api/settings', { public_read: 1 })
  await admin.post('/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['category.*'] })
  const happened = async (work: () => Promise<unknown>) => {
    const next = await presentCursor(admin)
    const events = () =>
      service.engine.db
        .selectFrom('events')
        .select(['id', 'kind', 'subject_id', 'data'])
        .where('site_id', '=', siteId)
        .orderBy('id')
        .execute()
    const earlier = (await events()).length
    await work()
    const changes = async (client: Client) =>
      (await client.get(`/api/changes?after=${next}&types=category`)).data.list.map(
        ({ change, id }: { change: string; id: number }) => `${change} ${id}`,
      ) as string[]
    return {
      readers: await changes(anonymous),
      managers: await changes(admin),
      events: (await events()).slice(earlier),
    }
  }
  return {
    admin,
    anonymous,
    happened,
    category: async (fields: object = {}) =>
      (await admin.post('/api/categories', { name: 'Category', ...fields })).data.id as number,
  }
}

describe('followers and webhooks are told about', () => {
  type Way = (by: Client, id: number, target: number) => Promise<unknown>
  const ways: [string, Way][] = [
    ['merge', (by, id, target) => by.post(`/api/categories/${id}/merge`, { target_id: target })],
    ['deletion', (by, id, target) => by.delete(`/api/categories/${id}?move_to=${target}`)],
  ]
  for (const [name, way] of ways)
    test(`the subcategories that a ${name} moves`, async () => {
      const { admin, anonymous, category, happened } = await newPlace()
      const [source, target] = [await category(), await category()]
      const child = await category({ parent_id: source })
      const disabled = await category({ parent_id: source, enabled: 0 })
      const grandchild = await category({ parent_id: child })
      const move = () => way(admin, source, target)
      const { readers, managers, events } = await happened(move)
      expect(readers).toEqual([`upsert ${child}`, `gone ${source}`])
      expect(managers).toEqual([`upsert ${child}`, `upsert ${disabled}`, `gone ${source}`])
      expect(events.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
        ['category.updated', child],
        ['category.updated', disabled],
        ['category.deleted', source],
      ])
      expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ id: child, parent_id: target })
      expect((await anonymous.get(`/api/categories/${grandchild}`)).status).toBe(200)
    })

  test('what readers gain or lose when its parent is merged or deleted', async () => {
    const { admin, anonymous, category, happened } = await newPlace()
    const [shown, hidden] = [await category(), await category({ enabled: 0 })]
    const source = await category({ enabled: 0 })
    const child = await category({ parent_id: source })
    const grandchild = await category({ parent_id: child })
    const below = await category({ parent_id: child, enabled: 0 })
    await category({ parent_id: below })
    expect((await anonymous.get(`/api/categories/${child}`)).status).toBe(404)
    const gained = await happened(() => admin.delete(`/api/categories/${source}?move_to=${shown}`))
    expect(gained.readers).toEqual([`upsert ${child}`, `upsert ${grandchild}`])
    expect((await anonymous.get(`/api/categories/${child}`)).status).toBe(200)
    const lost = await happened(() => admin.post(`/api/categories/${shown}/merge`, { target_id: hidden }))
    expect(lost.readers).toEqual([`gone ${child}`, `gone ${grandchild}`, `gone ${shown}`])
  })

  test('what readers gain or lose when a category is disabled, enabled or moved, and nothing else', async () => {
    const { admin, category, happened } = await newPlace()
    const [top, hidden] = [await category(), await category({ enabled: 0 })]
    const child = await category({ parent_id: top })
    const disabled = await category({ parent_id: top, enabled: 0 })
    await category({ parent_id: disabled })
    const change = async (fields: object) =>
      (await happened(() => admin.put(`/api/categories/${top}`, fields))).readers
    const [gone, back] = ['gone', 'upsert'].map((kind) => [`${kind} ${top}`, `${kind} ${child}`])
    expect(await change({ enabled: 0 })).toEqual(gone)
    expect(await change({ enabled: 1 })).toEqual(back)
    expect(await change({ parent_id: hidden })).toEqual(gone)
    expect(await change({ name: 'Hidden' })).toEqual([])
    expect(await change({ parent_id: 0 })).toEqual(back)
  })

  test('nothing when a merge is refused', async () => {
    const { admin, category, happened } = await newPlace()
    const source = await category()
    const child = await category({ parent_id: source })
    const refused = await happened(() => admin.post(`/api/categories/${source}/merge`, { target_id: child }))
    expect(refused).toEqual({ readers: [], managers: [], events: [] })
    expect((await admin.get(`/api/categories/${child}`)).data.parent_id).toBe(source)
  })
})
