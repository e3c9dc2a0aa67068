import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Id } from '@inkstone/contract/schema.ts'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { someAdmin as actor } from '../../test/actor.ts'
import { createPlace } from '../../test/database.ts'
import { createLog } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { openEngine } from '../sql/engine.ts'
import { createZone } from '../times/times.ts'
import { mountApi } from './api.ts'
import { createKnownRequests } from './known-requests.ts'
import { type Route, routeKinds } from './route.ts'
import { createServer } from './server.ts'

type Tables = Record<string, never>

const place = await createPlace()
const engine = await openEngine<Tables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: `${place.folder}/test.db`,
  poolSize: 5,
  onLost: () => {},
})

/** What was read and counted, and which requests the router did not see. */
const seen = { reads: [] as string[], counted: 0, beforeRouter: [] as string[] }
beforeEach(() => {
  seen.reads = []
  seen.counted = 0
  seen.beforeRouter = []
})

const { readsCached, reads, writes } = routeKinds<Tables>({ variesBy: () => '' })
const common = { access: 'anyone', tag: 'Jars', summary: '' } as const
const answer = Type.Object({ name: Type.String() })
const jar = { ...common, method: 'GET', answer } as const
const read = async (name: string) => {
  seen.reads.push(name)
  if (name === 'missing') throw new Problem('not-found')
  return { name }
}
const routes: Route<Tables>[] = [
  readsCached(
    { ...jar, path: '/api/jars/{name}', params: Type.Object({ name: Type.String() }) },
    async (_db, { params }) => read(params.name),
  ),
  reads({ ...jar, path: '/api/jars/newest' }, async () => read('the newest')),
  writes({ ...jar, method: 'POST', path: '/api/jars/batch' }, async () => ({ name: 'batch' })),
  readsCached(
    { ...jar, path: '/api/shelves/{id}', params: Type.Object({ id: Id }) },
    async (_db, { params }) => read(`shelf ${params.id}`),
  ),
]
const known = createKnownRequests()
const app = createServer({ log: createLog({ level: 'silent', pretty: false }), known })
let allowed = true
mountApi(app, {
  engine,
  routes,
  zone: createZone('UTC'),
  sealingKey: Buffer.alloc(32),
  originOf: () => 'http://localhost',
  authenticator: {
    look: () => {},
    identify: async () => ({ actor }),
    count: async () => {
      seen.counted++
      return { allowed, limit: 10, remaining: 1, resetAtMs: Date.now() + 1_000, retryAfterSeconds: 1 }
    },
    addressOf: () => '127.0.0.1',
    hostOf: () => 'localhost',
  },
  known: {
    requests: known,
    vary: undefined,
    onAnswered: (method, route, status) => seen.beforeRouter.push(`${method} ${route} ${status}`),
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
afterAll(async () => {
  await app.close()
  await engine.close()
  await place.remove()
})

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return {
    status: response.status,
    headers: response.headers,
    ...((await response.json()) as { data?: unknown }),
  }
}

test.each([
  ['/api/jars/blue?more=1', { name: 'blue' }],
  ['/api/v1/jars/%E5%A2%A8/', { name: '墨' }],
  ['/api/shelves/12', { name: 'shelf 12' }],
])('%s is answered before the router, already the first time', async (path, data) => {
  expect(await ask(path)).toMatchObject({ status: 200, data })
  expect(seen.beforeRouter).toHaveLength(1)
  expect(seen).toMatchObject({ counted: 1 })
})

test('what fails is counted once and read once, and the router reports it', async () => {
  for (const _ of [1, 2]) expect(await ask('/api/jars/missing')).toMatchObject({ status: 404 })
  expect(seen).toEqual({ reads: ['missing', 'missing'], counted: 2, beforeRouter: [] })
})

test('a request over the limit is not read', async () => {
  allowed = false
  expect(await ask('/api/jars/limited')).toMatchObject({ status: 429 })
  allowed = true
  expect(seen).toEqual({ reads: [], counted: 1, beforeRouter: [] })
})

test.each([
  ['a literal path that is not cached', '/api/jars/newest', 200],
  ['a literal path without a GET', '/api/jars/batch', 405],
  ['a parameter that is not valid', '/api/shelves/twelve', 400],
  ['a path that cannot be decoded', '/api/jars/%E5%A2', 400],
  ['a path that nobody has', '/api/cups/1', 404],
  ['a token in the URL', '/api/jars/blue?token=secret', 200],
])('the router answers %s', async (_, path, status) => {
  expect(await ask(path)).toMatchObject({ status })
  expect(seen.beforeRouter).toEqual([])
})

test('the router answers requests of other origins', async () => {
  expect(await ask('/api/jars/blue', { origin: 'https://elsewhere.example' })).toMatchObject({ status: 200 })
  expect(seen.beforeRouter).toEqual([])
})

const head = (path: string, ...more: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...more].join('\r\n')}\r\n\r\n`

test('requests that are sent at once over one connection are answered in their order', async () => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const names = ['one', 'newest', 'two', 'missing', 'one', 'three']
  socket.write(names.map((name) => head(`/api/jars/${name}`)).join(''))
  socket.write(head('/api/jars/last', 'Connection: close'))
  await once(socket, 'close')
  expect(received.match(/HTTP\/1.1 \d+|"name":"[^"]*/g)).toEqual([
    ...['HTTP/1.1 200', '"name":"one'],
    ...['HTTP/1.1 200', '"name":"the newest'],
    ...['HTTP/1.1 200', '"name":"two'],
    'HTTP/1.1 404',
    ...['HTTP/1.1 200', '"name":"one'],
    ...['HTTP/1.1 200', '"name":"three'],
    ...['HTTP/1.1 200', '"name":"last'],
  ])
})

test('clients that leave before their response do not disturb the others', async () => {
  const leaving = Array.from({ length: 20 }, (_, index) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(head(`/api/jars/left-${index}`), () => socket.resetAndDestroy())
    return once(socket, 'close')
  })
  const staying = Array.from({ length: 20 }, (_, index) => ask(`/api/jars/stays-${index}`))
  for (const [index, found] of (await Promise.all(staying)).entries())
    expect(found).toMatchObject({ status: 200, data: { name: `stays-${index}` } })
  await Promise.all(leaving)
})
