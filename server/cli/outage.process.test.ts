import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { type Node, startNode } from '../test/program.ts'
import { startTcpProxy } from '../test/tcp-proxy.ts'

const ADMIN_PASSWORD = 'the first administrator'
/** The maximum duration of a request while something is unavailable. */
const ANSWERED_WITHIN_MS = 5_000

const place = await createPlace()
const { DATABASE_URL, REDIS_URL } = place.settings
afterAll(() => place.remove())

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
}

function logIn(url: string): Promise<Response> {
  return ask(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
}

/** As before a maintenance of the database. */
async function allowConnections(allowed: boolean): Promise<void> {
  const name = new URL(DATABASE_URL ?? 'postgres://none').pathname.slice(1)
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(`alter database ${name} allow_connections ${allowed}`)
  if (!allowed)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await client.end()
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50)
}

describe.skipIf(DATABASE_URL === undefined)('PostgreSQL unavailable and back', async () => {
  const proxy = await startTcpProxy(DATABASE_URL ?? 'postgres://none')
  afterAll(() => proxy.close())
  let node: Node
  let url = ''
  let headers: Record<string, string> = {}

  const me = () => ask(`${url}/api/auth/me`, { headers })
  const isBack = async () => (await me()).status === 200

  test('a start waits for the database', async () => {
    await proxy.cut()
    node = startNode({ ...place.settings, DATABASE_URL: proxy.url, ADMIN_PASSWORD })
    await node.wrote('waiting for the database')
    await proxy.restore()
    url = await node.url()
    const { data } = (await (await logIn(url)).json()) as { data: { token: string } }
    headers = { authorization: `Bearer ${data.token}` }
    expect((await me()).status).toBe(200)
  })

  const outages = [
    ['gone', () => proxy.cut(), () => proxy.restore()],
    ['silent', async () => proxy.freeze(), () => proxy.restore()],
    ['refusing connections', () => allowConnections(false), () => allowConnections(true)],
  ] as const
  for (const [how, begin, end] of outages)
    test(`while it is ${how}, requests return 503, and the same process recovers`, async () => {
      await begin()
      const answers = await Promise.all([
        logIn(url),
        // More than there are connections.
        ...Array.from({ length: 15 }, me),
      ])
      for (const answer of answers) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ code: 503, timestamp: expect.any(Number) })
      }
      expect((await ask(`${url}/healthz`)).status).toBe(200)
      const ready = await ask(`${url}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.json()).toEqual({ status: 'unavailable', failing: ['database'] })
      const metrics = await ask(`${url}/metrics`)
      expect(metrics.status).toBe(200)
      expect(await metrics.text()).toContain('http_requests_total')

      await end()
      await eventually(isBack)
      await eventually(async () => (await ask(`${url}/readyz`)).status === 200)
      expect((await logIn(url)).status).toBe(200)
    })

  test('the service can be stopped while the database does not respond', async () => {
    proxy.freeze()
    const answer = me()
    node.signal('SIGTERM')
    expect((await answer).status).toBe(503)
    expect(await node.ended()).toMatchObject({ code: 0, stderr: '' })
    await proxy.restore()
  })
})

describe.skipIf(REDIS_URL === undefined)('Redis shared, unavailable and back', async () => {
  const proxy = await startTcpProxy(REDIS_URL ?? 'redis://none:1')
  afterAll(() => proxy.close())
  const LIMIT = 6
  const settings = {
    ...place.settings,
    REDIS_URL: proxy.url,
    ADMIN_PASSWORD,
    RATE_LIMIT_ANON: String(LIMIT),
    TRUST_PROXY: '127.0.0.1',
  }

  let visitors = 0
  /** Every visitor has an IP address that nobody had before, because requests are counted. */
  const visitor = () => {
    visitors++
    const address = `10.0.${visitors >> 8}.${visitors & 255}`
    return (url: string) => ask(`${url}/api/auth/me`, { headers: { 'x-forwarded-for': address } })
  }
  const remaining = (answer: Response) => Number(answer.headers.get('x-ratelimit-remaining'))

  test('two nodes share counts; without Redis each counts alone and logs it', async () => {
    const nodes = [startNode(settings), startNode(settings)]
    const [first = '', second = ''] = await Promise.all(nodes.map((node) => node.url()))
    // A node serves requests before it is connected to Redis, which takes a moment on a busy machine.
    await eventually(async () => {
      const visit = visitor()
      await visit(first)
      return remaining(await visit(second)) === LIMIT - 2
    })
    const visit = visitor()
    const left: number[] = []
    for (const url of [first, second, first, second, first, second]) left.push(remaining(await visit(url)))
    expect(left).toEqual([5, 4, 3, 2, 1, 0])
    const refused = await Promise.all([visit(first), visit(second)])
    expect(refused.map(({ status }) => status)).toEqual([429, 429])

    await proxy.cut()
    const alone = visitor()
    for (const url of [first, second]) {
      expect(remaining(await alone(url))).toBe(LIMIT - 1)
      expect(remaining(await alone(url))).toBe(LIMIT - 2)
    }
    await Promise.all(nodes.map((node) => node.wrote('Redis is unavailable: using local counters')))

    await proxy.restore()
    // Recovery is only noticed with a request.
    await Promise.all(
      [first, second].map((url, index) =>
        eventually(async () => {
          await visitor()(url)
          return nodes[index]?.output().includes('Redis is available again') === true
        }),
      ),
    )
    const again = visitor()
    expect([remaining(await again(first)), remaining(await again(second))]).toEqual([LIMIT - 1, LIMIT - 2])
  })
})
