import { execFile } from 'node:child_process'
import { type RequestOptions, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { type Node, startNode } from '../test/program.ts'

const ADMIN_PASSWORD = 'the first administrator'
const WORKERS = 2
const LIMIT = 5

const place = await createPlace()
afterAll(() => place.remove())
// With Redis the counts would be shared anyway; here the workers must agree without it.
const { REDIS_URL: _, ...ownSettings } = place.settings
const settings = {
  ...ownSettings,
  ADMIN_PASSWORD,
  WORKERS: String(WORKERS),
  RATE_LIMIT_ANON: String(LIMIT),
  RATE_LIMIT_USER: '0',
  TRUST_PROXY: '127.0.0.1',
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Each request uses a new connection: connections are distributed to the workers in turn. */
function ask(url: string, options: RequestOptions = {}, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50)
}

/** The running processes, with the parent of each. */
async function processes(): Promise<Map<number, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  const rows = stdout.trim().split('\n')
  return new Map(
    rows.flatMap((row) => {
      const [pid, parent, state = ''] = row.trim().split(/\s+/)
      return state.startsWith('Z') ? [] : [[Number(pid), Number(parent)] as const]
    }),
  )
}
async function workersOf({ pid }: Node): Promise<number[]> {
  return [...(await processes())].flatMap(([child, parent]) => (parent === pid ? [child] : []))
}
async function areGone(pids: readonly number[]): Promise<boolean> {
  const living = await processes()
  return pids.every((pid) => !living.has(pid))
}

describe('several workers', () => {
  let node: Node
  let url = ''
  let headers: Record<string, string> = {}
  let articleId = 0

  const call = async (method: string, path: string, body?: object) => {
    const { status, text } = await ask(`${url}${path}`, { method, headers }, body)
    return { status, data: JSON.parse(text).data }
  }

  beforeAll(async () => {
    node = startNode(settings)
    url = await node.url()
    headers = { 'content-type': 'application/json' }
    const { data } = await call('POST', '/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
    headers = { ...headers, authorization: `Bearer ${data.token}` }
    const { data: categories } = await call('GET', '/api/categories')
    const [category] = categories.list ?? categories
    const article = { title: 'Shared', content: '<p>By all.</p>', category_id: category.id, status: 1 }
    articleId = (await call('POST', '/api/articles', article)).data.id
  })

  test('are as many as configured', async () => {
    expect(await workersOf(node)).toHaveLength(WORKERS)
    expect(node.output()).toContain(`"workers":${WORKERS}`)
  })

  test('share the rate limit of a caller', async () => {
    const visit = () => ask(`${url}/api/openapi.json`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    const answers = await Promise.all(Array.from({ length: 12 }, visit))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(LIMIT).fill(200), ...Array(12 - LIMIT).fill(429)])
  })

  test('show changes of each other immediately', async () => {
    for (let round = 0; round < 6; round++) {
      const title = `Round ${round}`
      expect((await call('PATCH', `/api/articles/${articleId}`, { title })).status).toBe(200)
      for (let times = 0; times < 2 * WORKERS; times++)
        expect((await call('GET', `/api/articles/${articleId}`)).data.title).toBe(title)
    }
  })

  test('report the same metrics, for all of them together', async () => {
    const counted = async () => {
      const { text } = await ask(`${url}/metrics`)
      const line = /^http_requests_total\{method="GET",route="\/api\/tags",status="200"\} (\d+)$/m
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const before = await counted()
    for (let times = 0; times < 7; times++) await call('GET', '/api/tags')
    for (let times = 0; times < 2 * WORKERS; times++) expect(await counted()).toBe(before + 7)
  })

  test('are replaced when killed, and the service continues', async () => {
    /** The start time of the process that answers. */
    const begun = async () => {
      const { text } = await ask(`${url}/metrics`)
      return Number(/^process_start_time_seconds (\d+)/m.exec(text)?.[1])
    }
    const before = [await begun(), await begun()]
    const [victim = 0, ...others] = await workersOf(node)
    process.kill(victim, 'SIGKILL')
    await node.wrote('a worker process exited')
    for (let times = 0; times < 2 * WORKERS; times++)
      expect((await call('GET', `/api/articles/${articleId}`)).status).toBe(200)
    await eventually(async () => (await begun()) > Math.max(...before))
    const now = await workersOf(node)
    expect(now).toHaveLength(WORKERS)
    expect(now).not.toContain(victim)
    expect(now).toEqual(expect.arrayContaining(others))
    for (let times = 0; times < 2 * WORKERS; times++)
      expect((await call('GET', `/api/articles/${articleId}`)).status).toBe(200)
  })

  test('stop with the program', async () => {
    const workers = await workersOf(node)
    node.signal('SIGTERM')
    expect(await node.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(await areGone(workers)).toBe(true)
  })
})

test('workers exit when their program was killed', async () => {
  const node = startNode(settings)
  await node.url()
  const workers = await workersOf(node)
  expect(workers).toHaveLength(WORKERS)
  node.signal('SIGKILL')
  await eventually(() => areGone(workers))
})
