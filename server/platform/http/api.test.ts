import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { endpoint } from '@inkstone/contract/endpoint.ts'
import { Id, PageQuery, Text } from '@inkstone/contract/schema.ts'
import { Type } from '@sinclair/typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { someAdmin as actor } from '../../test/actor.ts'
import { createPlace } from '../../test/database.ts'
import { createLog } from '../core/log.ts'
import { Problem } from '../core/problem.ts'
import { openEngine } from '../sql/engine.ts'
import { DatabaseUnavailable } from '../sql/handles.ts'
import { forUpdate } from '../sql/lock.ts'
import { migrate } from '../sql/migrate.ts'
import { createZone } from '../times/times.ts'
import { mountApi } from './api.ts'
import { requireDeprecationDates } from './deprecation.ts'
import { type Route, routeKinds } from './route.ts'
import { createServer } from './server.ts'

interface Tables {
  boxes: { id: number; name: string; version: number; looks: number }
}

const place = await createPlace()
const engine = await openEngine<Tables>({
  databaseUrl: place.settings.DATABASE_URL,
  sqlitePath: `${place.folder}/test.db`,
  poolSize: 5,
  onLost: () => {},
})
await migrate(engine, [
  {
    id: 1,
    name: 'boxes',
    up: ({ integer }) => [
      `create table boxes (id ${integer} primary key, name text not null, version ${integer} not null, looks ${integer} not null)`,
      `insert into boxes values (1, 'first', 1, 0)`,
      `create table idempotency_keys (caller text not null, key text not null, status ${integer} not null default 200,
        answer text, created_at ${integer} not null, primary key (caller, key))`,
    ],
  },
])
const logLines: string[] = []
const log = createLog({ level: 'info', pretty: false, to: { write: (line) => void logLines.push(line) } })

const { reads, writes, streams } = routeKinds<Tables>({ variesBy: () => '' })
const common = { access: 'anyone', tag: 'Boxes', summary: '' } as const
const params = Type.Object({ id: Id })
const Box = Type.Object({ id: Id, name: Type.String(), looks: Type.Integer() })

const getBox = endpoint({ ...common, method: 'GET', path: '/api/boxes/{id}', params, answer: Box })
const putBox = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/boxes/{id}',
  params,
  body: Type.Object({ name: Text({ min: 1, max: 20 }) }),
  answer: Box,
  guarded: true,
  tagged: '/api/boxes/{id}',
})
const fails = (path: string): Endpoint => ({ ...common, method: 'GET', path })
const failing = (path: string, error: unknown) =>
  reads(fails(path), async () => {
    throw error
  })

const leaving = { since: '2027-01-01', sunset: '2027-07-01', instead: 'Use another.' }
const size = Type.Object({ size: Type.Optional(Type.Integer()), height: Type.Optional(Type.Integer()) })

const routes: Route<Tables>[] = [
  reads({ ...fails('/api/old-boxes'), query: size, deprecated: leaving }, async () => undefined),
  reads(
    {
      ...fails('/api/boxes-by-size'),
      query: size,
      deprecatedQuery: { size: leaving, height: { ...leaving, since: '2027-02-01', sunset: '2027-12-01' } },
    },
    async () => undefined,
  ),
  reads(getBox, async (db, { params, answering }) => {
    const row = await db.selectFrom('boxes').selectAll().where('id', '=', params.id).executeTakeFirst()
    if (!row) throw new Problem('not-found')
    answering.version = row.version
    answering.headers['x-box'] = String(row.id)
    return row
  }),
  writes(
    putBox,
    async (tx, { params, body }) =>
      tx
        .updateTable('boxes')
        .set((old) => ({ name: body.name, version: old('version', '+', 1) }))
        .where('id', '=', params.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    async (tx, { params }) => {
      const query = tx.selectFrom('boxes').select('version').where('id', '=', params.id)
      return (await forUpdate(tx, query).executeTakeFirst())?.version
    },
  ),
  writes({ ...common, method: 'POST', path: '/api/boxes/{id}/look', params }, async (tx, { params }) => {
    await tx
      .updateTable('boxes')
      .set((old) => ({ looks: old('looks', '+', 1) }))
      .where('id', '=', params.id as number)
      .execute()
  }),
  reads(
    { ...common, method: 'GET', path: '/api/pages', query: PageQuery, answer: PageQuery },
    async (_db, { query }) => query,
  ),
  streams({ ...common, method: 'GET', path: '/api/file' }, async (_engine, _call, { reply }) =>
    reply.type('text/csv').send('a,b\n'),
  ),
  failing('/api/broken', new Error('the password of the database is hunter2')),
  failing('/api/odd', 'a text'),
  failing('/api/away', new DatabaseUnavailable('PostgreSQL: connection refused at 10.0.0.7')),
  failing('/api/refused', new Problem('forbidden')),
]
const app = createServer({ log })
mountApi(app, {
  engine,
  routes,
  zone: createZone('UTC'),
  sealingKey: Buffer.alloc(32),
  originOf: () => 'http://localhost',
  authenticator: {
    look: () => {},
    identify: async () => ({ actor }),
    count: async () => undefined,
    addressOf: () => '127.0.0.1',
    hostOf: () => 'localhost',
  },
})
await app.ready()
afterAll(async () => {
  await app.close()
  await engine.close()
  await place.remove()
})

async function ask(
  method: 'GET' | 'PUT' | 'POST' | 'HEAD',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const {
    statusCode,
    headers: got,
    body,
  } = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return {
    status: statusCode,
    headers: got,
    body: String(got['content-type']).includes('json') && body ? JSON.parse(body) : body,
  }
}

describe('an internal error', () => {
  test('is 500, logged with the request id, and not shown to the caller', async () => {
    for (const path of ['/api/broken', '/api/odd']) {
      const { status, body, headers } = await ask('GET', path, undefined, { 'x-request-id': 'broken-1' })
      expect(status).toBe(500)
      expect(body).toEqual({
        code: 500,
        error: 'internal',
        message: 'Something went wrong on our side.',
        timestamp: expect.any(Number),
      })
      expect(headers['x-api-version']).toBe('v1.0')
    }
    const line = logLines.find((line) => line.includes('hunter2'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', request_id: 'broken-1' })
  })

  test('is 503 with Retry-After when the database is unavailable, without its address', async () => {
    const { status, body, headers } = await ask('GET', '/api/away')
    expect([status, body.code, headers['retry-after']]).toEqual([503, 503, '5'])
    expect(JSON.stringify(body)).not.toContain('10.0.0.7')
    expect(logLines.some((line) => line.includes('10.0.0.7') && line.includes('"warn"'))).toBe(true)
  })

  test('with a named problem is not logged', async () => {
    const before = logLines.length
    expect((await ask('GET', '/api/refused')).status).toBe(403)
    expect((await ask('GET', '/api/boxes/2')).status).toBe(404)
    expect(logLines).toHaveLength(before)
  })
})

describe('a response', () => {
  test('is serialised by its schema: a column that is not in the contract cannot leak', async () => {
    const { body, headers } = await ask('GET', '/api/boxes/1')
    expect(body).toEqual({
      code: 200,
      message: 'success',
      data: { id: 1, name: 'first', looks: 0 },
      timestamp: expect.any(Number),
    })
    expect(headers['x-box']).toBe('1')
  })

  test('has no data if the endpoint has none', async () => {
    expect((await ask('POST', '/api/boxes/1/look')).body).toEqual({
      code: 200,
      message: 'success',
      timestamp: expect.any(Number),
    })
  })

  test('may be a file', async () => {
    const { status, body, headers } = await ask('GET', '/api/file')
    expect([status, body, headers['content-type']]).toEqual([200, 'a,b\n', 'text/csv'])
  })

  test('uses the defaults of its query', async () => {
    expect((await ask('GET', '/api/pages?page_size=900&other=1')).body.data).toEqual({
      page: 1,
      page_size: 100,
    })
  })
})

describe('a resource with a version', () => {
  test('has another ETag after a view, but the same version for a save', async () => {
    const before = await ask('GET', '/api/boxes/1')
    await ask('POST', '/api/boxes/1/look')
    const after = await ask('GET', '/api/boxes/1', undefined, {
      'if-none-match': String(before.headers.etag),
    })
    expect(after.status).toBe(200)
    const save = (name: string, etag: unknown) =>
      ask('PUT', '/api/boxes/1', { name }, { 'if-match': String(etag) })
    const saved = await save('second', before.headers.etag)
    expect(saved.status).toBe(200)
    expect(saved.headers.etag).toBe((await ask('GET', '/api/boxes/1')).headers.etag)
    expect((await save('third', after.headers.etag)).status).toBe(412)
    expect((await ask('GET', '/api/boxes/1')).body.data.name).toBe('second')
  })

  test('saved by twenty simultaneous requests from the same state is saved once', async () => {
    const { headers } = await ask('GET', '/api/boxes/1')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask('PUT', '/api/boxes/1', { name: `save ${index}` }, { 'if-match': String(headers.etag) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
  })
})

describe('a deprecation', () => {
  test('is announced by every response of its endpoint, errors too', async () => {
    for (const path of ['/api/old-boxes', '/api/old-boxes?size=wrong'])
      expect((await ask('GET', path)).headers).toMatchObject({
        deprecation: '@1798761600',
        sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      })
    expect((await ask('GET', '/api/boxes/1')).headers).not.toHaveProperty('deprecation')
  })

  test('is announced to callers who use the parameter, with the earliest dates', async () => {
    expect((await ask('GET', '/api/boxes-by-size?size=1')).headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    })
    expect((await ask('GET', '/api/boxes-by-size?height=1')).headers).toMatchObject({
      deprecation: '@1801440000',
    })
    expect((await ask('GET', '/api/boxes-by-size')).headers).not.toHaveProperty('sunset')
  })

  test.each([
    ['with a notice that is too short', { deprecated: { ...leaving, sunset: '2027-02-01' } }, 'six months'],
    ['with a day that does not exist', { deprecated: { ...leaving, since: 'soon' } }, 'six months'],
    ['in a parameter that is not there', { deprecatedQuery: { gone: leaving } }, 'the parameter gone'],
  ])('is rejected %s', (_, declared, complaint) => {
    expect(() => requireDeprecationDates({ ...fails('/api/x'), ...declared })).toThrow(complaint)
  })
})

describe('an app cannot be created', () => {
  const build = (routes: Route<Tables>[]) =>
    mountApi(createServer({ log }), {
      engine,
      routes,
      zone: createZone('UTC'),
      sealingKey: Buffer.alloc(32),
      originOf: () => '',
      authenticator: {
        look: () => {},
        identify: async () => ({ actor }),
        count: async () => undefined,
        addressOf: () => '',
        hostOf: () => 'localhost',
      },
    })

  test('with a guarded endpoint that locks nothing', () => {
    const put = writes({ ...putBox, path: '/api/jars/{id}' }, async () => ({ id: 1, name: '', looks: 0 }))
    expect(() => build([put])).toThrow('PUT /api/jars/{id} honours If-Match')
  })

  test('with an ETag in a response that no GET returns', () => {
    const put = routes.find(({ endpoint }) => endpoint === putBox)
    expect(() => build(put ? [put] : [])).toThrow('PUT /api/boxes/{id} answers with an ETag')
  })
})
