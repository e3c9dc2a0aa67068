import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'

/** A long run: `DURABILITY_KILLS=100 npx vitest run --project process server/whole-service/durability.process.test.ts`. */
const KILLS = Number(process.env.DURABILITY_KILLS ?? 3)
const TIMEOUT_MS = 60_000 + 30_000 * KILLS
const ARTICLES_PER_LIFE = 25
const WRITERS = 4
const ADMIN_PASSWORD = 'the first administrator'
const place = await createPlace()
afterAll(() => place.remove())

const settings = { ...place.settings, ADMIN_PASSWORD, RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' }

/** The deliveries that the receiver got, by id; the same id with another content is recorded too. */
const received = new Map<string, Set<string>>()
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { event, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
      event: string
      data: { id: number; title: string }
    }
    const key = String(request.headers['x-webhook-id'])
    received.set(key, (received.get(key) ?? new Set()).add(`${event} ${data.id} ${data.title}`))
    response.end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
afterAll(() => receiver.close())

type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; data: Record<string, unknown> }>

function sender(url: string, token?: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    return { status: answer.status, data }
  }
}

interface Listed {
  readonly total_pages: number
  readonly list: Array<{ id: number; title: string }>
}

/** Every article, as its event should describe it. */
async function everyArticle(send: Send): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { data } = await send('GET', `/api/articles?page_size=100&page=${page}`)
    const { list, total_pages } = data as unknown as Listed
    found.push(...list.map(({ id, title }) => `article.created ${id} ${title}`))
    if (page >= total_pages) return found.sort()
  }
}

test(
  'acknowledged writes survive kill -9: articles, views, and the events of both',
  async () => {
    let node = startNode(settings)
    const login = await sender(await node.url())('POST', '/api/auth/login', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    })
    const token = String(login.data.token)
    let send = sender(await node.url(), token)
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    expect((await send('POST', '/api/webhooks', { url: hook, events: ['article.created'] })).status).toBe(201)
    const { data: viewed } = await send('POST', '/api/articles', {
      title: 'Viewed',
      content: 'x',
      category_id: 1,
      status: 1,
    })

    const acknowledged = new Map([[Number(viewed.id), 'Viewed']])
    let views = 0
    let writing = true
    let lives = 0
    let enough = () => {}
    /** Continues on errors; only acknowledged writes count. */
    async function write(writer: number): Promise<void> {
      for (let nth = 1; writing; nth++) {
        const title = `Number ${nth} of writer ${writer}`
        const body = { title, content: 'x', category_id: 1, ...(nth % 10 === 0 && { tag_ids: [999_999] }) }
        const made = await send('POST', '/api/articles', body).catch(() => undefined)
        if (made?.status === 201) acknowledged.set(Number(made.data.id), title)
        if (acknowledged.size >= (lives + 1) * ARTICLES_PER_LIFE) enough()
        const seen = await send('POST', `/api/articles/${viewed.id}/view`).catch(() => undefined)
        if (seen?.status === 200) views++
        if (!made || !seen) await pause(20)
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    for (; lives < KILLS; lives++) {
      await new Promise<void>((resolve) => {
        enough = resolve
      })
      node.signal('SIGKILL')
      await node.ended()
      node = startNode(settings)
      send = sender(await node.url(), token)
    }
    writing = false
    await Promise.all(writers)
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * ARTICLES_PER_LIFE)

    const articles = await everyArticle(send)
    for (const [id, title] of acknowledged) expect(articles).toContain(`article.created ${id} ${title}`)
    const { data: article } = await send('GET', `/api/articles/${viewed.id}`)
    // A view that was counted but not acknowledged may be included; no acknowledged one is missing.
    expect(Number(article.view_count)).toBeGreaterThanOrEqual(views)
    expect(Number(article.view_count)).toBeLessThanOrEqual(views + KILLS * WRITERS)

    // Each delivery is about one article, each article has one delivery, and none is about a missing article.
    while (received.size < articles.length) await pause(100)
    expect([...received.values()].flatMap((told) => [...told]).sort()).toEqual(articles)
    node.signal('SIGTERM')
    expect((await node.ended()).code).toBe(0)
  },
  TIMEOUT_MS,
)
