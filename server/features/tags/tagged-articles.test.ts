import { describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()

async function newPlace() {
  const site = await service.newSite()
  const { admin } = site
  return {
    site,
    admin,
    tag: async (name = 'Tag') => (await admin.post('/api/tags', { name })).data.id as number,
    article: async (tag_ids: number[], fields: object = {}) => {
      const article = { title: 'Title', content: '<p>Text</p>', category_id: site.defaultCategoryId }
      const { status, data } = await admin.post('/api/articles', {
        ...article,
        status: 1,
        tag_ids,
        ...fields,
      })
      expect(status).toBe(201)
      return data.id as number
    },
    count: async (id: number) => (await admin.get(`/api/tags/${id}`)).data.article_count as number,
    tagsOf: async (id: number) =>
      (await admin.get(`/api/articles/${id}`)).data.tags.map((tag: { id: number }) => tag.id) as number[],
  }
}

/** The stored totals must equal a recount from the links, in every status and in the bin. */
async function expectTrueTotals(site: TestSite) {
  const { db } = service.engine
  const links = await db
    .selectFrom('article_tags')
    .innerJoin('articles', 'articles.id', 'article_tags.article_id')
    .select(({ fn }) => ['tag_id as ref_id', 'listed', fn.countAll<number>().as('total')])
    .where('articles.site_id', '=', site.id)
    .groupBy(['tag_id', 'listed'])
    .execute()
  const kept = await db
    .selectFrom('article_totals')
    .select(({ fn }) => ['ref_id', 'listed', fn.sum<number>('total').as('total')])
    .where('site_id', '=', site.id)
    .where('kind', '=', 'tag')
    .groupBy(['ref_id', 'listed'])
    .having(({ fn }) => fn.sum('total'), '<>', 0)
    .execute()
  const sorted = (rows: readonly { ref_id: number; listed: number; total: number }[]) =>
    rows.map(({ ref_id, listed, total }) => `${ref_id} ${listed} ${total}`).sort()
  expect(sorted(kept)).toEqual(sorted(links))
}

describe('a disabled tag', () => {
  test('is in no article for readers, and comes back when it is enabled', async () => {
    const { site, admin, tag, article } = await newPlace()
    await admin.put('/api/settings', { public_read: 1 })
    const hidden = await tag('Hidden')
    const shown = await tag('Shown')
    const id = await article([hidden, shown], { title: 'Needle' })
    await article([shown], { title: 'Another' })
    const editor = await site.user('editor')
    const ofList = (list: { id: number; tags: { id: number }[] }[]) => list.find((one) => one.id === id)?.tags
    const namesFor = async (reader: typeof site.anonymous) => {
      const all = [
        (await reader.get(`/api/articles/${id}`)).data.tags,
        ofList((await reader.get('/api/articles')).data.list),
        ofList((await reader.get('/api/articles?include=content')).data.list),
        ofList((await reader.get('/api/articles/search?keyword=needle')).data.list),
        ofList((await reader.get(`/api/articles/${id + 1}/related`)).data),
      ]
      return all.map((tags) => tags?.map(({ id }: { id: number }) => id).join())
    }
    const both = Array(5).fill(`${hidden},${shown}`)
    const readers = [site.anonymous, await site.user('member')]
    for (const reader of readers) expect(await namesFor(reader)).toEqual(both)
    await admin.put(`/api/tags/${hidden}`, { enabled: 0 })
    for (const reader of readers) expect(await namesFor(reader)).toEqual(Array(5).fill(`${shown}`))
    expect(await namesFor(editor)).toEqual(both)
    await admin.put(`/api/tags/${hidden}`, { enabled: 1 })
    for (const reader of readers) expect(await namesFor(reader)).toEqual(both)
  })
})

describe('a disabled tag or category', () => {
  test('finds no article for readers, as an unknown one, but does for writers', async () => {
    const { site, admin, tag, article } = await newPlace()
    await admin.put('/api/settings', { public_read: 1 })
    const hidden = await tag('Hiddenword')
    const { alias } = (await admin.get(`/api/tags/${hidden}`)).data
    const category = async (fields: object) => (await admin.post('/api/categories', fields)).data.id as number
    const above = await category({ name: 'Above', alias: 'above' })
    const below = await category({ name: 'Below', alias: 'below', parent_id: above })
    await article([hidden], { title: 'Needle', category_id: below })
    const other = await tag('Other')
    await article([other], { title: 'Another' })
    const editor = await site.user('editor')
    const queries = [
      `?tag_id=${hidden}`,
      `?tag=${alias}`,
      `?tag_ids=${hidden}`,
      `?tag_ids=${hidden},999999`,
      `?tag_ids=${hidden},${hidden}&tag_mode=all`,
      `?category_id=${below}`,
      '?category=below',
      `?category_id=${above}&include_children=1`,
      `?category_id=${above}&category=below&include_children=1`,
      `?category_id=${below}&category=above&include_children=1`,
      `/search?keyword=needle&tag_id=${hidden}`,
      `/search?keyword=needle&category_id=${below}`,
    ]
    const totals = async (reader: typeof site.anonymous) => {
      const found = []
      for (const query of queries) {
        const { list, total } = (await reader.get(`/api/articles${query}`)).data
        found.push([query, list.length, total])
      }
      return found
    }
    const all = (count: number) => queries.map((query) => [query, count, count])
    const words = async (reader: typeof site.anonymous) => [
      (await reader.get('/api/articles?keyword=hiddenword')).data.total,
      (await reader.get('/api/articles/search?keyword=hiddenword')).data.total,
    ]
    const switchTo = async (enabled: 0 | 1) => {
      await admin.put(`/api/tags/${hidden}`, { enabled })
      await admin.put(`/api/categories/${above}`, { enabled })
    }
    const readers = [site.anonymous, await site.user('member')]
    for (const reader of readers) expect(await totals(reader)).toEqual(all(1))
    await switchTo(0)
    for (const reader of readers) expect(await totals(reader)).toEqual(all(0))
    expect(await totals(editor)).toEqual(all(1))
    expect((await site.anonymous.get(`/api/articles?tag_ids=${hidden},${other}`)).data.total).toBe(1)
    await expect.poll(() => words(site.anonymous)).toEqual([0, 0])
    await article([hidden], { title: 'Later' })
    expect(await words(site.anonymous)).toEqual([0, 0])
    await switchTo(1)
    for (const reader of readers) expect((await totals(reader))[5]).toEqual(all(1)[5])
    await expect.poll(() => words(site.anonymous)).toEqual([2, 2])
  })

  test('adds no articles to the category above it, nor does one below a disabled one', async () => {
    const { site, admin, article } = await newPlace()
    await admin.put('/api/settings', { public_read: 1 })
    const category = async (name: string, parent_id: number, enabled = 1) =>
      (await admin.post('/api/categories', { name, alias: name, parent_id, enabled })).data.id as number
    const top = await category('top', 0)
    const shown = await category('shown', top)
    const hidden = await category('hidden', top, 0)
    const below = await category('below', hidden)
    for (const category_id of [top, shown, hidden, below]) await article([], { category_id })
    await article([], { category_id: hidden, category_ids: [shown] })
    const queries = [
      '',
      '&category=top',
      '&sort=view_count',
      '&sort=create_time',
      '&is_top=0',
      '&tag_id=9999',
    ]
    const totals = async (reader: typeof site.anonymous) => {
      const found = []
      for (const query of queries) {
        const path = `/api/articles?category_id=${top}&include_children=1${query}`
        const { list, total } = (await reader.get(path)).data
        expect(list).toHaveLength(total)
        found.push(total)
      }
      return found
    }
    for (const reader of [site.anonymous, await site.user('member')])
      expect(await totals(reader)).toEqual([3, 3, 3, 3, 3, 0])
    expect(await totals(await site.user('editor'))).toEqual([5, 5, 5, 5, 5, 0])
    await admin.put(`/api/categories/${hidden}`, { enabled: 1 })
    expect(await totals(site.anonymous)).toEqual([5, 5, 5, 5, 5, 0])
  })
})

describe("a tag's articles", () => {
  test('are the latest 20 published ones, top or not, in their short form', async () => {
    const { admin, site, tag, article } = await newPlace()
    const id = await tag()
    const published = []
    for (let number = 1; number <= 22; number++)
      published.push(await article([id], { title: `Number ${number}`, is_top: number % 5 === 0 ? 1 : 0 }))
    const [last = 0, ...rest] = [...published].reverse()
    await article([id], { status: 0 })
    await admin.delete(`/api/articles/${last}`)
    const { data } = await site.anonymous.get(`/api/tags/${id}`)
    expect(data.article_count).toBe(21)
    expect(data.articles.map((item: { id: number }) => item.id)).toEqual(rest.slice(0, 20))
    expect(Object.keys(data.articles[0]).sort()).toEqual([
      'alias',
      'cover',
      'create_at',
      'create_time',
      'id',
      'publish_at',
      'publish_time',
      'summary',
      'title',
    ])
  })

  test('determine its rank among hot tags: most first, then in list order', async () => {
    const { site, tag, article } = await newPlace()
    const [none, two, one, alsoOne] = [await tag('0'), await tag('2'), await tag('1'), await tag('also 1')]
    await article([two, one])
    await article([two, alsoOne])
    await article([none], { status: 0 })
    expect((await site.anonymous.get('/api/tags/hot')).data).toEqual([
      { id: two, name: '2', article_count: 2 },
      { id: one, name: '1', article_count: 1 },
      { id: alsoOne, name: 'also 1', article_count: 1 },
      { id: none, name: '0', article_count: 0 },
    ])
    expect((await site.anonymous.get('/api/tags/hot?limit=1')).data).toMatchObject([{ id: two }])
    for (const limit of ['0', '-1', 'x', ''])
      expect((await site.anonymous.get(`/api/tags/hot?limit=${limit}`)).errors).toHaveProperty('limit')
    expect((await site.anonymous.get('/api/tags/hot?limit=5000')).data).toHaveLength(4)
  })

  test('are at most ten if no limit is given', async () => {
    const { site, tag } = await newPlace()
    for (let number = 0; number < 12; number++) await tag(`t${number}`)
    expect((await site.anonymous.get('/api/tags/hot')).data).toHaveLength(10)
    expect((await site.anonymous.get('/api/tags/hot?limit=11')).data).toHaveLength(11)
  })
})

describe('a merge of tags', () => {
  test('moves every article once and deletes the source', async () => {
    const { site, admin, tag, article, count, tagsOf } = await newPlace()
    const [source, target, third] = [await tag('s'), await tag('t'), await tag('3')]
    const onlySource = await article([third, source])
    const both = await article([source, target])
    const draft = await article([source], { status: 0 })
    const deleted = await article([source])
    await admin.delete(`/api/articles/${deleted}`)
    const { status, data } = await admin.post(`/api/tags/${source}/merge`, { target_id: target })
    expect([status, data.id, data.article_count]).toEqual([200, target, 2])
    expect(data.articles.map((item: { id: number }) => item.id)).toEqual([both, onlySource])
    expect((await admin.get(`/api/tags/${source}`)).status).toBe(404)
    expect(await tagsOf(onlySource)).toEqual([third, target])
    expect(await tagsOf(both)).toEqual([target])
    expect(await tagsOf(draft)).toEqual([target])
    await expectTrueTotals(site)
    await admin.post(`/api/recycle-bin/article/${deleted}/restore`)
    expect(await tagsOf(deleted)).toEqual([target])
    expect(await count(target)).toBe(3)
    await expectTrueTotals(site)
  })

  test('gives a new version to each article of the source, and to no other', async () => {
    const { admin, tag, article } = await newPlace()
    const [source, target] = [await tag('s'), await tag('t')]
    const [moved, other] = [await article([source]), await article([target])]
    const etagOf = async (id: number) => String((await admin.get(`/api/articles/${id}`)).headers.etag)
    const [before, unchanged] = [await etagOf(moved), await etagOf(other)]
    const from = (await admin.get('/api/changes')).data.next
    await admin.post(`/api/tags/${source}/merge`, { target_id: target })
    const stale = await admin.put(`/api/articles/${moved}`, { title: 'Stale' }, { 'if-match': before })
    expect(stale.status).toBe(412)
    expect(await etagOf(other)).toBe(unchanged)
    const changed = async () => (await admin.get(`/api/changes?types=article&after=${from}`)).data.list
    await expect.poll(changed).toMatchObject([{ id: moved }])
  })

  test('is 422 on target_id if the target is the tag itself, missing or invalid', async () => {
    const { admin, tag } = await newPlace()
    const id = await tag()
    for (const target_id of [id, 999_999_999, 0, -1, '1', null, undefined]) {
      const { status, errors } = await admin.post(`/api/tags/${id}/merge`, { target_id })
      expect([status, Object.keys(errors)]).toEqual([422, ['target_id']])
    }
    expect((await admin.post('/api/tags/999999999/merge', { target_id: id })).status).toBe(404)
  })
})

test('a deleted tag is removed from its articles, which stay', async () => {
  const { site, admin, tag, article, tagsOf } = await newPlace()
  const [gone, stays] = [await tag(), await tag()]
  const id = await article([gone, stays])
  const { status, body } = await admin.delete(`/api/tags/${gone}`)
  expect([status, 'data' in body]).toEqual([200, false])
  expect(await tagsOf(id)).toEqual([stays])
  await expectTrueTotals(site)
})

test('all totals are right after articles were written, published and retagged during merges and deletions', async () => {
  const { site, admin, tag, article, count } = await newPlace()
  const target = await tag('target')
  const sources = [await tag('a'), await tag('b'), await tag('c')]
  const articles: number[] = []
  for (const source of sources) articles.push(await article([source]), await article([source, target]))
  const work = articles.flatMap((id) => [
    admin.post(`/api/articles/${id}/unpublish`),
    admin.put(`/api/articles/${id}`, { is_top: 1 }),
    admin.post(`/api/articles/${id}/publish`),
  ])
  const merging = sources.map((id, index) =>
    index === 0
      ? admin.delete(`/api/tags/${id}`)
      : admin.post(`/api/tags/${id}/merge`, { target_id: target }),
  )
  for (const { status } of await Promise.all([...work, ...merging])) expect(status).toBe(200)
  await expectTrueTotals(site)
  const { total } = (await admin.get(`/api/articles?tag_id=${target}&status=1`)).data
  expect(await count(target)).toBe(total)
})

test('merges in a circle and edits of the articles at the same time all get an answer', async () => {
  const { site, admin, tag, article, tagsOf } = await newPlace()
  for (let round = 0; round < 4; round++) {
    const tags = [await tag('a'), await tag('b'), await tag('c')] as const
    const [a, b, c] = tags
    const articles = await Promise.all(
      [
        [a, b],
        [a, b],
        [a, c],
        [a, c],
      ].map((ids) => article(ids)),
    )
    const retag = (id: number) => admin.put(`/api/articles/${id}`, { tag_ids: [...tags] })
    const merge = (id: number, target_id: number) => admin.post(`/api/tags/${id}/merge`, { target_id })
    const [first, second, third, last] = articles as [number, number, number, number]
    const answers = await Promise.all([
      merge(a, b),
      retag(first),
      merge(b, a),
      retag(second),
      merge(c, a),
      retag(third),
      merge(b, c),
      retag(last),
    ])
    for (const { status } of answers) expect([200, 404, 422]).toContain(status)
    for (const id of articles) expect(await tagsOf(id)).not.toEqual([])
  }
  await expectTrueTotals(site)
})
