// The workloads: the requests of each, its target ratio to the bare server, and how much of its speed it should keep
// with a million articles.
import { call } from './service.mjs'

export const READERS = 32
const VARIETY = 1600

/** The same pseudo-random numbers in every run. */
function numbers(seed) {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return 1 + (state % most)
  }
}

const many = (make) => Array.from({ length: VARIETY }, (_, index) => make(index))
const get = (path, headers) => ({ method: 'GET', path, headers })

/** Ids from the whole site, not only the newest. */
export async function publishedIds(service, count) {
  const ids = []
  const pages = Math.max(1, Math.floor(service.articles / 110))
  const step = Math.max(1, Math.floor(pages / Math.ceil(count / 100)))
  for (let page = 1; ids.length < count && page <= pages; page += step) {
    const { list } = await call(service, 'GET', `/api/articles?status=1&page=${page}&page_size=100`)
    ids.push(...list.map(({ id }) => id))
  }
  return ids
}

async function categoryIds(service) {
  const tree = await call(service, 'GET', '/api/categories')
  return tree
    .flatMap(({ id, children }) => [id, ...children.map((child) => child.id)])
    .filter((id) => id !== 1)
}

/** Words of the corpus, English and Chinese alternately: single words and pairs. Few are repeated. */
async function searches(context, count) {
  const { next, word } = await corpusWords(context)
  return Array.from({ length: count }, () => (next(3) === 1 ? word() : `${word()} ${word()}`))
}

/** This many searches for two words, all different. */
export async function pairsOfWords(context, count) {
  const { word } = await corpusWords(context)
  const pairs = new Set()
  while (pairs.size < count) pairs.add(`${word()} ${word()}`)
  return [...pairs]
}

async function corpusWords(service) {
  const next = numbers(3)
  const texts = { english: [], chinese: [] }
  for (let page = 1; page <= 3; page++) {
    const { list } = await call(service, 'GET', `/api/articles?status=1&page=${page * 7}&page_size=100`)
    for (const { title, summary } of list)
      texts[/[\u4e00-\u9fff]/.test(title) ? 'chinese' : 'english'].push(`${title} ${summary}`)
  }
  const english = [...new Set(texts.english.join(' ').match(/[A-Za-z]{3,}/g))]
  const chinese = texts.chinese.join(' ').match(/[\u4e00-\u9fff]{2,}/g)
  const pick = (items) => items[next(items.length) - 1]
  const word = () => {
    if (next(2) === 1) return pick(english)
    const run = pick(chinese)
    const from = next(run.length - 1) - 1
    return run.slice(from, from + 1 + next(2))
  }
  return { next, word }
}

export const workloads = [
  {
    name: 'article by id',
    goal: 0.55,
    keeps: 0.9,
    connections: READERS,
    requests: async (context) => {
      const next = numbers(1)
      const ids = await publishedIds(context, VARIETY)
      return many(() => get(`/api/articles/${ids[next(ids.length) - 1]}`, context.headers))
    },
  },
  {
    name: 'newest 20, with total',
    goal: 0.4,
    keeps: 0.9,
    connections: READERS,
    requests: async ({ headers }) => [get('/api/articles', headers)],
  },
  {
    name: '20 of a category',
    goal: 0.3,
    keeps: 0.6,
    connections: READERS,
    requests: async (context) => {
      const next = numbers(2)
      const ids = await categoryIds(context)
      const pages = Math.max(1, Math.floor(context.articles / ids.length / 20))
      return many(() =>
        get(
          `/api/articles?category_id=${ids[next(ids.length) - 1]}&status=1&page=${next(pages)}`,
          context.headers,
        ),
      )
    },
  },
  {
    name: 'a deep page',
    keeps: 0.6,
    connections: READERS,
    requests: async ({ articles, headers }) => {
      const next = numbers(4)
      const pages = Math.floor(articles / 25)
      return many(() => get(`/api/articles?status=1&page=${pages - next(Math.ceil(pages / 4))}`, headers))
    },
  },
  {
    name: 'search',
    goal: 0.08,
    keeps: 0.3,
    connections: READERS,
    requests: async (context) =>
      (await searches(context, VARIETY)).map((words) =>
        get(`/api/articles/search?keyword=${encodeURIComponent(words)}`, context.headers),
      ),
  },
  {
    name: 'conditional GET, 304',
    goal: 0.65,
    connections: READERS,
    requests: async (context) => {
      const [id] = await publishedIds(context, 1)
      const path = `/api/articles/${id}`
      const { headers } = await fetch(`${context.url}${path}`, { headers: context.headers })
      return [get(path, { ...context.headers, 'if-none-match': headers.get('etag') })]
    },
  },
  {
    name: 'view counter',
    goal: 0.2,
    connections: READERS,
    requests: async (context) => {
      const ids = await publishedIds(context, 100)
      return ids.map((id) => ({ method: 'POST', path: `/api/articles/${id}/view`, headers: context.headers }))
    },
  },
  ...[
    { connections: 64, needs: 600 },
    { connections: 8, mostP50: 15 },
  ].map(({ connections, needs, mostP50 }) => ({
    name: `create with 3 tags, ${connections} at once`,
    connections,
    needs: async () => needs,
    mostP50,
    requests: async (context) => {
      const { list } = await call(context, 'GET', '/api/tags')
      let made = 0
      // Each article has a title of its own, as people write them: equal ones would compete for one alias.
      const newBody = () =>
        JSON.stringify({
          title: `Made by the bench at ${Date.now()}, number ${++made}`,
          content: `<p>${'Some words of an article. '.repeat(40)}</p>`,
          category_id: 1,
          tag_ids: list.slice(0, 3).map(({ id }) => id),
          status: 1,
        })
      const headers = { ...context.headers, 'content-type': 'application/json' }
      const request = { method: 'POST', path: '/api/articles', headers, body: newBody() }
      return [{ ...request, setupRequest: (sent) => ({ ...sent, body: newBody() }) }]
    },
  })),
]

const [byId, newest] = workloads

/** The same on two cores. */
export const workloadsOfTwo = [
  { ...byId, name: 'article by id, WORKERS=2', goal: 0.85, keeps: undefined },
  { ...newest, name: 'newest 20, WORKERS=2', goal: 0.7, keeps: undefined },
]
