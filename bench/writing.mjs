// Reads during writes, and writes during reads, with the number of writes that were done.
import { median } from './measure.mjs'
import { publishedIds, READERS } from './workloads.mjs'

const ADMIN = { username: 'admin', password: 'a password for the bench' }

/**
 * Sends requests at a fixed rate, however long the responses take, and returns how many were done and how long they
 * took.
 */
async function write(url, perSecond, seconds, make) {
  const times = []
  const sent = []
  let failed = 0
  const begun = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = begun + (1000 * index) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const { path, ...request } = make(index)
    const at = performance.now()
    sent.push(
      fetch(`${url}${path}`, request)
        .then(async (answer) => {
          await answer.arrayBuffer()
          if (answer.ok) times.push(performance.now() - at)
          else failed++
        })
        .catch(() => failed++),
    )
  }
  await Promise.all(sent)
  const took = (performance.now() - begun) / 1000
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99), failed }
}

const json = (headers, body) => ({
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const edits = (ids, headers) => (index) => ({
  method: 'PUT',
  path: `/api/articles/${ids[index % ids.length]}`,
  ...json(headers, { summary: `Edited by the bench, ${index} ${Date.now()}.` }),
})
const views = (ids, headers) => (index) => ({
  method: 'POST',
  path: `/api/articles/${ids[index % ids.length]}/view`,
  headers,
})
const logins = () => () => ({ method: 'POST', path: '/api/auth/login', ...json({}, ADMIN) })
const creates = (headers) => (index) => ({
  method: 'POST',
  path: '/api/articles',
  ...json(headers, {
    title: `Made by the bench ${index}`,
    content: '<p>Some words.</p>',
    category_id: 1,
    status: 1,
  }),
})

const SECONDS = 5

/** Cached articles and pages, during 10 edits, 50 views and one login per second. */
export const mixedWork = {
  name: 'mixed: known, while others write',
  goals: { sqlite: 0.6, postgres: 0.35 },
  async measure(run, service) {
    const { url, headers } = service
    const ids = await publishedIds(service, 500)
    const requests = [
      ...ids.map((id) => ({ method: 'GET', path: `/api/articles/${id}`, headers })),
      ...ids.map((_, page) => ({ method: 'GET', path: `/api/articles?page=${1 + (page % 20)}`, headers })),
    ]
    const turns = []
    const writtenRounds = []
    await run.compare({ requests: async () => requests, connections: READERS, rounds: 1 })
    for (let round = 0; round < Math.min(run.rounds, 3); round++) {
      const [turn, ...written] = await Promise.all([
        run.compare({
          requests: async () => requests,
          connections: READERS,
          rounds: 1,
          seconds: SECONDS,
          warm: false,
        }),
        write(url, 10, 2 * SECONDS, edits(ids, headers)),
        write(url, 50, 2 * SECONDS, views(ids, headers)),
        write(url, 1, 2 * SECONDS, logins()),
      ])
      turns.push(turn)
      writtenRounds.push(written)
    }
    const best = (pick) => median(turns.map(pick))
    printWrites('  meanwhile', ['edits', 'views', 'logins'], writtenRounds.at(-1))
    return {
      rate: best(({ rate }) => rate),
      p50: best(({ p50 }) => p50),
      p99: best(({ p99 }) => p99),
      bare: best(({ bare }) => bare),
      ratio: best(({ ratio }) => ratio),
      wrong: turns.reduce((sum, { wrong }) => sum + wrong, 0),
      mostP99: 25,
    }
  },
}

/** How long writes take while 32 connections read uncached responses as fast as they can. */
export const writesWork = {
  name: 'writes, while others read cold',
  async measure(run, service) {
    const { url, headers, articles } = service
    const ids = await publishedIds(service, 500)
    let page = 0
    const requests = Array.from({ length: 3_000 }, () => ({
      method: 'GET',
      path: `/api/articles?status=1&page=${1 + (page++ % Math.floor(articles / 25))}&page_size=${5 + (page % 16)}`,
      headers,
    }))
    const [reads, ...written] = await Promise.all([
      run.load(url, { requests, connections: READERS }, SECONDS + 1),
      write(url, 50, SECONDS, edits(ids, headers)),
      write(url, 10, SECONDS, creates(headers)),
      write(url, 50, SECONDS, views(ids, headers)),
      write(url, 1, SECONDS, logins()),
    ])
    printWrites('  written', ['edits', 'creates', 'views', 'logins'], written)
    const [edited] = written
    return {
      rate: edited.rate,
      p50: edited.p50,
      p99: edited.p99,
      wrong: reads.wrong + edited.failed,
      needs: 49,
      mostP99: 60,
    }
  },
}

function printWrites(title, names, results) {
  const texts = results.map(
    ({ rate, p50, p99, failed }, index) =>
      `${rate.toFixed(1)} ${names[index]}/s (p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms${failed ? `, ${failed} failed` : ''})`,
  )
  console.log(`${title}: ${texts.join(', ')}`)
}
