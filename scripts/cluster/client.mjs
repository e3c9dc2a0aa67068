// Requests through nginx. Each is recorded: when it was sent and answered, by which node, and whether as expected.
import { Agent, request as httpRequest } from 'node:http'

const MAX_CONNECTIONS = 32
const ANSWER_WITHIN_MS = 20_000

export function createClient(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })
  const failures = []
  const counts = new Map()
  let token

  function exchange(method, path, body, headers = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const request = httpRequest(new URL(path, url), {
        method,
        agent,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...headers,
        },
        timeout: ANSWER_WITHIN_MS,
      })
      request.once('timeout', () => request.destroy(new Error(`no answer in ${ANSWER_WITHIN_MS} ms`)))
      request.once('error', reject)
      request.once('response', async (response) => {
        try {
          const chunks = []
          for await (const chunk of response) chunks.push(chunk)
          const answer = Buffer.concat(chunks).toString()
          const json = response.headers['content-type']?.includes('json') ? JSON.parse(answer) : undefined
          const servedBy = response.headers['x-served-by'] ?? ''
          resolve({ status: response.statusCode, data: json?.data, text: answer, servedBy })
        } catch (error) {
          reject(error)
        }
      })
      request.end(text)
    })
  }

  /** The response if it has the expected status; otherwise undefined, and a failure is recorded under its kind. */
  async function send(kind, expected, method, path, body, headers) {
    const sentAt = performance.now()
    const answer = await exchange(method, path, body, headers).catch((error) => ({ why: error.message }))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (answer.status === expected) return answer
    failures.push({
      kind,
      method,
      path,
      sentAt,
      endedAt: performance.now(),
      servedBy: answer.servedBy ?? '',
      what: answer.why ?? `${answer.status} ${answer.text.replace(/\s+/g, ' ').slice(0, 150)}`,
    })
    return undefined
  }

  /** For requests that must succeed for the proof to go on. */
  async function must(expected, method, path, body) {
    const answer = await exchange(method, path, body)
    if (answer.status === expected) return answer
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 500)}`)
  }

  return {
    send,
    must,
    failures,
    sent: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    acknowledged: (kind) =>
      (counts.get(kind) ?? 0) - failures.filter((failure) => failure.kind === kind).length,
    async login({ username, password }) {
      const { data } = await must(200, 'POST', '/api/auth/login', { username, password })
      token = data.token
      return token
    },
    close: () => agent.destroy(),
  }
}
