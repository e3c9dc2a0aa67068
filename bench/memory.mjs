// Sends requests that all differ, one kind after the other: how much memory strangers can make the service take.
import { rm } from 'node:fs/promises'
import autocannon from 'autocannon'
import { seededFolder, startService } from './service.mjs'
import { openSite } from './site.mjs'

const ARTICLES = 10_000
const CONNECTIONS = 32
const SECONDS = 8
const LOOK_EVERY_MS = 100
const GOAL_MEGABYTES = 300

let sent = 0
const letters = (count) =>
  Math.random()
    .toString(36)
    .slice(2, 2 + count)
const kinds = {
  'hosts of 14 KB': () => ({ path: '/', headers: { host: `${'h'.repeat(14_000)}${letters(9)}` } }),
  'hosts, API': () => ({ path: '/api/site', headers: { host: `${letters(9)}.example` } }),
  'hosts, site': () => ({ path: '/', headers: { host: `${letters(9)}.example` } }),
  'padded URLs': () => ({ path: `/api/tags?pad=${'x'.repeat(6_000)}${letters(9)}` }),
  'unknown parameters': () => ({ path: `/api/articles?${letters(9)}=${letters(9)}` }),
  'searches without result': () => ({
    path: `/api/articles/search?keyword=${letters(6)}%20${letters(3)}`,
  }),
  'pages of searches': () => ({
    path: `/api/articles/search?keyword=${letters(1)}&page=${1 + (sent % 90)}&page_size=${1 + (sent % 20)}`,
  }),
  'searches on the site': () => ({ path: `/search?q=${letters(3)}` }),
  'unknown paths': () => ({ path: `/${letters(9)}/${letters(9)}` }),
}

const folder = await seededFolder({ articles: ARTICLES })
const service = await startService({ folder, workers: 1, articles: ARTICLES })
const memory = async () => Math.round(await service.memory())
try {
  await openSite(service)
  console.log(`${'at the start'.padEnd(26)} ${await memory()} MB`)
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await memory())
  }, LOOK_EVERY_MS)
  for (const [name, make] of Object.entries(kinds)) {
    const before = sent
    const setupRequest = (request) => {
      sent++
      return { ...request, ...make() }
    }
    await autocannon({
      url: service.url,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: [{ method: 'GET', setupRequest }],
    })
    const count = (sent - before).toLocaleString('en')
    console.log(`${name.padEnd(26)} ${await memory()} MB after ${count} requests`)
  }
  clearInterval(timer)
  console.log(`at most ${most} MB, ${most < GOAL_MEGABYTES ? 'pass' : 'FAIL'} (${GOAL_MEGABYTES})`)
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
