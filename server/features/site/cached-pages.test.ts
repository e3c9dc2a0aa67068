import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { fewestStatements } from '../../test/statements.ts'

const service = await startTestService()
const site = await service.newSite()
await site.admin.put('/api/settings', { public_read: 1, site_language: 'en' })
await site.admin.post('/api/articles', {
  title: 'Hosts',
  alias: 'hosts',
  content: '<p>Text</p>',
  category_id: site.defaultCategoryId,
  status: 1,
})

async function get(url: string, host: string, headers: Record<string, string> = {}) {
  const sent = { 'x-site': String(site.id), host, ...headers }
  const answer = await service.app.inject({ url, headers: sent })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    bytes: answer.rawPayload,
  }
}

const LONG = `${'long.'.repeat(40)}example`
const HOSTS = ['a.example', 'other.example:8080', '[::1]:3000', LONG]

test('without a configured URL, a page names the host of its request, in every form', async () => {
  const etags = new Set<unknown>()
  for (const host of [...HOSTS, ...HOSTS]) {
    const { text, headers } = await get('/articles/hosts', host)
    expect(text).toContain(`<link rel="canonical" href="http://${host}/articles/hosts">`)
    expect(text).not.toMatch(/[\da-f]{32}/)
    expect(text).toMatch(/<style>[^<]*--ink/)
    for (const other of HOSTS) if (other !== host) expect(text).not.toContain(other)
    etags.add(headers.etag)
    const again = await get('/articles/hosts', host, { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
    const packed = await get('/articles/hosts', host, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(packed.bytes).toString()).toBe(text)
  }
  expect(etags.size).toBe(HOSTS.length)
})

test('feeds, the sitemap, robots and pages for one visitor name it too', async () => {
  for (const url of ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/?sent=posted'])
    for (const host of HOSTS.slice(0, 2)) {
      const { text } = await get(url, host)
      expect(text, url).toContain(`http://${host}/`)
      expect(text, url).not.toMatch(/[\da-f]{32}/)
    }
})

test('requests at the same time get the host of each', async () => {
  await site.admin.put('/api/settings', { site_description: 'Changed' })
  const answers = await Promise.all(HOSTS.map((host) => get('/articles/hosts', host)))
  for (const [index, { text }] of answers.entries())
    expect(text).toContain(`href="http://${HOSTS[index]}/articles/hosts"`)
})

test('a new host costs no reading of the database', async () => {
  await get('/', HOSTS[0] ?? '')
  const spent = await fewestStatements(service.engine, async (turn) => {
    for (let index = 0; index < 20; index++) await get('/', `host-${turn}-${index}.example`)
  })
  const cached = await fewestStatements(service.engine, async () => {
    for (let index = 0; index < 20; index++) await get('/', 'one.example')
  })
  expect(spent).toBe(cached)
})

test('with a configured URL, every host gets the same bytes', async () => {
  await site.admin.put('/api/settings', { site_url: 'https://www.example.com' })
  const [one, other] = [await get('/', 'a.example'), await get('/', LONG)]
  expect(one.text).toContain('https://www.example.com/')
  expect(one.text).toBe(other.text)
  expect(one.headers.etag).toBe(other.headers.etag)
})

test('paths without content share one page, on every host', async () => {
  const one = await get('/no/such/path', 'a.example')
  for (const url of ['/another', '/articles/none', '/?page=99', '/no/such/path'])
    for (const host of HOSTS) {
      const { status, text } = await get(url, host)
      expect([status, text], url).toEqual([404, one.text])
    }
})

test('parameters that a page does not use do not render it again', async () => {
  const paths = ['/', '/articles/hosts', '/sitemap.xml', '/robots.txt', '/feed.xml']
  for (const path of paths) await get(path, 'a.example')
  const spend = (queryOf: (value: string) => string) =>
    fewestStatements(service.engine, async (turn) => {
      for (const path of paths)
        for (let index = 0; index < 4; index++)
          await get(`${path}?${queryOf(`${turn}${index}`)}`, 'a.example')
    })
  const cached = await spend(() => '')
  for (const name of ['q', 'x', 'utm_source']) expect(await spend((value) => `${name}=${value}`)).toBe(cached)
  expect(await spend((value) => `page=0${value}&comments=x${value}`)).toBe(cached)
})
