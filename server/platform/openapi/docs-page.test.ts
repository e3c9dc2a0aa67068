import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../http/server.ts'
import { mountDocs } from './docs-page.ts'
import { pageWords } from './page/page-words.ts'

const app = createServer({ log: pino({ level: 'silent' }) })
let timesBuilt = 0
mountDocs(app, () => {
  timesBuilt += 1
  return { openapi: '3.1.1', info: { title: '标题' } }
})
beforeAll(() => app.ready())
afterAll(() => app.close())

function inline(html: string, tag: string): string {
  return new RegExp(`<${tag}>([\\s\\S]*?)</`).exec(html)?.[1] ?? ''
}

function scriptOf(html: string): string {
  return /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

test('the document is built once, on the first request, and served without an envelope', async () => {
  expect(timesBuilt).toBe(0)
  const first = await app.inject('/api/openapi.json')
  await app.inject('/api/openapi.json')
  expect(timesBuilt).toBe(1)
  expect(first.json()).toEqual({ openapi: '3.1.1', info: { title: '标题' } })
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
})

test.each(['/api/openapi.json', '/docs'])('%s is not sent again to a client that has it', async (url) => {
  const { headers } = await app.inject(url)
  const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  const other = await app.inject({ url, headers: { 'if-none-match': 'W/"other"' } })
  expect(other.statusCode).toBe(200)
})

test.each([
  ['en-GB,en;q=0.9', 'en', 'API reference'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', 'API 参考'],
  [undefined, 'en', 'API reference'],
])('a reader who prefers %s gets the page in %s', async (language, lang, title) => {
  const { body, headers } = await app.inject({
    url: '/docs',
    headers: language === undefined ? {} : { 'accept-language': language },
  })
  expect(body).toContain(`<html lang="${lang}">`)
  expect(body).toContain(`<title>${title}</title>`)
  expect(headers.vary).toBe('Accept-Language')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

test('the page runs its own script and style, and loads nothing external', async () => {
  const { body, headers } = await app.inject('/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src ${hashOf(scriptOf(body))};`)
  expect(policy).toContain(`style-src ${hashOf(inline(body, 'style'))};`)
  expect(policy).not.toContain('unsafe')
  expect(body).not.toMatch(/https?:\/\/|\ssrc=|@import|url\(/)
})

test('the script can be parsed, writes no HTML, and uses only existing texts', async () => {
  const { body } = await app.inject('/docs')
  const script = scriptOf(body)
  expect(() => new Script(`(async () => {${script}\n})`)).not.toThrow()
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|localStorage/)
  const used = [...script.matchAll(/\bwords\.(\w+)|\bsay\('(\w+)'/g)].map(([, one, other]) => one ?? other)
  const known = Object.keys(pageWords.en)
  expect(new Set(used)).toEqual(new Set(known.filter((word) => used.includes(word))))
  const inShell = ['reference', 'skip', 'contents', 'document', 'needsScript']
  expect(known.filter((word) => !used.includes(word) && !inShell.includes(word))).toEqual([])
})
