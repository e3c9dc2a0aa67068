// Loads the service and the bare server by turns: what else the machine does at the time then hits both.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { freePort, start, stop } from './service.mjs'

const bareServer = join(fileURLToPath(new URL('.', import.meta.url)), 'bare-server.mjs')
/** Each connection has so many requests of its own, chosen from all: to prepare them all for each would take seconds. */
const REQUESTS_OF_A_CONNECTION = 50

export function createRunner(service, { seconds, rounds }) {
  async function load(url, { requests, connections }, duration = seconds, more = {}) {
    let client = 0
    const result = await autocannon({
      url,
      connections,
      duration,
      ...more,
      setupClient: (connection) => {
        const first = client++ * REQUESTS_OF_A_CONNECTION
        connection.setRequests(
          Array.from(
            { length: Math.min(requests.length, REQUESTS_OF_A_CONNECTION) },
            (_, index) => requests[(first + index) % requests.length],
          ),
        )
      },
    })
    const { p50, p99 } = result.latency
    const notModified = result.statusCodeStats?.['304']?.count ?? 0
    return {
      rate: result.requests.total / result.duration,
      p50,
      p99,
      wrong: result.non2xx - notModified + result.errors,
    }
  }

  /** The service against a bare server that answers with the bytes which the service gave to the first request. */
  async function compare(work) {
    const requests = await work.requests(service)
    const bare = await startBare(await firstAnswer(requests[0]))
    const ours = { requests, connections: work.connections }
    // The same requests, so that making them costs the load generator the same.
    const theirs = { requests, connections: work.connections }
    try {
      await load(bare.url, theirs)
      await load(service.url, ours)
      // Each worker has a memory of its own, and which of them is asked is left to chance.
      const passes = service.workers === 1 ? 1 : 2 * service.workers
      if (isReading(requests))
        for (let pass = 0; pass < passes; pass++) await askForEach(requests, work.connections)
      const turns = []
      for (let round = 0; round < rounds; round++)
        turns.push({ bare: await load(bare.url, theirs), ours: await load(service.url, ours) })
      const ratio = median(turns.map((turn) => turn.ours.rate / turn.bare.rate))
      return {
        rate: median(turns.map((turn) => turn.ours.rate)),
        p50: median(turns.map((turn) => turn.ours.p50)),
        p99: median(turns.map((turn) => turn.ours.p99)),
        bare: median(turns.map((turn) => turn.bare.rate)),
        ratio,
        needs: await work.needs?.(),
        wrong: turns.reduce((sum, turn) => sum + turn.ours.wrong, 0),
      }
    } finally {
      await stop(bare.child)
    }
  }

  /**
   * What was asked before comes from memory, so each is asked before: how fast the first time is depends on how many
   * different ones there are, which is another question.
   */
  async function askForEach(requests, connections) {
    const waiting = [...requests]
    const ask = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await (await fetch(`${service.url}${next.path}`, { headers: next.headers })).arrayBuffer()
    }
    await Promise.all(Array.from({ length: connections }, ask))
  }

  async function firstAnswer({ method, path, headers, body }) {
    const answer = await fetch(`${service.url}${path}`, { method, headers, body })
    const told = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.has(name))
    return { status: answer.status, headers: told.flat(), body: await answer.text() }
  }

  return { compare, load, seconds, rounds }
}

const isReading = (requests) => requests.every(({ method }) => method === 'GET')

/** Node adds them itself. */
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'date', 'keep-alive'])

async function startBare({ status, headers, body }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    STATUS: String(status),
    HEADERS: JSON.stringify(headers),
    BODY: body,
  }
  const { child } = await start([bareServer], env, url)
  return { child, url }
}

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
