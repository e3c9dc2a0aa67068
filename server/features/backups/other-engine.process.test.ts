import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createPlace } from '../../test/database.ts'
import { type Node, run, startNode, startProgram } from '../../test/program.ts'
import { codeOf } from '../../test/totp.ts'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'

// Both engines are there only in the run on PostgreSQL.
const there = process.env.TEST_DATABASE_URL !== undefined
const PATIENTLY = { timeout: 240_000 }
const PASSWORD = 'the first administrator'
const SECRET = 'known to both sides'

// biome-ignore lint/suspicious/noExplicitAny: tests check the content themselves.
type Answer = { status: number; code: number; data: any; errors: Record<string, string[]> }

/** A function that sends requests with a token. */
async function callerOf(node: Node) {
  const base = await node.url()
  return async (
    method: string,
    path: string,
    { token, body, site = 1 }: { token?: string; body?: object; site?: number } = {},
  ): Promise<Answer> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        'x-site': String(site),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const { code, data, errors = {} } = (await response.json()) as Answer
    return { status: response.status, code, data, errors }
  }
}
type Call = Awaited<ReturnType<typeof callerOf>>

async function stop(node: Node): Promise<void> {
  node.signal('SIGTERM')
  expect((await node.ended()).code).toBe(0)
}

async function logIn(call: Call, username: string, otp?: string): Promise<Answer> {
  return call('POST', '/api/auth/login', { body: { username, password: PASSWORD, ...(otp && { otp }) } })
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Something of every kind, and the URLs that show it. */
async function fill(call: Call, token: string) {
  const done = async (method: string, path: string, body?: object) => {
    const { status, data, errors } = await call(method, path, { token, ...(body && { body }) })
    expect([200, 201], `${method} ${path}: ${JSON.stringify(errors)}`).toContain(status)
    return data
  }
  await done('PUT', '/api/settings', {
    comment_review: 0,
    comment_captcha: 0,
    comment_min_length: 1,
    comment_user_interval: 0,
    comment_ip_interval: 0,
    site_name: '纸上 — “Paper”',
  })
  const parent = await done('POST', '/api/categories', { name: '技术', description: 'Tech & more' })
  const child = await done('POST', '/api/categories', { name: 'Databases', parent_id: parent.id })
  const tag = await done('POST', '/api/tags', { name: '迁移' })
  const article = await done('POST', '/api/articles', {
    title: '把数据库搬到 PostgreSQL',
    content: '<p>从一个小文件开始，后来有了多个节点。A whale of a migration.</p>',
    category_id: child.id,
    tag_ids: [tag.id],
    status: 1,
    alias: 'moving',
  })
  await done('PUT', `/api/articles/${article.id}`, { alias: 'moved', title: '把整个数据库搬到 PostgreSQL' })
  await done('PUT', `/api/articles/${article.id}/working-copy`, { title: 'Not yet' })
  const deleted = await done('POST', '/api/articles', {
    title: 'Deleted',
    content: '<p>Back soon.</p>',
    category_id: parent.id,
  })
  await done('DELETE', `/api/articles/${deleted.id}`)
  const purged = await done('POST', '/api/articles', {
    title: 'Purged',
    content: '<p>x</p>',
    category_id: parent.id,
  })
  await done('DELETE', `/api/articles/${purged.id}`)
  await done('DELETE', `/api/recycle-bin/article/${purged.id}`)
  await done('POST', `/api/articles/${article.id}/like`)
  await done('POST', `/api/articles/${article.id}/favorite`)
  await done('POST', `/api/articles/${article.id}/view`)
  const comment = await done('POST', '/api/comments', { article_id: article.id, content: '写得真好 👍' })
  await done('POST', '/api/comments', { article_id: article.id, content: 'An answer', parent_id: comment.id })
  await done('POST', '/api/pages', { title: 'About', content: '<p>We.</p>', allow_comment: 1 })
  await done('PUT', '/api/pages/about', { title: 'About us' })
  await done('POST', '/api/sensitive-words', { word: '赌博', action: 'replace', replacement: '**' })
  await done('POST', '/api/ip-blacklist', { ip: '192.0.2.0/24', duration: '7d', reason: 'spam' })
  await done('POST', '/api/saved-views', { name: 'Mine', query: 'status=0' })
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), '图.png')
  const media = await done('POST', '/api/media/upload', form)
  return {
    articleId: article.id as number,
    deletedId: deleted.id as number,
    purgedId: purged.id as number,
    categoryId: parent.id as number,
    urls: [
      ...[
        'settings',
        'sites',
        'categories',
        'tags',
        'tags/hot',
        'pages',
        'pages/about',
        'pages/about/revisions',
      ],
      ...[
        'articles',
        'articles?sort=view_count',
        'articles/by-alias/moving',
        'articles/search?keyword=数据库',
      ],
      ...['articles/search?keyword=whale', 'articles/search/suggest?keyword=Post', 'comments', 'recycle-bin'],
      ...['sensitive-words', 'ip-blacklist', 'saved-views', 'media', 'users', 'authors', 'webhooks', 'site'],
      ...['users/me/favorites', 'comments/statistics', `media/${media.id}`, `categories/${parent.id}`],
      ...['', '/revisions', '/revisions/1', '/working-copy', '/comments'].map(
        (rest) => `articles/${article.id}${rest}`,
      ),
    ].map((path) => `/api/${path}`),
  }
}

/** What they show, without what a login or a read changes. */
async function readAll(call: Call, urls: readonly string[], token: string) {
  const found: Record<string, unknown> = {}
  for (const url of urls) {
    const { status, data } = await call('GET', url, { token })
    expect(status, url).toBe(200)
    found[url] = JSON.parse(JSON.stringify(data), (key, value) =>
      /last_(login|used)/.test(key) ? null : value,
    )
  }
  return found
}

describe.skipIf(!there)('a blog on SQLite', () => {
  test('moves to PostgreSQL with everything, and back', PATIENTLY, async () => {
    const place = await createPlace()
    afterAll(place.remove)
    const receiver = await startWebhookReceiver(SECRET)
    const { DATABASE_URL = '', ...withoutDatabase } = place.settings
    const onSqlite = {
      ...withoutDatabase,
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_ANON: '0',
      RATE_LIMIT_USER: '0',
      PUBLIC_URL: 'http://blog.example',
    }
    const onPostgres = { ...onSqlite, DATABASE_URL }

    const first = startNode(onSqlite)
    let call = await callerOf(first)
    const session = (await logIn(call, 'admin')).data.token as string
    const { token } = (
      await call('POST', '/api/tokens', { token: session, body: { name: 'A', scope: 'write' } })
    ).data
    const { articleId, deletedId, purgedId, categoryId, urls } = await fill(call, token)
    const reader = { username: 'reader', email: 'reader@example.com', password: PASSWORD, role: 'editor' }
    expect((await call('POST', '/api/users', { token: session, body: reader })).status).toBe(201)
    const hook = { url: receiver.url, secret: SECRET, events: ['page.deleted'] }
    const webhook = (await call('POST', '/api/webhooks', { token: session, body: hook })).data
    const { secret } = (await call('POST', '/api/auth/second-factor', { token: session })).data
    const confirmation = { token: session, body: { code: codeOf(secret, -1) } }
    const { recovery_codes } = (await call('POST', '/api/auth/second-factor/confirm', confirmation)).data
    const other = (await call('POST', '/api/sites', { token: session, body: { name: 'Other' } })).data
    const cursor = (await call('GET', '/api/changes', { token })).data.next
    const before = await readAll(call, urls, token)
    // Its time may come before the stop or after the move.
    const scheduled = (
      await call('POST', '/api/articles', {
        token: session,
        site: other.id,
        body: {
          title: 'Scheduled',
          content: '<p>Later.</p>',
          category_id: other.default_category_id,
          publish_time: new Date(Date.now() + 3_000).toISOString(),
          status: 1,
        },
      })
    ).data
    await stop(first)

    const backedUp = await run(['backup'], onSqlite)
    expect(backedUp).toMatchObject({ code: 0, stderr: '' })
    const name = /^\S+-database$/m.exec(backedUp.stdout)?.[0] ?? ''
    const restored = await run(['restore', name], onPostgres)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toMatch(/^\d+ rows in /m)

    const second = startNode(onPostgres)
    call = await callerOf(second)
    expect(await readAll(call, urls, token)).toEqual(before)
    expect((await call('GET', '/api/auth/me', { token: session })).code).toBe(10001)
    expect((await logIn(call, 'reader')).status).toBe(200)
    expect((await logIn(call, 'admin')).code).toBe(10005)
    const admin = (await logIn(call, 'admin', codeOf(secret, 0))).data.token as string
    expect((await logIn(call, 'admin', recovery_codes[0])).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await call('GET', `/api/articles/${scheduled.id}`, { token: admin, site: other.id })).data.status,
        PATIENTLY,
      )
      .toBe(1)
    expect((await call('POST', `/api/webhooks/${webhook.id}/test`, { token: admin })).data.delivered).toBe(1)
    expect(receiver.genuine).toEqual([true])
    expect((await call('GET', `/api/changes?after=${cursor}`, { token })).status).toBe(410)
    expect((await call('POST', `/api/recycle-bin/article/${deletedId}/restore`, { token })).status).toBe(200)
    const fresh = { title: '全新', content: '<p>Fresh.</p>', category_id: categoryId, status: 1 }
    const created = await call('POST', '/api/articles', { token, body: fresh })
    expect(created.data.id).toBeGreaterThan(Math.max(scheduled.id, purgedId))
    const found = await call('GET', '/api/articles/search?keyword=全新', { token })
    expect(found.data.list.map(({ id }: { id: number }) => id)).toEqual([created.data.id])
    expect((await call('PUT', `/api/articles/${articleId}`, { token, body: { is_hot: 1 } })).status).toBe(200)
    const after = await readAll(call, urls, token)
    await stop(second)

    // Back on another machine, from the folder of the backup.
    const dumped = await run(['backup'], onPostgres)
    const folder = join(place.folder, 'backups', /^\S+-database\S*$/m.exec(dumped.stdout)?.[0] ?? '')
    const back = { ...onSqlite, DATA_DIR: join(place.folder, 'back') }
    expect(await run(['restore', folder], back)).toMatchObject({ code: 0, stderr: '' })
    const third = startNode(back)
    call = await callerOf(third)
    expect(await readAll(call, urls, token)).toEqual(after)
    expect((await call('POST', `/api/webhooks/${webhook.id}/test`, { token })).data.delivered).toBe(1)
    expect(receiver.genuine).toEqual([true, true])
    await stop(third)
  })

  test(
    'killed in the middle of the move, leaves PostgreSQL empty; the next attempt succeeds',
    PATIENTLY,
    async () => {
      const place = await createPlace()
      afterAll(place.remove)
      const { DATABASE_URL = '', ...withoutDatabase } = place.settings
      const onSqlite = { ...withoutDatabase, ADMIN_PASSWORD: PASSWORD }
      const onPostgres = { ...onSqlite, DATABASE_URL }
      expect((await run(['migrate'], onSqlite)).code).toBe(0)
      expect((await run(['seed', '--articles', '500'], onSqlite)).code).toBe(0)
      const name = /^\S+-database$/m.exec((await run(['backup'], onSqlite)).stdout)?.[0] ?? ''
      const client = new pg.Client({ connectionString: DATABASE_URL })
      await client.connect()
      afterAll(() => client.end())
      const writing = async () => {
        const { rows } = await client.query(
          "select pid from pg_stat_activity where datname = current_database() and query like 'insert into%'",
        )
        return rows.length > 0
      }
      const tables = async () =>
        (await client.query("select 1 from pg_tables where schemaname = 'public'")).rowCount

      const killed = startProgram(['restore', name], onPostgres)
      await expect.poll(writing, { ...PATIENTLY, interval: 5 }).toBe(true)
      killed.signal('SIGKILL')
      expect((await killed.ended()).signal).toBe('SIGKILL')
      expect(await tables()).toBe(0)
      await expect.poll(async () => (await run(['restore', name], onPostgres)).code, PATIENTLY).toBe(0)
      expect((await client.query('select count(*)::integer as articles from articles')).rows).toEqual([
        { articles: 500 },
      ])
    },
  )
})
