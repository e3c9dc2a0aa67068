import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, endpoint } from '@inkstone/contract/endpoint.ts'
import { Id, PageQuery, Paginated, Text } from '@inkstone/contract/schema.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { Type } from '@sinclair/typebox'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor } from '../core/actor.ts'
import { Problem } from '../core/problem.ts'
import { mountApi } from '../http/api.ts'
import type { Authenticator } from '../http/authenticate.ts'
import { API_VERSION } from '../http/headers.ts'
import { routeKinds } from '../http/route.ts'
import { createServer } from '../http/server.ts'
import { openEngine } from '../sql/engine.ts'
import { createZone } from '../times/times.ts'
import { createAnswerChecker } from './answer-check.ts'
import { mountDocs } from './docs-page.ts'
import { openApiDocument } from './document.ts'

const tag = 'Things'
const Thing = Type.Object({ id: Id, name: Type.String() }, { title: 'Thing' })
const Node = Type.Recursive((This) => Type.Object({ id: Id, children: Type.Array(This) }), { $id: 'Node' })
const params = Type.Object({ id: Id })

const listThings = endpoint({
  method: 'GET',
  path: '/api/things',
  access: 'anyone',
  tag,
  summary: 'List',
  query: PageQuery,
  answer: Paginated(Thing),
})
const readThing = endpoint({
  method: 'GET',
  path: '/api/things/{id}',
  access: 'anyone',
  tag,
  summary: 'Read',
  params,
  answer: Thing,
  problems: ['not-found'],
})
const createThing = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'signed-in',
  tag,
  summary: 'Create',
  body: Type.Object({ name: Text({ min: 1, max: 20 }) }),
  answer: Thing,
  status: 201,
})
const deleteThing = endpoint({
  method: 'DELETE',
  path: '/api/things/{id}',
  access: 'users.manage',
  tag,
  summary: 'Delete',
  params,
})
const exportThings = endpoint({
  method: 'GET',
  path: '/api/things/export',
  access: 'anyone',
  tag,
  summary: 'Export',
  file: { mediaTypes: ['text/csv', 'image/*'], description: 'A file.' },
})
const tree = endpoint({
  method: 'GET',
  path: '/api/tree',
  access: 'anyone',
  tag,
  summary: 'Tree',
  answer: Type.Array(Node),
})
const mixed = endpoint({
  method: 'GET',
  path: '/api/mixed',
  access: 'anyone',
  tag,
  summary: 'Composed',
  answer: Type.Intersect([Thing, Type.Object({ size: Type.Integer() })]),
})

const endpoints: Endpoint[] = [readThing, listThings, createThing, deleteThing, exportThings, tree, mixed]
const document = openApiDocument({ endpoints, title: 'T', version: '1', description: '', serverUrl: '/' })
const check = createAnswerChecker(JSON.parse(JSON.stringify(document)))

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'r',
  'x-api-version': API_VERSION,
  etag: 'W/"x"',
}
const envelope = (data: unknown, code = 200) => ({ code, message: 'success', data, timestamp: 1 })
const failureNames = new Map([
  [400, 'bad-request'],
  [404, 'site-not-found'],
  [405, 'method-not-allowed'],
  [422, 'invalid'],
  [429, 'too-many-requests'],
  [10001, 'token-invalid'],
  [10004, 'password-wrong'],
])
const failure = (code: number, error = failureNames.get(code)) => ({
  code,
  error,
  message: 'No.',
  timestamp: 1,
})
const thing = { id: 1, name: 'one' }

describe('a documented response has no problems', () => {
  test.each<[string, string, number, Record<string, unknown>, unknown]>([
    ['GET', '/api/things/7', 200, {}, envelope(thing)],
    ['GET', '/api/v1/things/7/?token=x', 200, {}, envelope(thing)],
    ['GET', 'http://127.0.0.1:3000/api/things/7#x', 200, {}, JSON.stringify(envelope(thing))],
    ['GET', '/api/things/7', 304, {}, ''],
    ['HEAD', '/api/things/7', 200, {}, ''],
    ['GET', '/api/things/7', 404, {}, failure(404)],
    ['GET', '/api/things/7', 400, {}, { ...failure(400), errors: { id: ['No.'] } }],
    ['GET', '/api/things/7', 429, { 'retry-after': '3', 'x-ratelimit-limit': 30 }, failure(429)],
    ['GET', '/api/things/export', 200, { 'content-type': 'text/csv; charset=utf-8' }, 'a,b'],
    ['GET', '/api/things/export', 200, { 'content-type': 'image/png', etag: undefined }, Buffer.of(1)],
    ['POST', '/api/things', 201, {}, envelope(thing, 201)],
    ['POST', '/api/things', 401, { 'www-authenticate': 'Bearer' }, failure(10001)],
    ['DELETE', '/api/things/7', 200, {}, { code: 200, message: 'success', timestamp: 1 }],
    ['GET', '/api/tree', 200, {}, envelope([{ id: 1, children: [{ id: 2, children: [] }] }])],
    ['GET', '/api/mixed', 200, {}, envelope({ ...thing, size: 3 })],
    ['GET', '/api/nothing', 404, {}, failure(404, 'route-not-found')],
    ['GET', '/api/v2/things', 404, {}, failure(404, 'version-not-served')],
    ['PATCH', '/api/things/7', 405, { allow: 'DELETE, GET' }, failure(405)],
    ['OPTIONS', '/api/things', 204, {}, ''],
    ['GET', '/api/openapi.json', 200, {}, { openapi: '3.1.1' }],
    ['GET', '/healthz', 200, { 'content-type': 'text/plain' }, 'ok'],
  ])('%s %s %d', (method, url, status, more, body) => {
    expect(check(method, url, status, { ...headers, ...more } as never, body)).toEqual([])
  })
})

describe('differences are reported', () => {
  test.each<[string, string, string, number, Record<string, unknown>, unknown, string]>([
    ['a status', 'GET', '/api/things/7', 201, {}, envelope(thing), 'is not documented'],
    ['a field too many', 'GET', '/api/things/7', 200, {}, envelope({ ...thing, secret: 1 }), '"secret"'],
    [
      'one too many beneath a name',
      'GET',
      '/api/tree',
      200,
      {},
      envelope([{ id: 1, children: [{ id: 2, children: [], x: 1 }] }]),
      '"x"',
    ],
    [
      'one too many in a list',
      'GET',
      '/api/things',
      200,
      {},
      envelope({ list: [{ ...thing, x: 1 }], total: 1, page: 1, page_size: 20, total_pages: 1 }),
      '/data/list/0',
    ],
    [
      'one too many in a composed object',
      'GET',
      '/api/mixed',
      200,
      {},
      envelope({ ...thing, size: 3, x: 1 }),
      '"x"',
    ],
    ['one too few', 'GET', '/api/things/7', 200, {}, envelope({ id: 1 }), "required property 'name'"],
    [
      'a wrong type',
      'GET',
      '/api/things/7',
      200,
      {},
      envelope({ id: '1', name: 'a' }),
      '/data/id must be integer',
    ],
    ['data where there is none', 'DELETE', '/api/things/7', 200, {}, envelope({}), '"data"'],
    ['a code that is not of the status', 'POST', '/api/things', 401, {}, failure(10004), '/code'],
    [
      'errors where none belong',
      'GET',
      '/api/things/7',
      404,
      {},
      { ...failure(404), errors: {} },
      '"errors"',
    ],
    ['422 without errors', 'POST', '/api/things', 422, {}, failure(422), "required property 'errors'"],
    ['no JSON', 'GET', '/api/things/7', 200, {}, '{', 'no JSON'],
    ['another type of body', 'GET', '/api/things/7', 200, { 'content-type': 'text/html' }, '', '"text/html"'],
    [
      'a file of another type',
      'GET',
      '/api/things/export',
      200,
      { 'content-type': 'application/pdf' },
      '',
      '"application/pdf"',
    ],
    ['a body with 304', 'GET', '/api/things/7', 304, {}, 'x', 'has a body'],
    ['no ETag', 'GET', '/api/things/7', 200, { etag: undefined }, envelope(thing), 'lacks the header ETag'],
    [
      'no request id',
      'GET',
      '/api/things/7',
      404,
      { 'x-request-id': undefined },
      failure(404),
      'lacks the header X-Request-Id',
    ],
    [
      'another version',
      'GET',
      '/api/things/7',
      404,
      { 'x-api-version': 'v9' },
      failure(404),
      'header X-API-Version',
    ],
    [
      'a limit that is no number',
      'GET',
      '/api/things/7',
      404,
      { 'x-ratelimit-limit': 'many' },
      failure(404),
      'header X-RateLimit-Limit',
    ],
    [
      '429 without Retry-After',
      'GET',
      '/api/things/7',
      429,
      {},
      failure(429),
      'lacks the header Retry-After',
    ],
    ['401 without a challenge', 'POST', '/api/things', 401, {}, failure(10001), 'WWW-Authenticate'],
    ['405 without Allow', 'PATCH', '/api/things/7', 405, {}, failure(405), 'lacks the header Allow'],
    ['success on an unknown path', 'GET', '/api/nothing', 200, {}, envelope({}), 'does not exist'],
    ['success with an unknown method', 'PATCH', '/api/things/7', 200, {}, envelope({}), 'is not documented'],
  ])('%s', (_, method, url, status, more, body, told) => {
    const problems = check(method, url, status, { ...headers, ...more } as never, body)
    expect(problems.join('\n')).toContain(told)
    expect(problems[0]).toContain(`${method} ${url}: ${status}`)
  })

  test('headers may come from fetch', () => {
    expect(check('GET', '/api/things/7', 404, new Headers(headers), failure(404))).toEqual([])
    expect(check('GET', '/api/things/7', 404, new Headers(), failure(404)).join()).toContain('X-Request-Id')
  })
})

describe('responses of the service match the document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  const engine = await openEngine<object>({
    databaseUrl: undefined,
    sqlitePath: join(folder, 'test.db'),
    poolSize: 1,
    onLost: () => {},
  })
  const { reads, writes, streams } = routeKinds<object>({ variesBy: () => '' })
  const routes = [
    reads(readThing, async (_, { params: { id } }) => {
      if (id === 404) throw new Problem('not-found')
      if (id === 500) throw new Error('a bug')
      return { id, name: 'one' }
    }),
    reads(listThings, async (_, { query }) => ({ list: [thing], total: 1, ...query, total_pages: 1 })),
    writes(createThing, async (_, { body }) => ({ id: 1, name: body.name })),
    writes(deleteThing, async () => {}),
    streams(exportThings, async (_, __, { reply }) => reply.type('text/csv; charset=utf-8').send('a,b\n')),
    reads(tree, async () => [{ id: 1, children: [{ id: 2, children: [] }] }]),
    reads(mixed, async () => ({ ...thing, size: 3 })),
  ]
  const app = createServer({ log: pino({ level: 'silent' }) })
  mountApi(app, {
    engine,
    routes,
    authenticator,
    sealingKey: Buffer.alloc(32),
    zone: createZone('UTC'),
    originOf: () => '',
  })
  mountDocs(app, () => document)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  const json = { 'content-type': 'application/json' }
  const editor = { authorization: 'Bearer editor' }
  test.each<[number, InjectOptions]>([
    [200, { url: '/api/things/7' }],
    [200, { url: '/api/v1/things/' }],
    [200, { method: 'HEAD', url: '/api/things' }],
    [304, { url: '/api/things', headers: { 'if-none-match': '*' } }],
    [200, { url: '/api/things/export' }],
    [200, { url: '/api/tree' }],
    [200, { url: '/api/mixed' }],
    [200, { url: '/api/openapi.json' }],
    [304, { url: '/api/openapi.json', headers: { 'if-none-match': '*' } }],
    [400, { url: '/api/things?page=0' }],
    [400, { url: '/api/things/x' }],
    [400, { url: '/api/things/%zz' }],
    [400, { url: `/api/things/${'x'.repeat(600)}` }],
    [401, { method: 'POST', url: '/api/things' }],
    [401, { url: '/api/things', headers: { authorization: 'Bearer forged' } }],
    [401, { url: '/api/nothing?token=forged' }],
    [403, { method: 'DELETE', url: '/api/things/7', headers: editor }],
    [404, { url: '/api/things/404' }],
    [404, { url: '/api/things', headers: { 'x-site': 'nowhere' } }],
    [404, { url: '/api/nothing' }],
    [404, { url: '/api' }],
    [404, { url: '/api/v2/things' }],
    [405, { method: 'PATCH', url: '/api/things/7' }],
    [429, { url: '/api/things', headers: { 'x-site': 'crowded' } }],
    [429, { url: '/api/nothing', headers: { 'x-site': 'crowded' } }],
    [500, { url: '/api/things/500' }],
    [201, { method: 'POST', url: '/api/things', headers: { ...editor, ...json }, payload: '{"name":"a"}' }],
    [400, { method: 'POST', url: '/api/things', headers: { ...editor, ...json }, payload: '{' }],
    [
      415,
      { method: 'POST', url: '/api/things', headers: { ...editor, 'content-type': 'a/b' }, payload: 'a' },
    ],
    [413, { method: 'POST', url: '/api/things', headers: { ...editor, ...json }, payload: ' '.repeat(11e6) }],
    [422, { method: 'POST', url: '/api/things', headers: editor }],
    [422, { method: 'POST', url: '/api/nothing', headers: json, payload: '"\\u0000"' }],
  ])('%d', async (status, request) => {
    const answer = await app.inject(request)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(check(request.method ?? 'GET', String(request.url), status, answer.headers, answer.body)).toEqual(
      [],
    )
  })
})

const nobody: Actor = {
  kind: 'anonymous',
  role: 'anonymous',
  everywhere: false,
  userId: 0,
  username: '',
  site: { id: 1, alias: 'default', settings: defaultSettings },
  siteId: 1,
  vip: false,
  token: undefined,
  credentialId: 0,
  address: '127.0.0.1',
  requestId: '',
  language: 'en',
}

const authenticator: Authenticator = {
  look: () => {},
  addressOf: () => '127.0.0.1',
  hostOf: () => 'localhost',
  async identify({ token, siteName }) {
    if (siteName === 'nowhere') return { problem: new Problem('site-not-found') }
    const actor = { ...nobody, site: { ...nobody.site, alias: siteName ?? 'default' } }
    if (token === undefined) return { actor }
    if (token === 'editor')
      return { actor: { ...actor, kind: 'user', role: 'editor', everywhere: true, userId: 2 } }
    return { actor, problem: new Problem('token-invalid') }
  },
  async count(actor) {
    const allowed = actor?.site.alias !== 'crowded'
    return {
      allowed,
      limit: 30,
      remaining: allowed ? 29 : 0,
      resetAtMs: 1_772_353_800_000,
      retryAfterSeconds: 7,
    }
  },
}
