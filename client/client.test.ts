import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { startTestService } from '../server/test/harness.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const builder: string = join(here, 'build.mjs')
const built: string = join(here, 'dist/index.js')
await (await import(builder)).buildClient()
const { createClient, etagOf, InkstoneError, verifyWebhook } = await import(built)

const service = await startTestService()
const site = await service.newSite()
const admin = await site.user('admin')
const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
const { data: made } = await admin.post('/api/tokens', { name: 'Client', scope: 'write' })
const client = createClient({ url, token: made.token, siteId: site.id })
const article = (title: string) => ({ title, content: '<p>x</p>', category_id: site.defaultCategoryId })

describe('the client', () => {
  test('is small', () => {
    expect(gzipSync(readFileSync(built)).length).toBeLessThan(12_000)
  })

  // Node prints the line that throws: in a minified file that is all of it.
  test('prints a short message if its error ends a program', () => {
    const program = `import { createClient } from '${built}'
      await createClient({ url: 'http://127.0.0.1:9', retries: 0 }).getSiteInfo()
    `
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    expect([status, stderr.length < 3_000]).toEqual([1, true])
    expect(stderr).toContain('unreachable: The service cannot be reached.')
  })

  test('has every operation of the reference under its name', () => {
    const items = Object.values(service.document.paths).flatMap((item) => Object.values(item))
    const names = items.map(({ operationId }) => operationId).filter((name) => name !== 'getOpenapiJson')
    expect(names.filter((name) => typeof client[name] !== 'function')).toEqual([])
  })

  test('has types without dependencies, which check names, arguments and results', () => {
    const folder = mkdtempSync(join(here, 'dist/types-'))
    writeFileSync(
      join(folder, 'use.ts'),
      `import { createClient, InkstoneError } from '../index.js'
export async function use() {
  const client = createClient({ url: 'http://localhost' })
  const title: string = (await client.getArticle({ id: 1, format: 'markdown' })).title
  for await (const one of client.each('listArticles', { tag: 'x' })) one.alias.trim()
  for await (const { cursor } of client.changes()) cursor.trim()
  await client.updatePage({ current_alias: 'a', alias: 'b' })
  // @ts-expect-error the id is required
  await client.getArticle({})
  // @ts-expect-error there is no such operation
  await client.getArticel({ id: 1 })
  // @ts-expect-error there is no such problem
  return (error: InkstoneError) => title && error.name === 'no-such-problem'
}
`,
    )
    const compiler = join(here, '../node_modules/typescript-native/bin/tsc')
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ]
    const { stdout } = spawnSync(process.execPath, [
      compiler,
      ...options,
      '--types',
      '',
      '--ignoreConfig',
      join(folder, 'use.ts'),
    ])
    rmSync(folder, { recursive: true })
    expect(String(stdout)).toBe('')
  })

  test('creates, reads and updates by ETag, and throws problems by name', async () => {
    const { id } = await client.createArticle(article('One'))
    const read = await client.getArticle({ id })
    expect(read.title).toBe('One')
    await client.updateArticle({ id, title: 'Two', autosave: 0 }, { ifMatch: etagOf(read) })
    const late = client.updateArticle({ id, title: 'Three' }, { ifMatch: etagOf(read) })
    await expect(late).rejects.toMatchObject({ name: 'stale', status: 412 })
    await expect(client.getArticle({ id: 999_999 })).rejects.toBeInstanceOf(InkstoneError)
    const wrong = client.createArticle({ title: '' })
    await expect(wrong).rejects.toMatchObject({ name: 'invalid', errors: { title: expect.anything() } })
    await expect(client.getArticle({ id: '..' })).rejects.toThrow(TypeError)
  })

  test('iterates over pages, and follows changes from a cursor', async () => {
    const { next } = await client.listChanges()
    const ids = []
    for (const title of ['a', 'b', 'c']) ids.push((await client.createArticle(article(title))).id)
    const seen = []
    for await (const { id } of client.each('listArticles', { ids, page_size: 2 })) seen.push(id)
    expect(seen.sort()).toEqual(ids)
    // A change committed just before the cursor may appear after it: changes are never skipped, but sometimes
    // repeated.
    const waited = new Set(ids)
    for await (const { type, id } of client.changes({ after: next })) {
      if (type === 'article') waited.delete(id)
      if (waited.size === 0) break
    }
    expect(waited.size).toBe(0)
  })

  test('continues to follow changes after an outage, from the last position', async () => {
    const { next } = await client.listChanges()
    let calls = 0
    const away: typeof fetch = async (input, init) => {
      calls += 1
      if (calls === 2) throw new TypeError('the connection was lost')
      return calls === 3 ? new Response('', { status: 502 }) : fetch(input, init)
    }
    const options = { url, token: made.token, siteId: site.id, retries: 0, longestWaitMs: 10 }
    const follower = createClient({ ...options, fetch: away }).changes({ after: next, limit: 1 })
    const ids = []
    for (const title of ['d', 'e']) ids.push((await client.createArticle(article(title))).id)
    const seen = new Set()
    for await (const { type, id } of follower) {
      if (type === 'article') seen.add(id)
      if (seen.size === ids.length) break
    }
    expect([...seen]).toEqual(ids)
    expect(calls).toBeGreaterThan(3)
    const wrong = createClient({ ...options, fetch: async () => new Response('', { status: 502 }) })
    await expect(wrong.changes().next()).rejects.toMatchObject({ status: 502 })
  })

  test('uploads with progress', async () => {
    const reported: number[] = []
    const file = new File(['Some words.'], 'note.txt')
    const onProgress = (sent: number, total: number) => reported.push(sent / total)
    expect((await client.uploadMedia({ file }, { onProgress })).filename).toBe('note.txt')
    expect(reported.at(-1)).toBe(1)
    expect((await client.uploadMedia({ file })).size).toBe(11)
  })

  test('waits as requested, and creates only once if a response is lost', async () => {
    const keys: (string | null)[] = []
    let turn = 0
    const flaky: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      turn += 1
      if (turn === 1) return new Response('busy', { status: 503, headers: { 'retry-after': '0' } })
      const answer = await fetch(input, init)
      if (turn === 2) throw new TypeError('the connection was lost')
      return answer
    }
    const patient = createClient({ url, token: made.token, siteId: site.id, fetch: flaky })
    const { id } = await patient.createTag({ name: 'Once' })
    expect(new Set(keys).size).toBe(1)
    expect((await client.listTags({ keyword: 'Once' })).list).toMatchObject([{ id }])
    const refused = createClient({ url, retries: 0, fetch: async () => new Response('', { status: 429 }) })
    await expect(refused.listTags()).rejects.toMatchObject({ status: 429 })
  })

  test('treats a response that breaks off like a lost one', async () => {
    const { next } = await client.listChanges()
    let isBroken = true
    const breaking: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (!isBroken) return answer
      isBroken = false
      return new Response((await answer.text()).slice(0, 20), answer)
    }
    const options = { url, token: made.token, siteId: site.id, fetch: breaking, longestWaitMs: 1000 }
    const { id } = await createClient(options).createTag({ name: 'Whole' })
    expect((await client.listTags({ keyword: 'Whole' })).list).toMatchObject([{ id }])
    isBroken = true
    const change = createClient({ ...options, retries: 0 }).updateTag({ id, name: 'Whole again' })
    await expect(change).rejects.toMatchObject({ name: 'unreachable', status: 0 })
    const follower = createClient({ ...options, retries: 0, longestWaitMs: 10 }).changes({
      after: next,
      limit: 1,
    })
    await follower.next()
    isBroken = true
    expect(await follower.next()).toMatchObject({ done: false })
  })

  test('stores the token of a login and drops it at logout', async () => {
    const tokens: unknown[] = []
    const person = createClient({ url, siteId: site.id, onToken: (token: unknown) => tokens.push(token) })
    await person.login({ username: 'admin', password: 'the first administrator' })
    await person.refresh()
    expect(new Set(tokens).size).toBe(2)
    await person.logout()
    expect([person.token(), tokens.at(-1)]).toEqual([undefined, undefined])
  })
})

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
  const body = '{"event":"ping"}'
  const now = new Date()
  const standard = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  }
  const plain = { 'X-Webhook-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }

  test.each([
    ['the standard signature', standard, body, true],
    ['our own', plain, body, true],
    ['other bytes', standard, `${body} `, false],
    ['other bytes with our own', plain, `${body} `, false],
    ['an old request', { ...standard, 'webhook-timestamp': '1700000000' }, body, false],
    ['no time', { ...standard, 'webhook-timestamp': 'x' }, body, false],
    ['no signature', {}, body, false],
  ])('%s', async (_, headers, bytes, good) => {
    expect(await verifyWebhook({ secret, headers, body: bytes })).toBe(good)
  })
})
