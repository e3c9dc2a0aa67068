import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService({ TRUST_PROXY: '10.0.0.1' })
const admin = await service.newUser('admin')
const editor = await service.newUser('editor')

const REMOTE = '203.0.113.9'
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

function ask(url: string, options: InjectOptions = {}) {
  return service.app.inject({ url, ...options })
}

test('the liveness check does not depend on anything', async () => {
  const healthz = () => ask('/healthz', { remoteAddress: REMOTE })
  const answer = await healthz()
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
  expect(await fewestStatements(service.engine, healthz)).toBe(0)
})

test('the service is ready when database and storage respond', async () => {
  const answer = await ask('/readyz', { remoteAddress: REMOTE })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
})

test('names the failing part, and recovers', async () => {
  const other = await startTestService()
  // A file in place of the folder, so nothing can be stored.
  const uploads = join(other.folder, 'uploads')
  await rm(uploads, { recursive: true, force: true })
  await writeFile(uploads, '')
  const failing = await other.app.inject('/readyz')
  expect(failing.statusCode).toBe(503)
  expect(failing.json()).toEqual({ status: 'unavailable', failing: ['storage'] })
  await rm(uploads)
  const answers = await Promise.all([other.app.inject('/readyz'), other.app.inject('/readyz')])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('metrics count requests by route pattern and status, never by URL', async () => {
  await editor.get('/api/users/77')
  await admin.get('/api/users/77')
  await admin.get('/api/users/78')
  await ask('/api/no/such/"place"\\?token=abc')
  const { statusCode, headers, payload } = await ask('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = payload.split('\n')
  expect(lines).toContain('http_requests_total{method="GET",route="/api/users/:id",status="403"} 1')
  expect(lines).toContain('http_requests_total{method="GET",route="/api/users/:id",status="404"} 2')
  expect(payload).toMatch(/^http_requests_total\{method="GET",route="[^"]*",status="404"\} \d+$/m)
  expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="/api/users/:id"} 3')
  expect(lines).toContain(
    'http_request_duration_seconds_bucket{method="GET",route="/api/users/:id",le="+Inf"} 3',
  )
  expect(payload).not.toContain('/77')
  expect(payload).not.toContain('place')
})

test('metrics include the database, the jobs, the event loop and the process', async () => {
  const { payload } = await ask('/metrics')
  for (const name of [
    'inkstone_database_connections{state="open"}',
    'inkstone_database_connections{state="waiting"}',
    'inkstone_jobs_waiting',
    'inkstone_jobs_oldest_due_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(payload).toContain(`\n${name} `)
})

test('every line of the metrics is in the text format', async () => {
  const { payload } = await ask('/metrics')
  const form =
    /^(# (HELP|TYPE) \w+ .+|[a-z_][\w:]*(\{([a-z_]+="(\\.|[^"\\])*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|Nan|\+Inf))$/
  const others = payload.split('\n').filter((line) => line !== '' && !form.test(line))
  expect(others).toEqual([])
})

const readers = [
  ['from this machine, on IPv4', { remoteAddress: '127.0.0.1' }, 200],
  ['from this machine, on IPv6', { remoteAddress: '::1' }, 200],
  ['from this machine, on a socket of both', { remoteAddress: '::ffff:127.0.0.1' }, 200],
  [
    'from elsewhere with the token of an administrator',
    { remoteAddress: REMOTE, headers: bearer(admin) },
    200,
  ],
  ['through a proxy with the token of an administrator', forwarded('203.0.113.9', bearer(admin)), 200],
  ['from elsewhere', { remoteAddress: REMOTE }, 401],
  ['from elsewhere with the token of an editor', { remoteAddress: REMOTE, headers: bearer(editor) }, 403],
  ['from elsewhere with a forged token', { remoteAddress: REMOTE, headers: bearer({ token: 'x' }) }, 401],
  [
    'from elsewhere, as if for this machine',
    { remoteAddress: REMOTE, headers: { 'x-forwarded-for': '127.0.0.1' } },
    401,
  ],
  [
    'through a trusted proxy, as if for this machine',
    { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
    401,
  ],
  ['from this machine, by its address', { headers: { host: '127.0.0.1:3000' } }, 200],
  ['from this machine, by its IPv6 address', { headers: { host: '[::1]:3000' } }, 200],
  ['from this machine under another name', { headers: { host: 'rebound.example.com' } }, 401],
  ['from this machine under a longer name', { headers: { host: 'localhost.example.com' } }, 401],
  ['through a proxy on this machine', forwarded('203.0.113.9'), 401],
  ['through a proxy on this machine, as if for this machine', forwarded('127.0.0.1'), 401],
  ['through a proxy of the newer kind', { headers: { forwarded: 'for=203.0.113.9' } }, 401],
] as const

function forwarded(address: string, headers: Record<string, string> = {}) {
  return { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': address, ...headers } }
}

for (const [how, request, status] of readers)
  test(`metrics requested ${how}: ${status}`, async () => {
    const answer = await ask('/metrics', request as InjectOptions)
    expect(answer.statusCode).toBe(status)
    expect(answer.payload.includes('http_requests_total')).toBe(status === 200)
  })
