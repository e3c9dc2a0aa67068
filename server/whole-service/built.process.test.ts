import { get } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlace, type TestPlace } from '../test/database.ts'
import { startNode } from '../test/program.ts'

// A file may be missing from the bundle, so modules that are loaded on demand are tested in the built program.

const PASSWORD = 'the first administrator'
const FIRST_VISIT_BYTES = 350 * 1024
let place: TestPlace
let url = ''

beforeAll(async () => {
  place = await createPlace()
  url = await startNode({ ...place.settings, ADMIN_PASSWORD: PASSWORD }).url()
}, 60_000)
afterAll(() => place.remove())

async function post(path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.ok, path).toBe(true)
  return (await response.json()).data
}

test('an agent can use /mcp of the built program', async () => {
  const { token } = await post('/api/auth/login', { username: 'admin', password: PASSWORD })
  const made = await post('/api/tokens', { name: 'Agent', scope: 'draft' }, token)
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${made.token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  try {
    expect((await client.listTools()).tools.length).toBeGreaterThan(20)
    const call = async (name: string, given: Record<string, unknown>) => {
      const { isError = false, structuredContent } = await client.callTool({ name, arguments: given })
      return {
        isError,
        data: structuredContent as { id: number; content: string; url: string; error: string },
      }
    }
    const draft = await call('create_draft', {
      title: 'Plan',
      content: 'Some **bold** words.',
      category_id: 1,
    })
    const { id } = draft.data
    expect((await call('get_article', { id })).data.content).toBe('Some **bold** words.')
    expect((await call('preview_link', { id })).data.url).toContain('token=')
    expect(await call('publish_article', { id })).toMatchObject({
      isError: true,
      data: { error: 'token-scope' },
    })
    const since = new Date(Date.now() - 60_000).toISOString()
    expect(await post(`/api/tokens/${made.id}/undo`, { since }, token)).toMatchObject({ undone: 1, left: [] })
  } finally {
    await client.close()
  }
})

/** The bytes that a browser receives, compressed. */
function fetchPacked(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

test('the first visit to the console stays small', async () => {
  const page = await (await fetch(`${url}/admin/`)).text()
  const waiting = [...page.matchAll(/\/admin\/assets\/[\w-]+\.(?:js|css)/g)].map(([path]) => path)
  const needed = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue
    needed.add(path)
    const text = path.endsWith('.js') ? await (await fetch(url + path)).text() : ''
    for (const [, name] of text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
      waiting.push(`/admin/assets/${name}`)
  }
  const sizes = await Promise.all([...needed].map(fetchPacked))
  expect(needed.size).toBeGreaterThan(1)
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(FIRST_VISIT_BYTES)
})
