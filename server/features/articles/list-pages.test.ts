import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { chanceFrom, pick } from '../samples/sample-text.rules.ts'

const service = await startTestService()
const chance = chanceFrom(11)
let site: TestSite
let categoryId: number
let tagId: number

/** Enough that the middle is far from both ends. */
const ARTICLES = 400

beforeAll(async () => {
  site = await service.newSite()
  categoryId = (await site.admin.post('/api/categories', { name: 'Nearly all' })).data.id
  tagId = (await site.admin.post('/api/tags', { name: 'Nearly all' })).data.id
  for (let made = 0; made < ARTICLES; made += 50) await create(50)
})

async function create(count: number): Promise<void> {
  const articles = Array.from({ length: count }, () => ({
    title: 'One of many',
    content: '<p>The same words.</p>',
    category_id: chance() < 0.9 ? categoryId : site.defaultCategoryId,
    tag_ids: chance() < 0.9 ? [tagId] : [],
    is_top: chance() < 0.1 ? 1 : 0,
    status: chance() < 0.95 ? 1 : 0,
  }))
  const { status } = await site.admin.post('/api/articles/batch', { articles })
  expect(status).toBe(201)
}

interface Listed {
  id: number
  is_top: number
  view_count: number
  create_time: number
}

async function pageOf(query: string, page: number, size: number): Promise<Listed[]> {
  const { data } = await site.admin.get(`/api/articles?${query}page=${page}&page_size=${size}`)
  return data.list
}

/** The whole list, read from its start, to compare every page with. */
async function wholeList(query: string): Promise<Listed[]> {
  const list: Listed[] = []
  for (let page = 1; ; page++) {
    const next = await pageOf(query, page, 100)
    list.push(...next)
    if (next.length < 100) return list
  }
}

const lists = {
  'of a site': () => 'status=1&',
  'of everything': () => '',
  'of a category': () => `category_id=${categoryId}&status=1&`,
  'of a tag': () => `tag_id=${tagId}&status=1&`,
  'of a tag and a category': () => `tag_id=${tagId}&category_id=${categoryId}&`,
  'from the oldest': () => 'sort=create_time&order=asc&',
  'by views': () => 'sort=view_count&status=1&',
  'of a word': () => 'keyword=words&',
}

async function change(): Promise<void> {
  const { id } = pick(chance, await pageOf('', 1 + Math.floor(chance() * 4), 100))
  const kind = pick(chance, ['create', 'delete', 'top', 'unpublish', 'view'])
  if (kind === 'create') await create(1)
  else if (kind === 'delete') await site.admin.delete(`/api/articles/${id}`)
  else if (kind === 'top') await site.admin.put(`/api/articles/${id}`, { is_top: chance() < 0.5 ? 1 : 0 })
  else if (kind === 'unpublish') await site.admin.post(`/api/articles/${id}/unpublish`)
  else await site.admin.post(`/api/articles/${id}/view`)
}

test.each(Object.entries(lists))(
  'the pages of a list %s are the same from wherever they are read',
  async (_, query) => {
    for (let round = 0; round < 3; round++) {
      const whole = (await wholeList(query())).map(({ id }) => id)
      expect(new Set(whole).size).toBe(whole.length)
      expect(whole.length).toBeGreaterThan(250)
      for (let turn = 0; turn < 25; turn++) {
        const size = pick(chance, [1, 3, 7, 20])
        const page = 1 + Math.floor(chance() * Math.ceil(whole.length / size + 1))
        const ids = (await pageOf(query(), page, size)).map(({ id }) => id)
        expect(ids).toEqual(whole.slice((page - 1) * size, page * size))
      }
      await change()
    }
  },
)
