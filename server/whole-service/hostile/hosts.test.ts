import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()
const site = await service.newSite()
await site.admin.put('/api/settings', { public_read: 1, comment_captcha: 0, comment_ip_interval: 0 })
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo

/** Sends these lines and returns the response, read until the connection is closed. */
function exchange(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.on('end', () => resolve(text)).on('error', reject)
  })
}

describe('a Host header', () => {
  const path = '/api/categories'
  const head = (...hosts: string[]) => [
    `GET ${path} HTTP/1.1`,
    ...hosts.map((host) => `Host: ${host}`),
    `X-Site: ${site.id}`,
  ]
  const refused: ReadonlyArray<readonly [string, readonly string[]]> = [
    ['of 256 bytes', head('a'.repeat(256))],
    ['of 7 KB', head('a'.repeat(7_000))],
    ['given twice', head('localhost', 'localhost')],
    ['given twice, in two spellings', [...head('localhost'), 'hOsT: elsewhere']],
    ['that is a path', head('localhost/admin')],
    ['with credentials', head('user@localhost')],
    ['that is missing', head()],
  ]
  for (const [what, lines] of refused)
    test(`${what} is 400 with an envelope, even if the response is cached`, async () => {
      await exchange([...head('localhost'), 'Connection: close'])
      for (const last of ['Connection: close', 'X-Other: 1\r\nConnection: close']) {
        const answer = await exchange([...lines, last])
        expect(answer).toMatch(/^HTTP\/1\.1 400 /)
        expect(answer).toContain('"error":"bad-host"')
      }
    })

  for (const host of ['localhost', '127.0.0.1:80', '[::1]:3000', 'a_b.example.com', 'a'.repeat(255)])
    test(`${host.slice(0, 20)} is accepted`, async () => {
      expect(await exchange([...head(host), 'Connection: close'])).toMatch(/^HTTP\/1\.1 200 /)
    })
})

describe('forwarded headers', () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'blog.example.com' }
  const urlFrom = async (node: { client: typeof service.client }, more: Record<string, string>) =>
    (await node.client({ siteId: site.id }).get('/api/site', more)).data.url

  test('are ignored from untrusted peers', async () => {
    expect(await urlFrom(service, headers)).toBe('http://localhost:80')
  })

  test('are used from a proxy in TRUST_PROXY, if they are a scheme and a host', async () => {
    const node = await service.newNode({ TRUST_PROXY: '127.0.0.1' })
    expect(await urlFrom(node, headers)).toBe('https://blog.example.com')
    expect(await urlFrom(node, { 'x-forwarded-proto': 'https' })).toBe('https://localhost:80')
    // The last one was added by the connected proxy.
    const several = { 'x-forwarded-host': 'evil.example, blog.example.com', 'x-forwarded-proto': 'ftp' }
    expect(await urlFrom(node, several)).toBe('http://blog.example.com')
    expect(await urlFrom(node, { 'x-forwarded-host': 'a b"><script>' })).toBe('http://localhost:80')
  })

  test('select the site too, only from such a proxy', async () => {
    const other = await service.newSite()
    const root = await service.newUser('admin')
    await root.put(`/api/sites/${other.id}`, { domains: ['other.example.com'] })
    await other.admin.put('/api/settings', { site_name: 'The other one' })
    const node = await service.newNode({ TRUST_PROXY: '127.0.0.1' })
    const nameAt = async (at: typeof service.client, more: Record<string, string>) =>
      (await at({}).get('/api/site', more)).data.name
    expect(await nameAt(node.client, { 'x-forwarded-host': 'other.example.com' })).toBe('The other one')
    expect(await nameAt(service.client, { 'x-forwarded-host': 'other.example.com' })).not.toBe(
      'The other one',
    )
    expect(await nameAt(service.client, { host: 'other.example.com:8080' })).toBe('The other one')
    await root.put(`/api/sites/${other.id}`, { domains: [] })
    expect(await nameAt(service.client, { host: 'other.example.com:8080' })).not.toBe('The other one')
  })
})

describe('the links in an e-mail', () => {
  const mails = () => {
    const folder = join(service.config.dataDir, 'outbox')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
  }

  async function mailAfterComment(place: typeof site): Promise<string> {
    const { data } = await place.admin.post('/api/articles', {
      title: 'Links',
      content: 'x',
      category_id: place.defaultCategoryId,
      status: 1,
    })
    const content = `A comment on article ${data.id}`
    await place.anonymous.post(
      '/api/comments',
      { article_id: data.id, content, nickname: 'guest', email: 'guest@example.com' },
      { host: 'evil.example' },
    )
    return vi.waitFor(
      () => {
        const found = mails().find((text) => text.includes(content))
        expect(found).toBeDefined()
        return found ?? ''
      },
      { timeout: 20_000, interval: 50 },
    )
  }

  test('never use the Host of the request that caused it', async () => {
    const mail = await mailAfterComment(site)
    expect(mail).not.toContain('evil.example')
    expect(mail).not.toContain('http')
    expect(mail).not.toMatch(/^List-Unsubscribe/m)
  })

  test('use a domain of the site if it has one', async () => {
    const named = await service.newSite()
    const root = await service.newUser('admin')
    await root.put(`/api/sites/${named.id}`, { domains: ['named.example.com'] })
    await named.admin.put('/api/settings', { public_read: 1, comment_captcha: 0, comment_ip_interval: 0 })
    const mail = await mailAfterComment(named)
    expect(mail).not.toContain('evil.example')
    expect(mail).toContain('https://named.example.com/api/unsubscribe?')
  })
})
