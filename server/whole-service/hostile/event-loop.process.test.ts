import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { startNode } from '../../test/program.ts'

/**
 * Measures how long the event loop is blocked at most while an editor or an anonymous caller sends the most expensive
 * requests. The results are reported, not asserted, because other programs run at the same time. The CPU time of the
 * main thread is that of the service alone.
 */
const ADMIN_PASSWORD = 'the first administrator'
const KILOBYTE = 1024
/** `npm run test:hostile` sends the full load for the report; the suite only checks that it works. */
const isWhole = process.env.HOSTILE === 'whole'
const TAGGED = isWhole ? 1_000 : 100
const IN_BATCH = isWhole ? 100 : 10
const watch = fileURLToPath(new URL('../../test/main-thread-watch.mjs', import.meta.url))

const place = await createPlace()
afterAll(() => place.remove())
const node = startNode({
  ...place.settings,
  ADMIN_PASSWORD,
  RATE_LIMIT_ANON: '0',
  RATE_LIMIT_USER: '0',
  NODE_OPTIONS: `--import=${watch}`,
})
const url = await node.url()
const report: string[] = []
let token = ''

async function send(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') }
}

async function created(path: string, body: unknown): Promise<number> {
  const { status, text } = await send('POST', path, body)
  expect(status, text.slice(0, 500)).toBe(201)
  return (JSON.parse(text) as { data: { id: number } }).data.id
}

const told = () => [...node.output().matchAll(/main thread: (\{.*\})/g)]

async function look(): Promise<{ stop_ms: number; cpu_ms: number }> {
  const before = told().length
  node.signal('SIGUSR2')
  await expect.poll(() => told().length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before)
  return JSON.parse(told().at(-1)?.[1] ?? '{}')
}

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  await pause(100)
  await look()
  await work()
  await pause(100)
  const { stop_ms, cpu_ms } = await look()
  report.push(`${String(stop_ms).padStart(6)} ms  ${String(cpu_ms).padStart(6)} ms of CPU  ${what}`)
}

const paragraph = (bytes: number) =>
  `<p>The sea at dawn is <b>grey</b> and wide, 海は広いな. <a href="/x">${'word '.repeat(20)}</a></p>`
    .repeat(Math.ceil(bytes / 180))
    .slice(0, bytes)
    .replace(/<[^>]*$/, '')
const text = (kilobytes: number) => paragraph(kilobytes * KILOBYTE)

let category = 0
beforeAll(async () => {
  const login = await send('POST', '/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
  token = (JSON.parse(login.text) as { data: { token: string } }).data.token
  category = await created('/api/categories', { name: 'All', alias: 'all' })
})
afterAll(() => {
  process.stdout.write(`\nThe longest stops of the event loop:\n${report.join('\n')}\n`)
})

test('no request of an editor or an anonymous caller blocks the service for long', async () => {
  const stop = { title: 'warm', category_id: category, content: text(20) }
  await created('/api/articles', stop)
  await measured('one article of 90 KB', () => created('/api/articles', { ...stop, content: text(90) }))
  await measured('one article of 1 MB', () => created('/api/articles', { ...stop, content: text(1000) }))
  await measured('one article of 1.9 MB', () => created('/api/articles', { ...stop, content: text(1900) }))
  await measured(`${IN_BATCH} articles of 90 KB in one batch`, async () => {
    const articles = Array.from({ length: IN_BATCH }, (_, at) => ({
      ...stop,
      title: `B ${at}`,
      content: text(90),
    }))
    const { status, text: said } = await send('POST', '/api/articles/batch', { articles })
    expect(status, said.slice(0, 500)).toBeLessThan(300)
  })
  const [from, into] = [
    await created('/api/tags', { name: 'From' }),
    await created('/api/tags', { name: 'Into' }),
  ]
  for (let at = 0; at < TAGGED; at += 100) {
    const articles = Array.from({ length: 100 }, (_, index) => ({
      title: `T ${at + index}`,
      category_id: category,
      content: text(2),
      tag_ids: [from],
    }))
    expect((await send('POST', '/api/articles/batch', { articles })).status).toBeLessThan(300)
  }
  const longOnes = await created('/api/tags', { name: 'Long' })
  const listed = await send('GET', `/api/articles?page_size=100&tag_id=${from}`)
  expect(listed.status).toBe(200)
  const { list } = (JSON.parse(listed.text) as { data: { list: { id: number }[] } }).data
  await measured(`${IN_BATCH} articles are given the same text of 90 KB and a tag`, async () => {
    const ids = list.slice(0, IN_BATCH).map(({ id }) => id)
    const data = { content: text(90) }
    const { status } = await send('PUT', '/api/articles/batch', { ids, data, add_tag_ids: [longOnes] })
    expect(status).toBe(200)
  })
  await measured(`renaming a tag of ${IN_BATCH} articles of 90 KB, which are indexed again`, async () => {
    expect((await send('PUT', `/api/tags/${longOnes}`, { name: 'Longer' })).status).toBe(200)
    await pause(2_000)
  })
  await measured(`merging a tag of ${TAGGED} articles, which are indexed again`, async () => {
    const { status, text: said } = await send('POST', `/api/tags/${from}/merge`, { target_id: into })
    expect(status, said.slice(0, 500)).toBe(200)
    await pause(2_000)
  })
  // The long ones take a minute as PDF.
  const which = isWhole ? '' : `&tag_id=${into}`
  for (const format of ['pdf', 'excel', 'csv', 'markdown', 'json'])
    await measured(`${isWhole ? 'all' : TAGGED} articles as ${format}`, async () => {
      expect((await send('GET', `/api/articles/export?format=${format}${which}`)).status).toBe(200)
    })
  await measured('a search for a word that all have', () => send('GET', '/api/articles/search?keyword=word'))
  await measured('a list of 100 with their texts', () =>
    send('GET', '/api/articles?page_size=100&include=content'),
  )
  token = ''
  await measured('20,000 nested list items that nobody closes', () =>
    send('POST', '/api/articles', { content: '<p><li>'.repeat(20_000) + '</b>'.repeat(80_000) }),
  )
  await measured('60 KB of lists at the login, five at once', () =>
    Promise.all(
      Array.from({ length: 5 }, () =>
        send('POST', '/api/auth/login', `{"username":[${'[],'.repeat(20_000)}[]]}`),
      ),
    ),
  )
}, 600_000)
