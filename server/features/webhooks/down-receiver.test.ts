import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventKind } from '@inkstone/contract/events.ts'
import { defaultSettings } from '@inkstone/contract/settings.ts'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { prepareEmptyDatabase } from '../../first-start.ts'
import { openDatabase } from '../../open-database.ts'
import { systemActor } from '../../platform/core/actor.ts'
import { createLog } from '../../platform/core/log.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { parseCidrList } from '../../platform/net/addresses.ts'
import { createSafeFetch } from '../../platform/net/safe-fetch.ts'
import { deriveKey } from '../../platform/secrets/secrets.ts'
import { createPlace } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { createArticle, updateArticle } from '../articles/articles.actions.ts'
import { cleanedBefore } from '../content/content.rules.ts'
import { changeWebhook, createWebhook, redeliverFailed } from './webhooks.actions.ts'
import { webhookJobs } from './webhooks.jobs.ts'
import { RETRY_AFTER_MS } from './webhooks.rules.ts'

/** The schedule of twenty-eight hours is scaled to half a second. */
const RETRY_SCALE = 1 / 200_000
const TRIES = RETRY_AFTER_MS.length + 1

const place = await createPlace()
const log = createLog({ level: 'silent', pretty: false })
const engine = await openDatabase(readConfig(place.settings, place.folder), log)
await prepareEmptyDatabase(engine, { username: 'admin', password: 'the first administrator' })
const options = { key: deriveKey('a key for tests', 'webhook secrets'), allow: parseCidrList('127.0.0.0/8') }
const handlers = webhookJobs({
  ...options,
  fetch: createSafeFetch(options),
  publicUrl: undefined,
  retryScale: RETRY_SCALE,
})
const worker = startWorker({ engine, handlers, node: 'test', log, concurrency: 16 })

interface Received {
  readonly key: string
  readonly body: string
  readonly status: number
}
const received: Received[] = []
const at = (path: string) => received.filter(({ key }) => keysOf(path).has(key))
const keys = new Map<string, Set<string>>()
const keysOf = (path: string) => keys.get(path) ?? new Set()
const openAt = new Map<string, number>()
const mostOpenAt = new Map<string, number>()
function countOpen(path: string, more: 1 | -1): void {
  const count = (openAt.get(path) ?? 0) + more
  openAt.set(path, count)
  mostOpenAt.set(path, Math.max(count, mostOpenAt.get(path) ?? 0))
}
/** The status of an attempt, as soon as it is known. */
let answers: (path: string, nthTry: number) => number | Promise<number> = () => 200

const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const path = request.url ?? ''
    const key = String(request.headers['x-webhook-id'])
    keys.set(path, new Set([...keysOf(path), key]))
    const nthTry = received.filter((one) => one.key === key).length + 1
    countOpen(path, 1)
    const status = await answers(path, nthTry)
    countOpen(path, -1)
    received.push({ key, body: Buffer.concat(chunks).toString(), status })
    response.writeHead(status).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await worker.stop()
  await engine.close()
  await place.remove()
})

const actor = { ...systemActor({ id: 1, alias: 'default', settings: defaultSettings }), userId: 1 }
const ARTICLES = 6

function subscribe(path: string): Promise<number> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
  const events: EventKind[] = ['article.created', 'article.updated']
  return engine.transact(async (tx) => (await createWebhook(tx, actor, options, { url, events })).row.id)
}

/** Two events for each article. */
async function writeArticles(): Promise<number[]> {
  const ids: number[] = []
  for (let nth = 0; nth < ARTICLES; nth++)
    ids.push(
      await engine.transact(async (tx) => {
        const article = await createArticle(tx, actor, {
          title: '你好',
          content: cleanedBefore('x'),
          category_id: 1,
        })
        await updateArticle(tx, actor, article, { title: 'Changed' })
        return article.id
      }),
    )
  return ids
}

async function states(webhookId: number): Promise<Record<string, number>> {
  const rows = await engine.db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
    .where('webhook_id', '=', webhookId)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

const failingSince = async (id: number) =>
  (
    await engine.db
      .selectFrom('webhooks')
      .select('failing_since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).failing_since

/** The accepted deliveries, as article and event, in order of arrival. */
function taken(path: string): string[] {
  return at(path)
    .filter(({ status }) => status === 200)
    .map(({ body }) => {
      const { event, data } = JSON.parse(body) as { event: string; data: { id: number } }
      return `${data.id} ${event}`
    })
}

function expectEverything(path: string, ids: readonly number[]): void {
  for (const id of ids)
    expect(taken(path).filter((each) => each.startsWith(`${id} `))).toEqual([
      `${id} article.created`,
      `${id} article.updated`,
    ])
  expect(taken(path)).toHaveLength(ids.length * 2)
  for (const key of keysOf(path))
    expect(
      new Set(
        at(path)
          .filter((one) => one.key === key)
          .map(({ body }) => body),
      ).size,
    ).toBe(1)
}

async function switchOff(...ids: number[]): Promise<void> {
  for (const id of ids) await engine.transact((tx) => changeWebhook(tx, actor, options, id, { enabled: 0 }))
}

/** Responses to this path wait until `release` sets their status. */
function hold(path: string): { release(status: number): void } {
  let release: (status: number) => void = () => {}
  const held = new Promise<number>((resolve) => {
    release = resolve
  })
  answers = (asked) => (asked === path ? held : 200)
  return { release }
}

test('a receiver that hangs delays no others, and gets at most four requests', async () => {
  const { release } = hold('/hanging')
  const hanging = await subscribe('/hanging')
  const other = await subscribe('/other')
  const ids = await writeArticles()
  await until(async () => (await states(other)).done === ids.length * 2)
  expectEverything('/other', ids)
  expect(await states(hanging)).toEqual({ waiting: ids.length * 2 })
  await until(() => openAt.get('/hanging') === 4)
  release(200)
  await until(async () => (await states(hanging)).done === ids.length * 2)
  expectEverything('/hanging', ids)
  expect(mostOpenAt.get('/hanging')).toBe(4)
  await switchOff(hanging, other)
})

test('a receiver that is back for the last attempt gets everything, in order per article', async () => {
  answers = (path, nthTry) => (path === '/last' && nthTry < TRIES ? 503 : 200)
  const last = await subscribe('/last')
  const ids = await writeArticles()
  await until(async () => (await states(last)).done === ids.length * 2)
  expectEverything('/last', ids)
  expect(at('/last')).toHaveLength(ids.length * 2 * TRIES)
  expect(await failingSince(last)).toBeNull()
  await switchOff(last)
})

test('a receiver that was down for the whole schedule gets everything on redelivery', async () => {
  answers = (path) => (path === '/down' ? 503 : 200)
  const down = await subscribe('/down')
  await subscribe('/healthy')
  const ids = await writeArticles()
  await until(async () => (await states(down)).failed === ids.length * 2)
  expect(at('/down')).toHaveLength(ids.length * 2 * TRIES)
  expect(await failingSince(down)).not.toBeNull()
  expectEverything('/healthy', ids)

  answers = () => 200
  expect(await engine.transact((tx) => redeliverFailed(tx, actor, down, 0))).toBe(ids.length * 2)
  await until(async () => (await states(down)).done === ids.length * 2)
  expectEverything('/down', ids)
  expect(await failingSince(down)).toBeNull()
})

test('a receiver that is gone gets no retries of open deliveries', async () => {
  const { release } = hold('/gone')
  const gone = await subscribe('/gone')
  const ids = await writeArticles()
  await until(async () => (await states(gone)).waiting === ids.length * 2)
  await until(() => openAt.get('/gone') === 4)
  release(410)
  await until(async () => (await states(gone)).failed === ids.length * 2)
  expect(at('/gone')).toHaveLength(4)
})
