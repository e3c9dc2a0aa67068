import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../test/harness.ts'

const service = await startTestService()

interface Furnished extends TestSite {
  category: number
  tag: number
  article: number
  deleted: number
  page: number
}
let here: Furnished
let there: Furnished

async function furnish(): Promise<Furnished> {
  const site = await service.newSite()
  const category = (await site.admin.post('/api/categories', { name: 'News', alias: 'news' })).data.id
  const tag = (await site.admin.post('/api/tags', { name: 'Hot', alias: 'hot' })).data.id
  const fields = {
    title: 'Same',
    content: '<p>same words</p>',
    category_id: category,
    tag_ids: [tag],
    status: 1,
  }
  const article = (await site.admin.post('/api/articles', fields)).data.id
  const deleted = (await site.admin.post('/api/articles', fields)).data.id
  await site.admin.delete(`/api/articles/${deleted}`)
  const page = (
    await site.admin.post('/api/pages', { title: 'About', alias: 'about', content: `<p>${site.alias}</p>` })
  ).data.id
  return { ...site, category, tag, article, deleted, page }
}

beforeAll(async () => {
  here = await furnish()
  there = await furnish()
})

describe('nothing of one site can be accessed from another', () => {
  test('even if both have the same aliases', async () => {
    expect(here.category).not.toBe(there.category)
    expect((await here.anonymous.get('/api/pages/about')).data.content).toBe(`<p>${here.alias}</p>`)
    expect((await there.anonymous.get('/api/pages/about')).data.content).toBe(`<p>${there.alias}</p>`)
  })

  const foreign: Array<[string, string, () => string, (() => object)?]> = [
    ['article', 'GET', () => `/api/articles/${there.article}`],
    ['article change', 'PUT', () => `/api/articles/${there.article}`, () => ({ title: 'x' })],
    ['article deletion', 'DELETE', () => `/api/articles/${there.article}`],
    ['publish', 'POST', () => `/api/articles/${there.article}/publish`],
    ['unpublish', 'POST', () => `/api/articles/${there.article}/unpublish`],
    ['audit', 'POST', () => `/api/articles/${there.article}/audit`, () => ({ status: 1 })],
    ['audits', 'GET', () => `/api/articles/${there.article}/audits`],
    ['revisions', 'GET', () => `/api/articles/${there.article}/revisions`],
    ['like', 'POST', () => `/api/articles/${there.article}/like`],
    ['favorite', 'POST', () => `/api/articles/${there.article}/favorite`],
    ['view', 'POST', () => `/api/articles/${there.article}/view`],
    ['related', 'GET', () => `/api/articles/${there.article}/related`],
    ['category', 'GET', () => `/api/categories/${there.category}`],
    ['category change', 'PUT', () => `/api/categories/${there.category}`, () => ({ name: 'x' })],
    ['category deletion', 'DELETE', () => `/api/categories/${there.category}`],
    [
      'category merge',
      'POST',
      () => `/api/categories/${there.category}/merge`,
      () => ({ target_id: here.category }),
    ],
    ['tag', 'GET', () => `/api/tags/${there.tag}`],
    ['tag change', 'PUT', () => `/api/tags/${there.tag}`, () => ({ name: 'x' })],
    ['tag deletion', 'DELETE', () => `/api/tags/${there.tag}`],
    ['tag merge', 'POST', () => `/api/tags/${there.tag}/merge`, () => ({ target_id: here.tag })],
    ['page change', 'PUT', () => `/api/pages/${there.page}`, () => ({ title: 'x' })],
    ['page deletion', 'DELETE', () => `/api/pages/${there.page}`],
    ['restore', 'POST', () => `/api/recycle-bin/article/${there.deleted}/restore`],
    ['purge', 'DELETE', () => `/api/recycle-bin/article/${there.deleted}`],
  ]
  for (const [what, method, url, body] of foreign)
    test(`by its ${what}: 404`, async () => {
      expect((await here.admin.send(method as 'GET', url(), body?.())).status).toBe(404)
    })

  const linking: Array<[string, string, () => string, () => object]> = [
    [
      'a category of an article',
      'PUT',
      () => `/api/articles/${here.article}`,
      () => ({ category_id: there.category }),
    ],
    [
      'a secondary category',
      'PUT',
      () => `/api/articles/${here.article}`,
      () => ({ category_ids: [there.category] }),
    ],
    ['a tag', 'PUT', () => `/api/articles/${here.article}`, () => ({ tag_ids: [there.tag] })],
    [
      'a parent category',
      'PUT',
      () => `/api/categories/${here.category}`,
      () => ({ parent_id: there.category }),
    ],
    [
      'the target of a category merge',
      'POST',
      () => `/api/categories/${here.category}/merge`,
      () => ({ target_id: there.category }),
    ],
    [
      'the target of a tag merge',
      'POST',
      () => `/api/tags/${here.tag}/merge`,
      () => ({ target_id: there.tag }),
    ],
  ]
  for (const [what, method, url, body] of linking)
    test(`as ${what}: 422`, async () => {
      expect((await here.admin.send(method as 'PUT', url(), body())).status).toBe(422)
    })

  const lists: Array<[string, () => string]> = [
    ['ids', () => `/api/articles?ids=${there.article}`],
    ['a category', () => `/api/articles?category_id=${there.category}`],
    [
      'a category with what is beneath',
      () => `/api/articles?category_id=${there.category}&include_children=1`,
    ],
    ['a tag', () => `/api/articles?tag_id=${there.tag}`],
    ['a tag by views', () => `/api/articles?tag_id=${there.tag}&sort=view_count`],
    ['an author', () => `/api/articles?author_id=${there.admin.id}`],
  ]
  for (const [what, url] of lists)
    test(`by a list filtered by ${what}: empty`, async () => {
      expect((await here.admin.get(url())).data).toMatchObject({ list: [], total: 0 })
    })

  test('by batches, lists, the bin or favorites', async () => {
    const ids = [there.article]
    expect(
      (await here.admin.put('/api/articles/batch', { ids, data: { title: 'x' } })).data.failed_count,
    ).toBe(1)
    expect((await here.admin.delete('/api/articles/batch', { ids })).data.failed_count).toBe(1)
    expect((await here.admin.get('/api/articles')).data.total).toBe(1)
    expect((await here.admin.get('/api/recycle-bin')).data.total).toBe(1)
    expect((await here.anonymous.get('/api/tags')).data.total).toBe(1)
    await there.admin.post(`/api/articles/${there.article}/favorite`)
    expect((await there.admin.get('/api/users/me/favorites', { 'x-site': String(here.id) })).data.total).toBe(
      0,
    )
    await here.admin.delete('/api/recycle-bin')
    expect((await there.admin.get('/api/recycle-bin')).data.total).toBe(1)
  })
})
