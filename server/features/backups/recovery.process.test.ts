import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { withDatabase } from '../../cli/with-database.ts'
import { readConfig } from '../../config.ts'
import type { Engine } from '../../database.ts'
import { noise } from '../../platform/files/sample-files.ts'
import { createPlace } from '../../test/database.ts'
import { run, startNode } from '../../test/program.ts'
import { until } from '../../test/until.ts'
import { manifestIn } from './backups.store.ts'

const ADMIN_PASSWORD = 'the first administrator'
const place = await createPlace()
const settings = { ...place.settings, ADMIN_PASSWORD, RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' }
const elsewhere = await mkdtemp(join(tmpdir(), 'inkstone-elsewhere-'))

let isUp = true
const received: Array<{ key: string; what: string }> = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString())
    received.push({ key: String(request.headers['x-webhook-id']), what: `${event} ${data.title}` })
    response.writeHead(isUp ? 200 : 503).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  receiver.close()
  await place.remove()
  await rm(elsewhere, { recursive: true, force: true })
})

let url = ''
let token = ''
async function send(method: string, path: string, body?: object) {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string }
  expect({ path, message, good: answer.ok }).toEqual({ path, message: 'success', good: true })
  return data
}

async function logIn(): Promise<void> {
  token = ''
  const login = await send('POST', '/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
  token = String(login.token)
}

const write = async (title: string, more: object = {}) =>
  Number((await send('POST', '/api/articles', { title, content: 'x', category_id: 1, ...more })).id)

async function inkstone(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(words, settings)
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
  return stdout
}

/** A restore invalidates all sessions and cursors. */
const STARTED_ANEW: ReadonlySet<string> = new Set([
  'account_links',
  'change_log',
  'changes',
  'service_state',
  'session_uses',
  'sessions',
])

/** Every row of every table as text, in a fixed order. */
function contents(tables: readonly string[]): Promise<Record<string, string[]>> {
  return withDatabase(readConfig(settings, place.folder), async (engine) => {
    const all: Record<string, string[]> = {}
    for (const table of tables) {
      const row = engine.name === 'postgres' ? sql`${sql.ref(table)}::text` : await quoted(engine, table)
      const { rows } = await sql<{ row: string }>`select ${row} as row from ${sql.table(table)}`.execute(
        engine.db,
      )
      all[table] = rows.map((each) => each.row).sort()
    }
    return all
  })
}

/** The search index contains numbers that exceed the precision of JavaScript. */
async function quoted({ db }: Engine, table: string) {
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  return sql.join(
    columns.rows.map(({ name }) => sql`quote(${sql.ref(name)})`),
    sql` || ',' || `,
  )
}

/** Deletes everything: the data folder, and the database if it is elsewhere. */
async function loseEverything(): Promise<void> {
  await rm(place.folder, { recursive: true })
  if (place.settings.DATABASE_URL === undefined) return
  const client = new pg.Client({ connectionString: place.settings.DATABASE_URL })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
}

test('after the loss of everything, the service is restored to the state of the backup', async () => {
  let node = startNode(settings)
  url = await node.url()
  await logIn()
  const form = new FormData()
  form.set('file', new Blob([await noise(40, 30).png().toBuffer()]), 'picture.png')
  const picture = new URL(String((await send('POST', '/api/media/upload', form)).url)).pathname
  const pictureBytes = async () => Buffer.from(await (await fetch(`${url}${picture}`)).arrayBuffer())
  const drawn = await pictureBytes()
  expect(drawn.length).toBeGreaterThan(100)

  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const events = ['article.created', 'article.published']
  const deliveries = `/api/webhooks/${(await send('POST', '/api/webhooks', { url: hook, events })).id}/deliveries`
  const count = async (state: string) => Number((await send('GET', `${deliveries}?state=${state}`)).total)
  await write('Told')
  await until(async () => (await count('done')) === 1)
  isUp = false
  const dueAt = Math.ceil(Date.now() / 1000) * 1000 + 6_000
  await write('Scheduled', { status: 1, publish_time: new Date(dueAt).toISOString() })
  const lastId = await write('Removed for good')
  await send('DELETE', `/api/articles/${lastId}`)
  await send('DELETE', `/api/recycle-bin/article/${lastId}`)
  await until(() => received.length >= 3)
  node.signal('SIGTERM')
  await node.ended()
  const waiting = received.filter(({ what }) => what === 'article.created Scheduled')

  const names = (await inkstone('backup', '--uploads')).match(/^\S+Z-(?:database|uploads)\S*$/gm) ?? []
  expect(names).toHaveLength(2)
  const [database = '', uploads = ''] = names.map((name) => join(elsewhere, name))
  await cp(join(place.folder, 'backups'), elsewhere, { recursive: true })
  const kept = Object.keys((await manifestIn(database)).rows)
  const tables = kept.filter((table) => !STARTED_ANEW.has(table))
  const before = await contents(tables)
  await inkstone('seed', '--articles', '100')
  expect(await contents(tables)).not.toEqual(before)

  await loseEverything()
  await inkstone('restore', database)
  await inkstone('restore', uploads)
  expect(await contents(tables)).toEqual(before)

  await until(() => Date.now() > dueAt)
  isUp = true
  received.length = 0
  node = startNode(settings)
  url = await node.url()
  expect((await pictureBytes()).equals(drawn)).toBe(true)
  await logIn()
  expect(await write('After')).toBe(lastId + 1)
  await until(async () => (await count('done')) === 5)
  expect(await count('waiting')).toBe(0)
  expect(received.map(({ what }) => what).sort()).toEqual([
    'article.created After',
    'article.created Removed for good',
    'article.created Scheduled',
    'article.published Scheduled',
  ])
  expect(received.map(({ key }) => key)).toContain(waiting[0]?.key)
  node.signal('SIGTERM')
  expect((await node.ended()).code).toBe(0)
}, 120_000)
