import { DateTime, Moment } from '@inkstone/contract/schema.ts'
import { expect, test } from 'vitest'
import { startTestService } from '../test/harness.ts'

const service = await startTestService({ TIMEZONE: 'Asia/Shanghai' })

/** Every object in the document with a time field, by path. */
function* objectsWithTimes(
  schema: unknown,
  path: string,
): Generator<readonly [string, Record<string, { pattern?: string }>]> {
  if (typeof schema !== 'object' || schema === null) return
  const { properties } = schema as { properties?: Record<string, { pattern?: string }> }
  if (properties && Object.values(properties).some((field) => field?.pattern === DateTime.pattern))
    yield [path, properties]
  for (const [name, held] of Object.entries(schema)) yield* objectsWithTimes(held, `${path}/${name}`)
}

test('every …_time in a response has its …_at', () => {
  const found = [...objectsWithTimes(service.document, '')]
  expect(found.length).toBeGreaterThan(20)
  for (const [path, properties] of found)
    for (const [name, { pattern }] of Object.entries(properties))
      if (name.endsWith('_time') && pattern === DateTime.pattern)
        expect([path, name, properties[name.replace(/_time$/, '_at')]?.pattern]).toEqual([
          path,
          name,
          Moment.pattern,
        ])
})

test('is the same moment, with the offset of the zone, or null', async () => {
  const site = await service.newSite()
  const article = {
    title: 'Dated',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    publish_time: '2026-03-01 08:30:00',
  }
  const { data: made } = await site.admin.post('/api/articles', { ...article, status: 1 })
  expect(made).toMatchObject({
    publish_time: '2026-03-01 08:30:00',
    publish_at: '2026-03-01T08:30:00+08:00',
    create_at: `${made.create_time.replace(' ', 'T')}+08:00`,
  })
  const { data: draft } = await site.admin.post('/api/articles', { ...article, publish_time: null })
  expect((await site.admin.get(`/api/articles/${draft.id}`)).data).toMatchObject({
    publish_time: null,
    publish_at: null,
  })
  const [listed] = (await site.admin.get('/api/articles?status=1')).data.list
  expect(listed).toMatchObject({ publish_at: '2026-03-01T08:30:00+08:00', update_at: made.create_at })
})
