// Reads while others write: how much longer the slowest of a hundred reads take then.
import { median } from './measure.mjs'
import { publishedIds, READERS } from './workloads.mjs'

const MOST_TIMES_SLOWER = 4
/** Of a hundred requests 94 read, 5 count a view and 1 edits. */
const VIEWS_FOR_READS = 5 / 94
const EDITS_FOR_READS = 1 / 94
const WRITERS = 2

export const mixedWork = {
  name: 'mixed: p99 of reads',
  async measure(run, service) {
    const ids = await publishedIds(service, 500)
    const { headers } = service
    const reads = {
      connections: READERS,
      requests: [
        ...ids.map((id) => ({ method: 'GET', path: `/api/articles/${id}`, headers })),
        ...ids.map((_, page) => ({ method: 'GET', path: `/api/articles?page=${1 + (page % 20)}`, headers })),
      ],
    }
    const views = ids.map((id) => ({ method: 'POST', path: `/api/articles/${id}/view`, headers }))
    const edits = ids.map((id) => ({
      method: 'PUT',
      path: `/api/articles/${id}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ summary: `Edited by the bench, ${id}.` }),
    }))
    await run.load(service.url, reads, 2 * run.seconds)
    const turns = []
    for (let round = 0; round < run.rounds; round++) {
      const alone = await run.load(service.url, reads)
      const rate = (share) => ({ overallRate: Math.max(1, Math.round(alone.rate * share)) })
      const [mixed, ...written] = await Promise.all([
        run.load(service.url, reads),
        run.load(service.url, { connections: WRITERS, requests: views }, run.seconds, rate(VIEWS_FOR_READS)),
        run.load(service.url, { connections: WRITERS, requests: edits }, run.seconds, rate(EDITS_FOR_READS)),
      ])
      turns.push({ alone, mixed, wrong: [mixed, ...written].reduce((sum, { wrong }) => sum + wrong, 0) })
    }
    const slower = median(turns.map(({ alone, mixed }) => mixed.p99 / Math.max(alone.p99, 1)))
    console.log(
      `with 5 % views and 1 % edits the p99 of reads is ${slower.toFixed(1)} times that of reads alone (goal: under ${MOST_TIMES_SLOWER}): ${slower < MOST_TIMES_SLOWER ? 'pass' : 'short'}`,
    )
    return {
      rate: median(turns.map(({ mixed }) => mixed.rate)),
      p50: median(turns.map(({ mixed }) => mixed.p50)),
      p99: median(turns.map(({ mixed }) => mixed.p99)),
      wrong: turns.reduce((sum, { wrong }) => sum + wrong, 0),
    }
  },
}
