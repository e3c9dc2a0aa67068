import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { chanceFrom, pick } from '../samples/sample-text.rules.ts'
import { recountTotals } from './totals.actions.ts'

const service = await startTestService()
let site: TestSite
let editor: TestUser
let categories: number[]
let tags: number[]
const ids: number[] = []

const keptTotals = async () => {
  const rows = await service.engine.db
    .selectFrom('article_totals')
    .select(({ fn }) => ['kind', 'ref_id', 'listed', fn.sum<number>('total').as('total')])
    .where('site_id', '=', site.id)
    .groupBy(['kind', 'ref_id', 'listed'])
    .having(({ fn }) => fn.sum('total'), '<>', 0)
    .orderBy('kind')
    .orderBy('ref_id')
    .orderBy('listed')
    .execute()
  return rows.map(({ kind, ref_id, listed, total }) => `${kind} ${ref_id} ${listed}: ${total}`)
}

beforeAll(async () => {
  site = await service.newSite()
  editor = await service.newUser('editor', site.id)
  const made = async (path: string, name: string, more = {}) =>
    (await site.admin.post(path, { name, ...more })).data.id as number
  const parent = await made('/api/categories', 'Parent')
  categories = [site.defaultCategoryId, parent, await made('/api/categories', 'Child', { parent_id: parent })]
  tags = [await made('/api/tags', 'One'), await made('/api/tags', 'Two')]

  const chance = chanceFrom(7)
  const flag = () => (chance() < 0.4 ? 1 : 0)
  const fields = () => ({
    title: 'Counted',
    content: '<p>Once.</p>',
    category_id: pick(chance, categories),
    category_ids: [pick(chance, categories)],
    tag_ids: chance() < 0.5 ? [pick(chance, tags)] : tags,
    is_top: flag(),
    is_hot: flag(),
    is_recommend: flag(),
    status: pick(chance, [0, 1, 1, 1]),
  })
  for (let number = 0; number < 40; number++) {
    const author = chance() < 0.5 ? editor : site.admin
    ids.push((await author.post('/api/articles', fields())).data.id)
  }
  for (let number = 0; number < 40; number++) {
    const path = `/api/articles/${pick(chance, ids)}`
    const change = pick(chance, ['put', 'put', 'archive', 'unpublish', 'publish', 'delete', 'restore'])
    if (change === 'put') await site.admin.put(path, fields())
    else if (change === 'delete') await site.admin.delete(path)
    else if (change === 'restore')
      await site.admin.post(`/api/recycle-bin/article/${path.split('/').at(-1)}/restore`)
    else await site.admin.post(`${path}/${change}`)
  }
  await site.admin.put('/api/articles/batch', { ids: ids.slice(0, 20), data: { is_hot: 1, is_top: 0 } })
  await site.admin.delete('/api/articles/batch', { ids: ids.slice(0, 5) })
})

test('the stored totals equal a recount after any changes', async () => {
  const kept = await keptTotals()
  await service.engine.transact((tx) => recountTotals(tx, site.id))
  expect(kept).toEqual(await keptTotals())
  expect(kept.map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['author', 'category', 'flag', 'site', 'tag']),
  )
})

describe('the total of a list equals the number of rows in its pages, in order', () => {
  const queries = () => [
    '',
    'status=0',
    'status=1',
    'is_hot=1',
    'is_hot=0',
    'is_top=1&status=1',
    'is_recommend=1&is_hot=1',
    `author_id=${editor.id}`,
    `author_id=${editor.id}&status=1`,
    `category_id=${categories[1]}`,
    `category_id=${categories[1]}&include_children=1`,
    `category_id=${categories[1]}&include_children=1&status=1`,
    `tag_id=${tags[0]}`,
    `tag_id=${tags[0]}&category_id=${categories[0]}`,
    'sort=view_count',
    'sort=create_time&order=asc',
  ]
  for (const [who, reader] of [
    ['an administrator', () => site.admin],
    ['an editor', () => editor],
    ['a member', () => service.newUser('member', site.id)],
  ] as const)
    test(`for ${who}`, async () => {
      const client = await reader()
      for (const query of queries()) {
        const page = async (number: number, size: number) =>
          (await client.get(`/api/articles?${query}&page=${number}&page_size=${size}`)).data
        const whole = await page(1, 100)
        expect([query, whole.list.length]).toEqual([query, whole.total])
        const pages = []
        for (let number = 1; number <= Math.ceil(whole.total / 3); number++)
          pages.push(...(await page(number, 3)).list)
        const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
        expect([query, idsOf(pages)]).toEqual([query, idsOf(whole.list)])
      }
    })
})
