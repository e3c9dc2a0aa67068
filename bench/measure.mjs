// Loads the service and the bare server alternately, so that other load on the machine affects both.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { freePort } from '../scripts/free-port.mjs'
import { start, stop } from './service.mjs'

const bareServer = join(fileURLToPath(new URL('.', import.meta.url)), 'bare-server.mjs')
/** Each connection sends a random subset of the requests: preparing all of them for each would take seconds. */
const REQUESTS_OF_A_CONNECTION = 50
/** How often both servers answer all requests before a cold measurement, so that V8 has compiled their code. */
const UNMEASURED_PASSES = 4
/** The bare server answers them in a moment, in which a hiccup of the machine would count too much. */
const BARE_PASSES = 4

export function createRunner(service, { seconds, rounds }) {
  async function load(url, { requests, connections }, duration = seconds, more = {}) {
    let client = 0
    return result(
      autocannon({
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
      }),
    )
  }

  /** Each request once, alternating with the bare server; `invalidate` makes the service read everything again. */
  async function compareOnce(requests, connections, invalidate) {
    const bare = await startBare(await answersTo(requests, connections))
    try {
      const longer = Array.from({ length: BARE_PASSES }, () => requests).flat()
      const readAgain = async () => {
        await invalidate()
        return once(service.url, requests, connections)
      }
      const unmeasured = []
      for (let pass = 0; pass < UNMEASURED_PASSES; pass++) {
        await once(bare.url, requests, connections)
        unmeasured.push(await readAgain())
      }
      const turns = []
      for (let round = 0; round < rounds + 2; round++)
        turns.push({ bare: await once(bare.url, longer, connections), ours: await readAgain() })
      return { ...summary(turns), uncompiled: unmeasured[0].rate }
    } finally {
      await stop(bare.child)
    }
  }

  /** With our own clock, because autocannon checks only once a second whether it is done. */
  async function once(url, requests, connections) {
    const each = Math.floor(requests.length / connections)
    let client = 0
    const running = autocannon({
      url,
      connections,
      amount: each * connections,
      setupClient: (connection) => {
        const first = client++ * each
        connection.setRequests(requests.slice(first, first + each))
      },
    })
    const begun = performance.now()
    let lastAnswer = begun
    running.on('response', () => {
      lastAnswer = performance.now()
    })
    const measured = await result(running)
    return { ...measured, rate: (each * connections) / ((lastAnswer - begun) / 1000) }
  }

  /** The service against a bare server that returns the service's responses. */
  async function compare(work) {
    const requests = await work.requests(service)
    const bare = await startBare(await answersTo(requests, work.connections))
    const ours = { requests, connections: work.connections }
    // The same requests, so that the load generator has the same work.
    const theirs = { requests, connections: work.connections }
    try {
      if (work.warm !== false) {
        await load(bare.url, theirs)
        await load(service.url, ours)
      }
      // Each worker has its own cache, and which of them gets a request is random.
      const passes = service.workers === 1 ? 1 : 2 * service.workers
      if (work.warm !== false && isReading(requests))
        for (let pass = 0; pass < passes; pass++) await askForEach(requests, work.connections)
      const turns = []
      for (let round = 0; round < (work.rounds ?? rounds); round++)
        turns.push({
          bare: await load(bare.url, theirs, work.seconds),
          ours: await load(service.url, ours, work.seconds),
        })
      return { ...summary(turns), needs: await work.needs?.() }
    } finally {
      await stop(bare.child)
    }
  }

  /**
   * Warms the cache: each request is sent once before. How fast the first time is depends on how many different
   * requests there are, which is another measurement.
   */
  async function askForEach(requests, connections) {
    const waiting = [...requests]
    const ask = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await (await fetch(`${service.url}${next.path}`, { headers: next.headers })).arrayBuffer()
    }
    await Promise.all(Array.from({ length: connections }, ask))
  }

  /** The response of the service to each of these requests. */
  async function answersTo(requests, connections) {
    const waiting = [...new Map(requests.map((request) => [request.path, request])).values()]
    const answers = []
    const ask = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { path, method, headers, body } = next
        const answer = await fetch(`${service.url}${path}`, { method, headers, body })
        const kept = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.has(name))
        answers.push({ path, status: answer.status, headers: kept.flat(), body: await answer.text() })
      }
    }
    await Promise.all(Array.from({ length: connections }, ask))
    return answers
  }

  return { compare, compareOnce, load, seconds, rounds }
}

async function result(running) {
  const { latency, requests, duration, statusCodeStats, non2xx, errors } = await running
  const notModified = statusCodeStats?.['304']?.count ?? 0
  return {
    rate: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    wrong: non2xx - notModified + errors,
  }
}

function summary(turns) {
  return {
    rate: median(turns.map(({ ours }) => ours.rate)),
    p50: median(turns.map(({ ours }) => ours.p50)),
    p99: median(turns.map(({ ours }) => ours.p99)),
    bare: median(turns.map(({ bare }) => bare.rate)),
    ratio: median(turns.map(({ ours, bare }) => ours.rate / bare.rate)),
    wrong: turns.reduce((sum, { ours }) => sum + ours.wrong, 0),
  }
}

const isReading = (requests) => requests.every(({ method }) => method === 'GET')

/** Node adds them itself. */
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'date', 'keep-alive'])

async function startBare(answers) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'inkstone-bare-'))
  try {
    const file = join(folder, 'answers.json')
    await writeFile(file, JSON.stringify(answers))
    const env = { ...process.env, PORT: String(port), ANSWERS: file }
    const { child } = await start([bareServer], env, url)
    return { child, url }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
