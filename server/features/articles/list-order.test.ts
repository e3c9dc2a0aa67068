import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite, type TestUser } from '../../test/harness.ts'
import { chanceFrom, pick } from '../samples/sample-text.rules.ts'

const service = await startTestService()
const chance = chanceFrom(16)
let site: TestSite
let editor: TestUser
let member: TestUser
let categories: number[]
let child: number
let tags: number[]
let all: Shown[]

interface Shown {
  id: number
  is_top: number
  status: number
  author: { id: number }
  category: { id: number }
  category_ids: number[]
  tags: { id: number }[]
  view_count: number
  like_count: number
  comment_count: number
  publish_time: string | null
  create_time: string
  update_time: string
  created: number
  sorted: number
}

/** Articles in every state and order: published in the past, unpublished, drafts with dates, liked and viewed. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the state of each article is random.
beforeAll(async () => {
  site = await service.newSite()
  editor = await site.user('editor')
  member = await site.user('member')
  const make = async (path: string, name: string, more = {}) =>
    (await site.admin.post(path, { name, ...more })).data.id as number
  const parent = await make('/api/categories', 'Parent')
  child = await make('/api/categories', 'Child', { parent_id: parent })
  categories = [parent, child, site.defaultCategoryId]
  tags = [await make('/api/tags', 'One'), await make('/api/tags', 'Two'), await make('/api/tags', '三')]
  const ids: number[] = []
  for (let number = 0; number < 40; number++) {
    const published = chance() < 0.7
    const { data } = await (chance() < 0.5 ? editor : site.admin).post('/api/articles', {
      title: `Article ${number}`,
      content: '<p>The same words.</p>',
      category_id: pick(chance, categories),
      category_ids: chance() < 0.3 ? [pick(chance, categories)] : [],
      tag_ids: tags.filter(() => chance() < 0.5),
      is_top: chance() < 0.2 ? 1 : 0,
      status: published ? 1 : 0,
      ...(chance() < 0.7 && {
        publish_time: `${pick(chance, ['1969', '2001', '2024'])}-0${1 + Math.floor(chance() * 9)}-11`,
      }),
    })
    ids.push(data.id)
    if (chance() < 0.3) await site.anonymous.post(`/api/articles/${data.id}/view`)
    if (published && chance() < 0.4) await member.post(`/api/articles/${data.id}/like`)
    if (published && chance() < 0.2) await editor.post(`/api/articles/${data.id}/like`)
  }
  for (let number = 0; number < 15; number++) {
    const id = pick(chance, ids)
    const change = pick(chance, ['publish', 'unpublish', 'date', 'title', 'top'])
    if (change === 'publish' || change === 'unpublish') await site.admin.post(`/api/articles/${id}/${change}`)
    else if (change === 'date') await site.admin.put(`/api/articles/${id}`, { publish_time: '2010-05-05' })
    else if (change === 'title') await site.admin.put(`/api/articles/${id}`, { title: `Changed ${number}` })
    else await site.admin.put(`/api/articles/${id}`, { is_top: chance() < 0.5 ? 1 : 0 })
  }
  const rows = await service.engine.db
    .selectFrom('articles')
    .select(['id', 'created_at', 'updated_at', 'publish_at', 'status'])
    .where('site_id', '=', site.id)
    .execute()
  all = []
  for (const row of rows) {
    const { data } = await site.admin.get(`/api/articles/${row.id}`)
    const sorted = row.status === 1 ? (row.publish_at ?? row.created_at) : row.created_at
    all.push({ ...data, created: row.created_at, updated: row.updated_at, sorted, publish: row.publish_at })
  }
}, 120_000)

type Key = (article: Shown) => readonly (number | string)[]
const field = (name: string) => (article: Shown) =>
  (article as unknown as Record<string, number | null>)[name] ?? Number.NEGATIVE_INFINITY
const sorts: Record<string, Key> = {
  '': (article) => [article.is_top, article.sorted],
  'order=desc': (article) => [article.sorted],
  'order=asc': (article) => [article.sorted],
}
for (const [sort, name] of Object.entries({
  create_time: 'created',
  update_time: 'updated',
  publish_time: 'publish',
  view_count: 'view_count',
  like_count: 'like_count',
  comment_count: 'comment_count',
}))
  for (const order of ['', '&order=desc', '&order=asc'])
    sorts[`sort=${sort}${order}`] = (article) => [field(name)(article)]

const has = (tag: number | undefined) => (article: Shown) => article.tags.some(({ id }) => id === tag)
const isIn = (category: number | undefined) => (article: Shown) =>
  category !== undefined && [article.category.id, ...article.category_ids].includes(category)
const filters: Array<[string, () => string, (article: Shown) => boolean]> = [
  ['no filter', () => '', () => true],
  ['category_id', () => `category_id=${categories[0]}`, (article) => isIn(categories[0])(article)],
  [
    'include_children',
    () => `category_id=${categories[0]}&include_children=1`,
    (article) => isIn(categories[0])(article) || isIn(child)(article),
  ],
  ['category', () => 'category=child', (article) => isIn(child)(article)],
  [
    'category and another',
    () => `category=child&category_id=${categories[0]}`,
    (article) => isIn(child)(article) && isIn(categories[0])(article),
  ],
  ['an unknown category', () => 'category=nowhere', () => false],
  ['tag_id', () => `tag_id=${tags[0]}`, (article) => has(tags[0])(article)],
  ['tag', () => 'tag=san', (article) => has(tags[2])(article)],
  [
    'tag_ids',
    () => `tag_ids=${tags[0]},${tags[1]}`,
    (article) => has(tags[0])(article) || has(tags[1])(article),
  ],
  [
    'tag_ids twice',
    () => `tag_ids=${tags[0]}&tag_ids=${tags[1]}&tag_mode=any`,
    (article) => has(tags[0])(article) || has(tags[1])(article),
  ],
  [
    'tag_ids, all',
    () => `tag_ids=${tags[0]},${tags[1]},${tags[2]}&tag_mode=all`,
    (article) => tags.every((tag) => has(tag)(article)),
  ],
  [
    'tag_ids and a tag',
    () => `tag_ids=${tags[0]},${tags[1]}&tag=san`,
    (article) => (has(tags[0])(article) || has(tags[1])(article)) && has(tags[2])(article),
  ],
  [
    'a tag and a category',
    () => `tag_id=${tags[0]}&category_id=${categories[0]}`,
    (article) => has(tags[0])(article) && isIn(categories[0])(article),
  ],
  ['status', () => 'status=1', ({ status }) => status === 1],
  ['a draft', () => `status=0&tag_id=${tags[0]}`, (article) => article.status === 0 && has(tags[0])(article)],
  ['author_id', () => `author_id=${editor.id}`, ({ author }) => author.id === editor.id],
  [
    'published_since',
    () => 'published_since=2010-01-01',
    (article) => article.status === 1 && article.sorted >= Date.parse('2010-01-01'),
  ],
  [
    'published_until',
    () => 'published_until=2001-12-31',
    (article) => article.status === 1 && article.sorted < Date.parse('2002-01-01'),
  ],
  ['published drafts', () => 'published_since=2001-01-01&status=0', () => false],
  [
    'published in a tag',
    () => `published_since=2001-01-01&published_until=2024-12-31&tag_id=${tags[1]}`,
    (article) =>
      article.status === 1 &&
      has(tags[1])(article) &&
      article.sorted >= Date.parse('2001-01-01') &&
      article.sorted < Date.parse('2025-01-01'),
  ],
  [
    'keyword',
    () => 'keyword=changed',
    (article) => (article as unknown as { title: string }).title.startsWith('Changed'),
  ],
  [
    'ids',
    () => `ids=${all.slice(3, 20).map(({ id }) => id)}`,
    (article) => all.indexOf(article) >= 3 && all.indexOf(article) < 20,
  ],
  [
    'ids, each by itself',
    () =>
      all
        .slice(3, 20)
        .map(({ id }) => `ids=${id}`)
        .join('&'),
    (article) => all.indexOf(article) >= 3 && all.indexOf(article) < 20,
  ],
]

function inOrder(articles: readonly Shown[], key: Key, ascending: boolean): number[] {
  const compare = (one: Shown, other: Shown) => {
    const [a, b] = [
      [...key(one), one.id],
      [...key(other), other.id],
    ]
    const place = a.findIndex((value, index) => value !== b[index])
    const [x = 0, y = 0] = [a[place], b[place]]
    return place < 0 ? 0 : (x < y ? -1 : 1) * (ascending ? 1 : -1)
  }
  return [...articles].sort(compare).map(({ id }) => id)
}

describe('a list has the requested order, whatever its filters', () => {
  for (const [name, query, holds] of filters)
    test(`${name}`, async () => {
      for (const [sort, key] of Object.entries(sorts))
        for (const [reader, sees] of [
          [site.admin, () => true],
          [editor, (article: Shown) => article.status === 1 || article.author.id === editor.id],
          [member, (article: Shown) => article.status === 1],
        ] as const) {
          const url = `/api/articles?${[query(), sort, 'page_size=100'].filter(Boolean).join('&')}`
          const { status, data } = await reader.get(url)
          expect(status, url).toBe(200)
          const expected = inOrder(
            all.filter((article) => sees(article) && holds(article)),
            key,
            sort.endsWith('asc'),
          )
          expect([url, data.list.map(({ id }: Shown) => id)]).toEqual([url, expected])
          expect([url, data.total]).toEqual([url, expected.length])
        }
    })
})

test('both bounds include their whole second', async () => {
  const [{ id, create_time, update_time }] = (
    await site.admin.get('/api/articles?sort=update_time&page_size=1')
  ).data.list
  const seen = async (query: string) => (await site.admin.get(`/api/articles?ids=${id}&${query}`)).data.total
  const iso = (time: string) => encodeURIComponent(`${time.replace(' ', 'T')}.999Z`)
  for (const [since, until, time] of [
    ['start_time', 'end_time', create_time],
    ['updated_since', 'updated_until', update_time],
  ] as const) {
    const second = encodeURIComponent(time)
    for (const query of [
      `${since}=${second}&${until}=${second}`,
      `${since}=${iso(time)}`,
      `${until}=${second}`,
    ])
      expect([query, await seen(query)]).toEqual([query, 1])
    const before = encodeURIComponent(
      new Date(Date.parse(`${time}Z`) - 1000).toISOString().slice(0, 19).replace('T', ' '),
    )
    expect(await seen(`${until}=${before}`)).toBe(0)
  }
})

test('the newest articles are those published last, in every list', async () => {
  const own = await service.newSite()
  const tag = (await own.admin.post('/api/tags', { name: 'Dated' })).data.id
  const publish = async (title: string, more: object = {}) => {
    const article = {
      title,
      content: 'x',
      category_id: own.defaultCategoryId,
      tag_ids: [tag],
      status: 1,
      ...more,
    }
    return (await own.admin.post('/api/articles', article)).data.id as number
  }
  const recent = await publish('Recent', { publish_time: '2024-01-01' })
  const old = await publish('Old', { publish_time: '2001-01-01', is_top: 1 })
  const middle = await publish('Middle', { publish_time: '2010-01-01' })
  const present = await publish('Present')
  const ids = (list: { id: number }[]) => list.map(({ id }) => id)
  expect(ids((await own.admin.get(`/api/tags/${tag}`)).data.articles)).toEqual([present, recent, middle, old])
  expect(ids((await own.admin.get(`/api/articles/${present}/related`)).data)).toEqual([recent, middle, old])
  await own.admin.put(`/api/articles/${old}`, { publish_time: '2025-01-01' })
  expect(ids((await own.admin.get(`/api/articles/${present}/related`)).data)).toEqual([old, recent, middle])
  expect(ids((await own.admin.get('/api/articles?order=desc')).data.list)).toEqual([
    present,
    old,
    recent,
    middle,
  ])
})

const refusals = [
  'sort=is_top',
  'sort=__proto__',
  'order=random',
  'published_since=2026-02-30',
  'updated_until=never',
  'tag_ids=1,x',
  'tag_ids=',
  `tag_ids=${Array.from({ length: 51 }, (_, index) => index + 1)}`,
  'tag_mode=some',
  'alias=12',
  'alias=a%20b',
  'category=',
  'author_id=me',
  'tag_ids[]=1&tag_ids=x',
]
for (const query of refusals)
  test(`rejects ?${query.slice(0, 30)} with 400`, async () => {
    const { status, errors } = await editor.get(`/api/articles?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(errors)).toHaveLength(1)
  })
