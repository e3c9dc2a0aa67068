// Reads during writes, and writes during reads, with the number of writes that were done.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { median } from './measure.mjs'
import { publishedIds, READERS } from './workloads.mjs'

const SECONDS = 5
const UNMEASURED_ROUNDS = 5

/** Cached articles and pages, during 10 edits, 50 views and one login per second. */
export const mixedWork = {
  name: 'mixed: known, while others write',
  goals: { sqlite: 0.6, postgres: 0.35 },
  async measure(run, service) {
    const { headers } = service
    const ids = await publishedIds(service, 500)
    const requests = [
      ...ids.map((id) => ({ method: 'GET', path: `/api/articles/${id}`, headers })),
      ...ids.map((_, page) => ({ method: 'GET', path: `/api/articles?page=${1 + (page % 20)}`, headers })),
    ]
    const turns = []
    const writtenRounds = []
    await run.compare({ requests: async () => requests, connections: READERS, rounds: 1 })
    for (let round = 0; round < Math.min(run.rounds, 3); round++) {
      const [turn, done] = await Promise.all([
        run.compare({
          requests: async () => requests,
          connections: READERS,
          rounds: 1,
          seconds: SECONDS,
          warm: false,
        }),
        written(service, 2 * SECONDS, { edits: 10, views: 50, logins: 1 }, ids),
      ])
      turns.push(turn)
      writtenRounds.push(done)
    }
    const medianOf = (pick) => median(turns.map(pick))
    printWrites('  meanwhile', writtenRounds.at(-1))
    return {
      rate: medianOf(({ rate }) => rate),
      p50: medianOf(({ p50 }) => p50),
      p99: medianOf(({ p99 }) => p99),
      bare: medianOf(({ bare }) => bare),
      ratio: medianOf(({ ratio }) => ratio),
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
    const both = () =>
      Promise.all([
        run.load(url, { requests, connections: READERS }, SECONDS + 1),
        written(service, SECONDS, { edits: 50, creates: 10, views: 50, logins: 1 }, ids),
      ])
    // In the first half minute of a process V8 compiles its code: it is shown, but not measured.
    printWrites('  first', (await both())[1])
    for (let round = 1; round < UNMEASURED_ROUNDS; round++) printWrites('  then', (await both())[1])
    const [reads, done] = await both()
    printWrites('  written', done)
    const { edits: edited } = done
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

/** Writes at these rates per second, from a thread of its own: the reading client delays what its thread measures. */
async function written({ url, headers }, seconds, rates, ids) {
  const thread = new Worker(new URL('./writers.mjs', import.meta.url), {
    workerData: { url, headers, seconds, rates, ids },
  })
  const [done] = await once(thread, 'message')
  return done
}

function printWrites(title, done) {
  const texts = Object.entries(done).map(
    ([name, { rate, p50, p99, failed }]) =>
      `${rate.toFixed(1)} ${name}/s (p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms${failed ? `, ${failed} failed` : ''})`,
  )
  console.log(`${title}: ${texts.join(', ')}`)
}
