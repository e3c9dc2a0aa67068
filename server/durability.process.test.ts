import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createPlace } from './test/database.ts'
import { startNode } from './test/program.ts'

const KILLS = 6
const ADMIN_PASSWORD = 'the first administrator'
const place = await createPlace()
afterAll(() => place.remove())

const settings = { ...place.settings, ADMIN_PASSWORD, RATE_LIMIT_ANON: '0', RATE_LIMIT_USER: '0' }

/** What reached the receiver: the articles by the id of their delivery. */
const received = new Map<string, number>()
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: number } }
    received.set(String(request.headers['x-webhook-id']), data.id)
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

test('what was acknowledged survives kill -9: articles, views, and the events of both', async () => {
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

  const acknowledged = new Set([Number(viewed.id)])
  let views = 0
  let writing = true
  /** Goes on whatever happens; only what was answered counts. */
  async function write(): Promise<void> {
    while (writing) {
      const made = await send('POST', '/api/articles', { title: 'T', content: 'x', category_id: 1 }).catch(
        () => undefined,
      )
      if (made?.status === 201) acknowledged.add(Number(made.data.id))
      const seen = await send('POST', `/api/articles/${viewed.id}/view`).catch(() => undefined)
      if (seen?.status === 200) views++
      if (!made || !seen) await pause(50)
    }
  }
  const writers = Array.from({ length: 4 }, write)
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(300 + kill * 60)
    node.signal('SIGKILL')
    await node.ended()
    node = startNode(settings)
    send = sender(await node.url(), token)
  }
  await pause(300)
  writing = false
  await Promise.all(writers)

  const { data: listed } = await send('GET', '/api/articles?page_size=1')
  expect(Number(listed.total)).toBeGreaterThanOrEqual(acknowledged.size)
  for (const id of acknowledged) expect((await send('GET', `/api/articles/${id}`)).status).toBe(200)
  const { data: article } = await send('GET', `/api/articles/${viewed.id}`)
  // What was counted but not answered any more may be there as well; nothing that was answered is missing.
  expect(Number(article.view_count)).toBeGreaterThanOrEqual(views)
  expect(Number(article.view_count)).toBeLessThanOrEqual(views + KILLS * 4)
  const told = () => new Set(received.values())
  while ([...acknowledged].some((id) => !told().has(id))) await pause(100)
  expect(received.size).toBe(told().size)
  node.signal('SIGTERM')
  expect((await node.ended()).code).toBe(0)
}, 120_000)
