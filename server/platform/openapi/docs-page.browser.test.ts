import { endpoint } from '@inkstone/contract/endpoint.ts'
import { Id, PageQuery, Paginated, Text } from '@inkstone/contract/schema.ts'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedChromium } from '../../test/chromium.ts'
import { createServer } from '../http/server.ts'
import { mountDocs } from './docs-page.ts'
import { openApiDocument } from './document.ts'

const HOSTILE = '<img src=x onerror="document.title=1"></script><b>'

const Node = Type.Recursive((This) => Type.Object({ id: Id, children: Type.Array(This) }), { $id: 'Node' })
const endpoints = [
  endpoint({
    method: 'GET',
    path: '/api/things',
    access: 'signed-in',
    tag: 'Things',
    summary: 'List the things',
    query: Type.Object({ ...PageQuery.properties, keyword: Type.Optional(Text({ max: 20 })) }),
    answer: Paginated(Node),
  }),
  endpoint({
    method: 'POST',
    path: '/api/things/{id}/token',
    access: 'anyone',
    tag: 'Keys',
    summary: HOSTILE,
    description: HOSTILE,
    params: Type.Object({ id: Id }),
    body: Type.Object({ name: Text({ min: 1, max: 20, examples: ["it's"] }) }),
    answer: Type.Object({ token: Type.String({ description: HOSTILE }) }),
  }),
]

const app = createServer({ log: pino({ level: 'silent' }) })
mountDocs(app, () =>
  openApiDocument({ endpoints, title: HOSTILE, version: '1.0.0', description: HOSTILE, serverUrl: '/' }),
)
app.get('/api/things', async ({ headers, url }) => ({
  data: { seen: headers.authorization ?? 'nothing', url },
}))
app.post('/api/things/:id/token', async ({ body }) => ({ data: { token: 'a.token', body } }))

let browser: Browser
let origin: string
beforeAll(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  browser = await sharedChromium()
})
afterAll(() => app.close())

/** Opens the page and collects all messages of the browser, including policy violations. */
async function open(
  options: BrowserContextOptions = {},
  hash = '',
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage(options)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      complaints.push(request.url())
  })
  await page.goto(`${origin}/docs${hash}`)
  await page.waitForSelector('.operation')
  return { page, complaints }
}

test('a URL opens its operation, with all parameters and responses', async () => {
  const { page, complaints } = await open({}, '#getThings')
  const operation = page.locator('#getThings')
  await operation.locator('.inside').waitFor()
  const text = await operation.textContent()
  for (const part of ['/api/things', 'page_size', '≤ 20 characters', 'total_pages', 'list of Node', '304'])
    expect(text).toContain(part)
  await operation.getByText('Errors').click()
  await expect.poll(() => operation.locator('.errors').textContent()).toContain('10002')
  expect(complaints).toEqual([])
  await page.close()
})

test('content of the document is shown as text', async () => {
  const { page, complaints } = await open({}, '#postThingsByIdToken')
  await page.locator('#postThingsByIdToken .inside').waitFor()
  await expect.poll(() => page.locator('h1').textContent()).toContain(HOSTILE)
  expect(await page.locator('img, main b').count()).toBe(0)
  await expect.poll(() => page.title()).toContain(HOSTILE)
  expect(complaints).toEqual([])
  await page.close()
})

test('a search shows matching operations and their number', async () => {
  const { page } = await open()
  await page.getByRole('searchbox').fill('get things')
  await expect.poll(() => page.locator('.operation:visible').count()).toBe(1)
  await expect.poll(() => page.locator('nav li:visible').count()).toBe(1)
  await expect.poll(() => page.locator('.search [role=status]').textContent()).toBe('1 of 3 operations')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect.poll(() => page.getByText('No matching operations.').isVisible()).toBe(true)
  await page.close()
})

test('the curl command follows the form', async () => {
  const { page } = await open({}, '#postThingsByIdToken')
  const operation = page.locator('#postThingsByIdToken')
  await operation.getByLabel('id *').fill('5')
  await operation.getByText('Headers and common parameters').last().click()
  await operation.getByLabel('X-Site').fill('blog')
  await expect
    .poll(() => operation.locator('.curl').textContent())
    .toBe(
      [
        `curl -X POST '${origin}/api/things/5/token' \\`,
        "  -H 'Content-Type: application/json' \\",
        "  -H 'X-Site: blog' \\",
        `  -d '{"name":"it'\\''s"}'`,
      ].join('\n'),
    )
  await page.close()
})

test('a returned token can be used, is stored for the tab only, and can be removed', async () => {
  const { page, complaints } = await open({}, '#postThingsByIdToken')
  const login = page.locator('#postThingsByIdToken')
  await login.getByLabel('id *').fill('5')
  await login.getByRole('button', { name: 'Send' }).click()
  await login.getByRole('button', { name: 'Use this token' }).click()
  await expect
    .poll(() => page.evaluate('[...Object.values(sessionStorage), localStorage.length]'))
    .toEqual(['a.token', 0])

  const list = page.locator('#getThings')
  await page.locator('nav').getByText('List the things').click()
  await list.getByLabel('keyword').fill('a&b')
  await list.getByRole('button', { name: 'Send' }).click()
  await list.getByText('200 OK').waitFor()
  const answer = await list.getByLabel('Response', { exact: true }).textContent()
  expect(JSON.parse(answer ?? '').data).toEqual({ seen: 'Bearer a.token', url: '/api/things?keyword=a%26b' })

  await page.getByRole('button', { name: 'Clear' }).click()
  await list.getByRole('button', { name: 'Send' }).click()
  await list.getByText('"nothing"').waitFor()
  expect(complaints).toEqual([])
  await page.close()
})

test('a phone shows it without scrolling sideways, in Chinese, with a button for the contents', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
  const menu = page.getByRole('button', { name: '目录' })
  await expect.poll(() => page.locator('nav').isVisible()).toBe(false)
  await menu.click()
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
  await page.locator('nav').getByText('List the things').click()
  await expect.poll(() => page.locator('nav').isVisible()).toBe(false)
  await page.locator('#getThings').getByText('错误').click()
  await expect.poll(() => page.locator('#getThings .errors').textContent()).toContain('令牌无效。')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.close()
})

test('when the document cannot be read, the page shows why and offers a retry', async () => {
  const page = await browser.newPage()
  let refusals = 1
  await page.route('**/api/openapi.json', (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 429,
          contentType: 'application/json',
          body: '{"message":"Too many requests."}',
        })
      : route.continue(),
  )
  await page.goto(`${origin}/docs`)
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Too many requests.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForSelector('.operation')
  await page.close()
})
