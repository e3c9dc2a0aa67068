// What is measured: the requests of each piece of work, and the ratio to the bare server that it should reach.

const READERS = 32
const VARIETY = 500

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

async function publishedIds({ url, headers }, count) {
  const ids = []
  for (let page = 1; ids.length < count; page++) {
    const answer = await fetch(`${url}/api/articles?status=1&page=${page}&page_size=100`, { headers })
    const { data } = await answer.json()
    ids.push(...data.list.map(({ id }) => id))
    if (page >= data.total_pages) break
  }
  return ids
}

async function categoryIds({ url, headers }) {
  const { data } = await (await fetch(`${url}/api/categories`, { headers })).json()
  return data
    .flatMap(({ id, children }) => [id, ...children.map((child) => child.id)])
    .filter((id) => id !== 1)
}

/** Words of the corpus, English and Chinese by turns: alone, and two together. Few are asked for twice. */
async function searches({ url, headers }, count) {
  const next = numbers(3)
  const texts = { english: [], chinese: [] }
  for (let page = 1; page <= 3; page++) {
    const answer = await fetch(`${url}/api/articles?status=1&page=${page * 7}&page_size=100`, { headers })
    for (const { title, summary } of (await answer.json()).data.list)
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
  return Array.from({ length: count }, () => (next(3) === 1 ? word() : `${word()} ${word()}`))
}

export const workloads = [
  {
    name: 'article by id',
    goal: 0.55,
    connections: READERS,
    requests: async (context) => {
      const next = numbers(1)
      const ids = await publishedIds(context, 1000)
      return many(() => get(`/api/articles/${ids[next(ids.length) - 1]}`, context.headers))
    },
  },
  {
    name: 'newest 20, with total',
    goal: 0.4,
    connections: READERS,
    requests: async ({ headers }) => [get('/api/articles', headers)],
  },
  {
    name: '20 of a category',
    goal: 0.3,
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
    connections: READERS,
    requests: async ({ articles, headers }) => [
      get(`/api/articles?status=1&page=${Math.floor(articles / 25)}`, headers),
    ],
  },
  {
    name: 'search',
    goal: 0.08,
    connections: READERS,
    requests: async (context) =>
      (await searches(context, 5000)).map((words) =>
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
  {
    name: 'create with 3 tags',
    connections: 8,
    requests: async (context) => {
      const { data } = await (await fetch(`${context.url}/api/tags`, { headers: context.headers })).json()
      const body = JSON.stringify({
        title: 'Made by the bench',
        content: `<p>${'Some words of an article. '.repeat(40)}</p>`,
        category_id: 1,
        tag_ids: data.list.slice(0, 3).map(({ id }) => id),
        status: 1,
      })
      return [
        {
          method: 'POST',
          path: '/api/articles',
          headers: { ...context.headers, 'content-type': 'application/json' },
          body,
        },
      ]
    },
  },
]
