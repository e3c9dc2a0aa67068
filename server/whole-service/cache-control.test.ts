import { isPublicThing } from '@inkstone/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import type { Answer, Client } from '../test/client.ts'
import { allEndpoints } from '../test/endpoints.ts'
import { startTestService } from '../test/harness.ts'

const service = await startTestService()
const open = await service.newSite()
const closed = await service.newSite()
await open.admin.put('/api/settings', { public_read: 1 })

const PUBLIC = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60'
const gets = allEndpoints.filter(({ method, file }) => method === 'GET' && !file)

async function callersOn(site: typeof open): Promise<ReadonlyArray<readonly [string, boolean, Client]>> {
  const token = async (scope: string) => {
    const { data } = await site.admin.post('/api/tokens', { name: scope, scope })
    return service.client({ token: data.token, siteId: site.id })
  }
  return [
    ['a stranger', true, site.anonymous],
    ['a content token', true, await token('content')],
    ['a read token', false, await token('read')],
    ['a draft token', false, await token('draft')],
    ['a member', false, await site.user('member')],
    ['an editor', false, await site.user('editor')],
    ['an administrator', false, site.admin],
  ]
}

const article = async (site: typeof open) =>
  (
    await site.admin.post('/api/articles', {
      title: 'Public',
      content: 'x',
      category_id: site.defaultCategoryId,
      status: 1,
    })
  ).data.id as number

function complaints({ status, headers }: Answer, mayBePublic: boolean): string[] {
  const control = String(headers['cache-control'])
  const vary = String(headers.vary)
  if (status !== 200) return control === 'no-store' ? [] : [`${status} is ${control}`]
  const expected = mayBePublic ? /^public/ : /private|no-store/
  return [
    ...(expected.test(control) ? [] : [`is ${control}`]),
    ...(vary.includes('Language') || !vary.includes('Accept-Encoding') ? [`varies by ${vary}`] : []),
  ]
}

for (const [what, site, isOpen] of [
  ['open to readers', open, true],
  ['closed', closed, false],
] as const)
  describe(`on a site ${what}`, async () => {
    const id = await article(site)
    const addressOf = (path: string) =>
      path
        .replace('{id}', String(path.includes('categories') ? site.defaultCategoryId : id))
        .replace(/\{\w+\}/g, '1')
    for (const [who, seesWhatAllSee, client] of await callersOn(site))
      test(`nothing private is marked public for ${who}, and everything public is`, async () => {
        const wrong: string[] = []
        let marked = 0
        for (const endpoint of gets) {
          const answer = await client.get(addressOf(endpoint.path))
          const mayBePublic = isOpen && seesWhatAllSee && isPublicThing(endpoint)
          wrong.push(...complaints(answer, mayBePublic).map((text) => `${endpoint.path}: ${text}`))
          if (answer.headers['cache-control'] === PUBLIC) marked++
        }
        expect(wrong).toEqual([])
        if (isOpen && seesWhatAllSee) expect(marked).toBeGreaterThan(5)
        else expect(marked).toBe(0)
      })
  })

test('a list with texts is public if the list is', async () => {
  const control = async (client: Client) =>
    (await client.get('/api/articles?include=content')).headers['cache-control']
  expect(await control(open.anonymous)).toBe(PUBLIC)
  expect(await control(open.admin)).toBe('private, no-cache')
})

test('the feed of changes is never stored by a shared cache', async () => {
  const { data } = await open.anonymous.get('/api/changes')
  for (const query of ['', `?after=${data.next}`, `?after=${data.next}&wait=1`]) {
    const { status, headers } = await open.anonymous.get(`/api/changes${query}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
  }
})

test('public_max_age sets how long; with 0 caches revalidate each time', async () => {
  const control = async () => (await open.anonymous.get('/api/categories')).headers['cache-control']
  await open.admin.put('/api/settings', { public_max_age: 5 })
  expect(await control()).toBe(PUBLIC.replace('60', '5'))
  await open.admin.put('/api/settings', { public_max_age: 0 })
  expect(await control()).toBe('public, no-cache')
  const { status, errors } = await open.admin.put('/api/settings', { public_max_age: -1 })
  expect([status, Object.keys(errors)]).toEqual([422, ['public_max_age']])
})
