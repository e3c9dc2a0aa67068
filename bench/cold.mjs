// Responses that are not cached: each path is requested once, after a change of the site that invalidates every
// response.
import { call } from './service.mjs'
import { pairsOfWords, publishedIds, READERS } from './workloads.mjs'

const PATHS = 1_600

/** This many different paths, in random order. */
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
      const tree = await call(context, 'GET', '/api/categories')
      const categories = tree.flatMap(({ children, ...category }) => [category, ...children])
      // An empty list would be an easy one.
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
      const { list } = await call(context, 'GET', '/api/tags?page_size=100')
      return listsOf(
        context,
        list.map(({ id }) => id),
        'tag_id',
      )
    },
  },
  {
    name: 'cold: search, two words',
    goals: { sqlite: 0.08, postgres: 0.03 },
    keeps: 0.7,
    paths: async (context) => {
      const words = await pairsOfWords(context, PATHS)
      return paths((index) => `/api/articles/search?keyword=${encodeURIComponent(words[index])}`)
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

/** Ten thousand articles have no page 100,000. With fewer pages, page sizes differ instead. */
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

/** Invalidates all cached responses. */
async function changeSite(service) {
  await call(service, 'PUT', '/api/sites/1', { name: `Bench ${Date.now()}` })
}

export async function measureCold(run, service, work) {
  const requests = (await work.paths(service)).map((path) => ({
    method: 'GET',
    path,
    headers: work.headers ?? service.headers,
  }))
  return run.compareOnce(requests, READERS, () => changeSite(service))
}
