import { BODY_LIMIT, type Endpoint } from '@inkstone/contract/endpoint.ts'
import type { TSchema } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../../test/endpoints.ts'
import { startTestService } from '../../test/harness.ts'
import { longestStop } from '../../test/loop-watch.ts'

const service = await startTestService()
const site = await service.newSite()
const editor = await site.user('editor')
const anonymous = service.client({ siteId: site.id })

/** Other programs run at the same time, so only a block of several seconds fails. */
const GENEROUS_MS = 1_500
const MEGABYTE = 1024 * 1024

const login = (body: string) => anonymous.post('/api/auth/login', body)
const manyLists = `{"username":${'['.repeat(58)}${'[],'.repeat(3_000_000)}[]${']'.repeat(58)}}`
const many = (count: number, of: string) => `[${Array(count).fill(of).join(',')}]`

describe('an anonymous caller', () => {
  const bodies: ReadonlyArray<readonly [string, string, number]> = [
    ['3 million lists at depth 60', manyLists, 413],
    ['9 MB of __proto__', `{${'"__proto__":{},'.repeat(600_000)}"a":1}`, 413],
    ['9 MB of escapes', `{"username":"${'\\u0041'.repeat(1_500_000)}"}`, 413],
    ['60 KB of lists', `{"username":${many(20_000, '[]')}}`, 422],
    ['60 KB of __proto__', `{${'"__proto__":1,'.repeat(4_200)}"username":1}`, 422],
    ['60 KB of escaped NULs', `{"username":"${'\\u0000'.repeat(10_000)}"}`, 422],
    ['60 KB of wrong names', `{${many(5_000, '"\\u0000a":1').slice(1, -1)}}`, 422],
    ['60 KB of depth', '['.repeat(60_000), 400],
  ]
  for (const [what, body, status] of bodies)
    test(`cannot block the service with ${what} at the login: ${status}`, async () => {
      const { result, stopMs } = await longestStop(what, () =>
        Promise.all(Array.from({ length: 5 }, () => login(body))),
      )
      for (const answer of result) {
        expect(answer.status).toBe(status)
        expect(answer.text.length).toBeLessThan(20_000)
      }
      expect(stopMs).toBeLessThan(GENEROUS_MS)
    })
})

describe('an editor', () => {
  const fields = { title: 't', category_id: site.defaultCategoryId }

  test('cannot block the service with 9 MB of invalid ids: the list is counted first', async () => {
    const ids = many(45_000, '"x"')
    const { result, stopMs } = await longestStop('45,000 bad ids', () =>
      editor.put('/api/articles/batch', `{"ids":${ids},"data":{}}`),
    )
    expect([result.status, Object.keys(result.errors)]).toEqual([422, ['ids']])
    expect(result.errors.ids).toEqual(['This must have at most 100 items.'])
    expect(stopMs).toBeLessThan(GENEROUS_MS)
    const huge = await longestStop('9 MB of bad ids', () =>
      editor.put('/api/articles/batch', `{"ids":${many(1_800_000, '"xy"')},"data":{}}`),
    )
    expect([huge.result.status, huge.result.body.error]).toEqual([400, 'json-too-long'])
    expect(huge.stopMs).toBeLessThan(GENEROUS_MS)
  })

  test('gets a bounded list of errors, with a note', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key-${index}`, 1]))
    const { status, errors } = await site.admin.put('/api/settings', unknown)
    expect(status).toBe(422)
    expect(Object.keys(errors)).toHaveLength(51)
    expect(errors.body).toEqual(['Only the first 50 invalid fields are listed.'])
    const { text } = await site.admin.put('/api/settings', { ['k'.repeat(60_000)]: 1 })
    expect(text.length).toBeLessThan(1_000)
  })

  test('may send content up to the length in the contract, and no more', async () => {
    const { status } = await editor.post('/api/articles', {
      ...fields,
      content: `<p>${'字'.repeat(1_999_990)}</p>`,
    })
    expect(status).toBe(201)
    const more = await editor.post('/api/articles', { ...fields, content: 'a'.repeat(11 * MEGABYTE) })
    expect([more.status, more.body.error]).toEqual([413, 'body-too-large'])
  })
})

test('a large article of an anonymous caller is rejected before it is read', async () => {
  const { status } = await anonymous.post('/api/articles', `"${'a'.repeat(9 * MEGABYTE)}"`)
  expect(status).toBe(401)
})

/** The maximum size of a body of this schema in UTF-8; fields without a limit are left out. */
function maxBytes(schema: TSchema): number {
  const { maxLength, maxItems, items, properties, anyOf, type, pattern } = schema as unknown as Record<
    string,
    never
  >
  // Letters and digits only: one byte each.
  const perCharacter = /^\^\[A-Za-z0-9[^\]]*\][+*]/.test(pattern ?? '') ? 1 : 4
  const perNumber = 20
  if (properties)
    return Object.entries(properties as Record<string, TSchema>).reduce(
      (sum, [name, inner]) => sum + name.length + 6 + maxBytes(inner),
      2,
    )
  if (items && maxItems !== undefined) return maxItems * (maxBytes(items) + 1)
  if (anyOf) return Math.max(...(anyOf as TSchema[]).map(maxBytes))
  if (maxLength !== undefined) return maxLength * perCharacter
  return type === 'integer' || type === 'number' ? perNumber : 0
}

test('every endpoint accepts the longest body that its schema allows', () => {
  const endpoints = allEndpoints.filter(({ body, bodyType }) => body && bodyType === undefined)
  const tooSmall = endpoints.filter(
    ({ body, bodyLimit = BODY_LIMIT }: Endpoint) => body && maxBytes(body) > bodyLimit,
  )
  expect(tooSmall.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(endpoints.length).toBeGreaterThan(20)
})

describe('JSON sent as text or form', () => {
  const body = JSON.stringify({ username: 'nobody', password: 'nothing at all' })
  const send = (headers: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/api/auth/login', payload: body, headers })

  test('is accepted from programs and our own pages, never from pages of other sites', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const given = { 'content-type': type, host: 'blog.example.com' }
      expect((await send(given)).statusCode).toBe(401)
      expect((await send({ ...given, origin: 'https://blog.example.com' })).statusCode).toBe(401)
      expect((await send({ ...given, origin: 'https://evil.example' })).statusCode).toBe(415)
      expect((await send({ ...given, origin: 'null' })).statusCode).toBe(415)
      expect((await send({ ...given, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(415)
    }
  })
})
