import { describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()

/** A separate site with an auditor. */
async function newPlace() {
  const site = await service.newSite()
  const { admin } = site
  return {
    site,
    admin,
    category: async (fields: object = {}) =>
      (await admin.post('/api/categories', { name: 'Category', ...fields })).data.id as number,
    article: async (category_id: number, fields: object = {}) => {
      const article = { title: 'Title', content: '<p>Text</p>', category_id, status: 1, ...fields }
      const { status, data } = await admin.post('/api/articles', article)
      expect(status).toBe(201)
      return data.id as number
    },
    count: async (id: number) => (await admin.get(`/api/categories/${id}`)).data.article_count as number,
    /** The main category of an article, then its secondary ones. */
    categoriesOf: async (id: number) => {
      const { category, category_ids } = (await admin.get(`/api/articles/${id}`)).data
      return [category.id, ...category_ids] as number[]
    },
  }
}

/** The stored totals must equal a recount from the links, in every status and in the bin. */
async function expectTrueTotals(site: TestSite) {
  const { db } = service.engine
  const links = await db
    .selectFrom('article_categories')
    .innerJoin('articles', 'articles.id', 'article_categories.article_id')
    .select(({ fn }) => [
      'article_categories.category_id as ref_id',
      'listed',
      fn.countAll<number>().as('total'),
    ])
    .where('articles.site_id', '=', site.id)
    .groupBy(['article_categories.category_id', 'listed'])
    .execute()
  const kept = await db
    .selectFrom('article_totals')
    .select(({ fn }) => ['ref_id', 'listed', fn.sum<number>('total').as('total')])
    .where('site_id', '=', site.id)
    .where('kind', '=', 'category')
    .groupBy(['ref_id', 'listed'])
    .having(({ fn }) => fn.sum('total'), '<>', 0)
    .execute()
  const sorted = (rows: readonly { ref_id: number; listed: number; total: number }[]) =>
    rows.map(({ ref_id, listed, total }) => `${ref_id} ${listed} ${total}`).sort()
  expect(sorted(kept)).toEqual(sorted(links))
  const mains = await db
    .selectFrom('articles')
    .leftJoin('article_categories', (join) =>
      join.onRef('article_categories.article_id', '=', 'articles.id').on('is_main', '=', 1),
    )
    .select(['articles.id', 'articles.category_id', 'article_categories.category_id as main'])
    .where('articles.site_id', '=', site.id)
    .execute()
  for (const { category_id, main } of mains) expect(main).toBe(category_id)
}

describe('a merge', () => {
  test('moves subcategories and articles without duplicates, and deletes the source', async () => {
    const { site, admin, category, article, count, categoriesOf } = await newPlace()
    const [source, target, third] = [await category(), await category(), await category()]
    const child = await category({ parent_id: source })
    const onlySource = await article(source)
    const sourceThenTarget = await article(source, { category_ids: [target, third] })
    const targetThenSource = await article(target, { category_ids: [source] })
    const bothSecondary = await article(third, { category_ids: [source, target] })
    const draft = await article(source, { status: 0 })
    const deleted = await article(source)
    await admin.delete(`/api/articles/${deleted}`)
    expect(await count(source)).toBe(4)

    const { status, data } = await admin.post(`/api/categories/${source}/merge`, { target_id: target })
    expect(status).toBe(200)
    expect(data).toMatchObject({ id: target, article_count: 4 })
    const log = (await admin.get(`/api/audit-log?action=category.merged&target_id=${source}`)).data.list
    expect(log).toMatchObject([{ after: { target_id: target, target_name: data.name } }])
    expect((await admin.get(`/api/categories/${source}`)).status).toBe(404)
    expect((await admin.get(`/api/categories/${child}`)).data.parent_id).toBe(target)
    expect(await categoriesOf(onlySource)).toEqual([target])
    expect(await categoriesOf(sourceThenTarget)).toEqual([target, third])
    expect(await categoriesOf(targetThenSource)).toEqual([target])
    expect(await categoriesOf(bothSecondary)).toEqual([third, target])
    expect(await categoriesOf(draft)).toEqual([target])
    const { list, total } = (await admin.get(`/api/articles?category_id=${target}&status=1`)).data
    expect([list.length, total]).toEqual([4, 4])
    await expectTrueTotals(site)
    await admin.post(`/api/recycle-bin/article/${deleted}/restore`)
    expect(await categoriesOf(deleted)).toEqual([target])
    expect(await count(target)).toBe(5)
    await expectTrueTotals(site)
  })

  test('gives a new version to each article of the source, and to no other', async () => {
    const { admin, category, article } = await newPlace()
    const [source, target] = [await category(), await category()]
    const [moved, other] = [await article(source), await article(target)]
    const etagOf = async (id: number) => String((await admin.get(`/api/articles/${id}`)).headers.etag)
    const [before, unchanged] = [await etagOf(moved), await etagOf(other)]
    const from = (await admin.get('/api/changes')).data.next
    await admin.post(`/api/categories/${source}/merge`, { target_id: target })
    const stale = await admin.put(`/api/articles/${moved}`, { title: 'Stale' }, { 'if-match': before })
    expect(stale.status).toBe(412)
    expect(await etagOf(other)).toBe(unchanged)
    // On PostgreSQL a change is listed when no older transaction of the server is still running.
    const changed = async () => (await admin.get(`/api/changes?types=article&after=${from}`)).data.list
    await expect.poll(changed).toMatchObject([{ id: moved }])
  })

  test('into its own parent is allowed', async () => {
    const { admin, category } = await newPlace()
    const parent = await category()
    const source = await category({ parent_id: parent })
    const child = await category({ parent_id: source })
    expect((await admin.post(`/api/categories/${source}/merge`, { target_id: parent })).status).toBe(200)
    expect((await admin.get(`/api/categories/${child}`)).data.parent_id).toBe(parent)
  })

  test('into itself, a descendant or a missing category, or of the default category, is 422', async () => {
    const { site, admin, category } = await newPlace()
    const source = await category()
    const child = await category({ parent_id: source })
    const grandchild = await category({ parent_id: child })
    const refusals = [
      [source, { target_id: source }, 'target_id'],
      [source, { target_id: child }, 'target_id'],
      [source, { target_id: grandchild }, 'target_id'],
      [source, { target_id: 999_999_999 }, 'target_id'],
      [source, { target_id: 0 }, 'target_id'],
      [source, { target_id: String(child) }, 'target_id'],
      [source, { target_id: null }, 'target_id'],
      [source, {}, 'target_id'],
      [site.defaultCategoryId, { target_id: source }, 'id'],
    ] as const
    for (const [id, body, field] of refusals) {
      const { status, errors } = await admin.post(`/api/categories/${id}/merge`, body)
      expect([status, Object.keys(errors)]).toEqual([422, [field]])
    }
    expect((await admin.get(`/api/categories/${grandchild}`)).data.parent_id).toBe(child)
    expect((await admin.post('/api/categories/999999999/merge', { target_id: source })).status).toBe(404)
  })
})

describe('a deletion', () => {
  test('of an empty category succeeds', async () => {
    const { admin, category } = await newPlace()
    const id = await category()
    const { status, body } = await admin.delete(`/api/categories/${id}`)
    expect([status, 'data' in body]).toEqual([200, false])
    expect((await admin.get(`/api/categories/${id}`)).status).toBe(404)
  })

  test('of one with subcategories or articles is 422, unless move_to names a target', async () => {
    const { site, admin, category, article, categoriesOf } = await newPlace()
    const [full, target] = [await category(), await category()]
    const parent = await category()
    const child = await category({ parent_id: parent })
    const main = await article(full)
    const secondary = await article(target, { category_ids: [full], status: 0 })
    for (const id of [full, parent])
      expect((await admin.delete(`/api/categories/${id}`)).errors).toHaveProperty('id')
    expect((await admin.delete(`/api/categories/${full}?move_to=${target}`)).status).toBe(200)
    expect((await admin.delete(`/api/categories/${parent}?move_to=${target}`)).status).toBe(200)
    expect(await categoriesOf(main)).toEqual([target])
    expect(await categoriesOf(secondary)).toEqual([target])
    expect((await admin.get(`/api/categories/${child}`)).data.parent_id).toBe(target)
    await expectTrueTotals(site)
  })

  test('is 400 if move_to is the category itself, a descendant, missing or invalid', async () => {
    const { admin, category } = await newPlace()
    const id = await category()
    const child = await category({ parent_id: id })
    for (const moveTo of [id, child, 999_999_999, 0, -1, 'x', ''])
      expect((await admin.delete(`/api/categories/${id}?move_to=${moveTo}`)).errors).toHaveProperty('move_to')
    expect((await admin.get(`/api/categories/${child}`)).data.parent_id).toBe(id)
  })

  test('of the default category is rejected', async () => {
    const { site, admin, category } = await newPlace()
    const other = await category()
    for (const query of ['', `?move_to=${other}`]) {
      const { status, errors } = await admin.delete(`/api/categories/${site.defaultCategoryId}${query}`)
      expect([status, Object.keys(errors)]).toEqual([422, ['id']])
    }
  })

  test('ignores the recycle bin: articles restored later are in the default category', async () => {
    const { site, admin, category, article, categoriesOf } = await newPlace()
    const [gone, stays] = [await category(), await category()]
    const main = await article(gone)
    const secondary = await article(stays, { category_ids: [gone] })
    for (const id of [main, secondary]) await admin.delete(`/api/articles/${id}`)
    expect((await admin.delete(`/api/categories/${gone}`)).status).toBe(200)
    for (const id of [main, secondary])
      expect((await admin.post(`/api/recycle-bin/article/${id}/restore`)).status).toBe(200)
    expect(await categoriesOf(main)).toEqual([site.defaultCategoryId])
    expect(await categoriesOf(secondary)).toEqual([stays])
    await expectTrueTotals(site)
  })
})

test('all totals are right after articles were written, published and unpublished during merges', async () => {
  const { site, admin, category, article, count } = await newPlace()
  const target = await category()
  const sources = [await category(), await category(), await category()]
  const articles: number[] = []
  for (const source of sources)
    articles.push(await article(source), await article(source, { category_ids: [target] }))
  const work = articles.flatMap((id) => [
    admin.post(`/api/articles/${id}/unpublish`),
    admin.put(`/api/articles/${id}`, { is_top: 1 }),
    admin.post(`/api/articles/${id}/publish`),
  ])
  const writing = sources.map((category_id) =>
    admin.post('/api/articles', { title: 'New', content: 'x', category_id, status: 1 }),
  )
  const merging = sources.map((id) => admin.post(`/api/categories/${id}/merge`, { target_id: target }))
  for (const { status } of await Promise.all([...work, ...merging])) expect(status).toBe(200)
  for (const { status } of await Promise.all(writing)) expect([201, 422]).toContain(status)
  await expectTrueTotals(site)
  expect(await count(target)).toBe(
    (await admin.get(`/api/articles?category_id=${target}&status=1`)).data.total,
  )
})
