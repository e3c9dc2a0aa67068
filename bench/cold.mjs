// Answers that are in no cache: each path is asked once, after a change of the site that every answer depends on.
import { publishedIds, READERS, searches } from './workloads.mjs'

const PATHS = 1_600

/** So many different paths, in an order of their own. */
const paths = (make) => Array.from({ length: PATHS }, (_, index) => make(index))

export const coldWork = [
  {
    name: 'cold: article by id',
    goals: { sqlite: 0.25, postgres: 0.08 },
    keeps: 0.7,
    paths: async (context) => {
      const ids = await publishedIds(context, PATHS)
      return paths((index) => `/api/articles/${ids[index % ids.length]}`)
    },
  },
  {
    name: 'cold: pages of the newest',
    goals: { sqlite: 0.15, postgres: 0.05 },
    keeps: 0.7,
    paths: async ({ articles }) => pagesOf(articles, '/api/articles?status=1'),
  },
  {
    name: 'cold: pages of categories',
    goals: { sqlite: 0.15, postgres: 0.05 },
    keeps: 0.7,
    paths: async (context) => {
      const { data } = await ask(context, '/api/categories')
      const categories = data.flatMap(({ children, ...category }) => [category, ...children])
      // The bare server repeats the first answer, so an empty list must not be it.
      const filled = categories.filter(({ article_count }) => article_count > 0)
      return listsOf(
        context,
        filled.map(({ id }) => id),
        'category_id',
      )
    },
  },
  {
    name: 'cold: pages of tags',
    goals: { sqlite: 0.15, postgres: 0.05 },
    keeps: 0.7,
    paths: async (context) => {
      const { data } = await ask(context, '/api/tags?page_size=100')
      return listsOf(
        context,
        data.list.map(({ id }) => id),
        'tag_id',
      )
    },
  },
  {
    name: 'cold: search, two words',
    goals: { sqlite: 0.08, postgres: 0.03 },
    keeps: 0.7,
    paths: async (context) => {
      const words = await searches(context, PATHS)
      return paths(
        (index) =>
          `/api/articles/search?keyword=${encodeURIComponent(`${words[index]} ${words[(index * 7 + 1) % PATHS]}`)}`,
      )
    },
  },
  {
    name: 'cold: related articles',
    goals: { sqlite: 0.15, postgres: 0.05 },
    keeps: 0.7,
    paths: async (context) => {
      const ids = await publishedIds(context, PATHS)
      return paths((index) => `/api/articles/${ids[index % ids.length]}/related`)
    },
  },
  {
    name: 'cold: comments of an article',
    goals: { sqlite: 0.15, postgres: 0.05 },
    keeps: 0.7,
    paths: async (context) => {
      const ids = await publishedIds(context, PATHS)
      return paths((index) => `/api/articles/${ids[index % ids.length]}/comments`)
    },
  },
]

async function ask({ url, headers }, path) {
  return (await fetch(`${url}${path}`, { headers })).json()
}

/** A hundred thousand is no page of ten thousand articles: where there are fewer pages, page sizes differ. */
function pagesOf(articles, list) {
  const pages = Math.max(1, Math.floor(articles / 25))
  return paths((index) => `${list}&page=${1 + (index % pages)}&page_size=${20 - Math.floor(index / pages)}`)
}

function listsOf({ articles }, ids, parameter) {
  const pages = Math.max(1, Math.floor(articles / ids.length / 30))
  return paths((index) => {
    const round = Math.floor(index / ids.length)
    return `/api/articles?${parameter}=${ids[index % ids.length]}&status=1&page=${1 + (round % pages)}&page_size=${20 - (Math.floor(round / pages) % 15)}`
  })
}

/** Makes every answer that is cached be read anew. */
async function changeSite({ url, headers }) {
  await fetch(`${url}/api/sites/1`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Bench ${Date.now()}` }),
  })
}

export async function measureCold(run, service, work) {
  const requests = (await work.paths(service)).map((path) => ({
    method: 'GET',
    path,
    headers: work.headers ?? service.headers,
  }))
  return run.compareOnce(requests, READERS, () => changeSite(service))
}
