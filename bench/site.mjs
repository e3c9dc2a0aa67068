// Pages of the site as anonymous readers get them: cached, and rendered again.
import { call } from './service.mjs'
import { READERS } from './workloads.mjs'

const PATHS = 1_600
const ON_A_PAGE = 12
const STRANGER = {}

/** Makes the site public. */
export async function openSite(service) {
  await call(service, 'PUT', '/api/settings', { public_read: 1 })
}

async function articlePaths(context, count) {
  await openSite(context)
  const paths = []
  for (let page = 1; paths.length < count; page++) {
    const { list } = await call(context, 'GET', `/api/articles?status=1&page=${page}&page_size=100`)
    if (list.length === 0) break
    paths.push(...list.map(({ alias }) => `/articles/${encodeURIComponent(alias)}`))
  }
  return paths.slice(0, count)
}

const get = (path) => ({ method: 'GET', path, headers: STRANGER })

export const siteWork = [
  {
    name: 'site: home',
    goal: 0.5,
    connections: READERS,
    requests: async (context) => {
      await openSite(context)
      return [get('/')]
    },
  },
  {
    name: 'site: an article',
    goal: 0.5,
    connections: READERS,
    requests: async (context) => (await articlePaths(context, 200)).map(get),
  },
]

export const coldSiteWork = [
  {
    name: 'cold: site: pages of the home',
    goals: { sqlite: 0.12 },
    headers: STRANGER,
    paths: async (context) => {
      await openSite(context)
      const pages = Math.min(PATHS, Math.floor((context.articles * 0.8) / ON_A_PAGE))
      return Array.from({ length: Math.max(1, pages) }, (_, index) => `/?page=${index + 1}`)
    },
  },
  {
    name: 'cold: site: articles',
    goals: { sqlite: 0.12 },
    headers: STRANGER,
    paths: (context) => articlePaths(context, PATHS),
  },
]
