import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const writer = await startTestService()
const reading = await writer.newNode()
const site = await writer.newSite()
await site.admin.put('/api/settings', {
  public_read: 1,
  site_language: 'en',
  comment_captcha: 0,
  comment_review: 1,
})

/** The responses of both nodes; the second may come from the cache. */
async function seen(url: string): Promise<{ status: number; text: string }> {
  const ask = async (node: Pick<typeof writer, 'app'>) => {
    const { statusCode, payload } = await node.app.inject({ url, headers: { 'x-site': String(site.id) } })
    return { status: statusCode, text: payload }
  }
  const answers = [await ask(reading), await ask(writer), await ask(reading)]
  for (const { status } of answers) expect(status).toBe(answers[0]?.status)
  return answers[0] ?? { status: 0, text: '' }
}

async function create(fields: object) {
  const { data } = await site.admin.post('/api/articles', {
    content: '<p>Text</p>',
    category_id: site.defaultCategoryId,
    status: 1,
    ...fields,
  })
  return data.id as number
}

test('every node shows a change immediately, on every affected page', async () => {
  const id = await create({ title: 'First title', alias: 'first' })
  await create({ title: 'Another', alias: 'another' })
  expect((await seen('/')).text).toContain('First title')
  expect((await seen('/articles/another')).text).toContain('First title')
  await site.admin.put(`/api/articles/${id}`, { title: 'Second title' })
  for (const url of ['/', '/articles/first', '/articles/another', '/feed.xml', '/archive'])
    expect((await seen(url)).text, url).toContain('Second title')
  await site.admin.put(`/api/categories/${site.defaultCategoryId}`, { name: 'Renamed category' })
  for (const url of ['/', '/articles/first'])
    expect((await seen(url)).text, url).toContain('Renamed category')
  await site.admin.put('/api/settings', { site_name: 'Renamed site' })
  expect((await seen('/articles/first')).text).toContain('Renamed site')
  await site.admin.post('/api/pages', {
    title: 'About us',
    alias: 'about',
    content: '<p>x</p>',
    show_in_nav: 1,
  })
  expect((await seen('/articles/first')).text).toContain('About us')
  await site.admin.put('/api/pages/about', { content: '<p>Changed</p>' })
  expect((await seen('/about')).text).toContain('Changed')
})

test('a month exists while it has an article', async () => {
  const url = '/archive/2001/05'
  expect((await seen(url)).status).toBe(404)
  const id = await create({ title: 'Old', alias: 'old-one', publish_time: '2001-05-06 07:08:09' })
  expect((await seen(url)).text).toContain('>Old<')
  await site.admin.post(`/api/articles/${id}/unpublish`, {})
  expect((await seen(url)).status).toBe(404)
})

test('the trail of an article has every level of its category, also after one is renamed', async () => {
  const above = await site.admin.post('/api/categories', { name: 'Above', alias: 'above' })
  const fields = { name: 'Below', alias: 'below', parent_id: above.data.id }
  const below = await site.admin.post('/api/categories', fields)
  await create({ title: 'Deep', alias: 'deep', category_id: below.data.id })
  const trail = async () => {
    const [nav = ''] = /<nav class="trail"[\s\S]*?<\/nav>/.exec((await seen('/articles/deep')).text) ?? []
    return [...nav.matchAll(/<a href="(.*?)">(.*?)</g)].map(([, url, name]) => `${url} ${name}`)
  }
  expect(await trail()).toEqual(['/ Home', '/categories/above Above', '/categories/below Below'])
  await site.admin.put(`/api/categories/${above.data.id}`, { name: 'Over', alias: 'over' })
  expect(await trail()).toEqual(['/ Home', '/categories/over Over', '/categories/below Below'])
  await site.admin.put(`/api/categories/${above.data.id}`, { enabled: 0 })
  expect(await trail()).toEqual([])
})

test('unpublished, deleted or disabled content disappears immediately', async () => {
  const id = await create({ title: 'Short life', alias: 'short' })
  expect((await seen('/articles/short')).status).toBe(200)
  await site.admin.post(`/api/articles/${id}/unpublish`)
  expect((await seen('/articles/short')).status).toBe(404)
  expect((await seen('/')).text).not.toContain('Short life')
  await site.admin.post(`/api/articles/${id}/publish`)
  expect((await seen('/articles/short')).status).toBe(200)
  await site.admin.delete(`/api/articles/${id}`)
  expect((await seen('/articles/short')).status).toBe(404)
  expect((await seen('/sitemap.xml')).text).not.toContain('/articles/short')
  await site.admin.put('/api/pages/about', { enabled: 0 })
  expect((await seen('/about')).status).toBe(404)
})

test('a comment appears when it is approved, and disappears when it is not', async () => {
  const id = await create({ title: 'Spoken of', alias: 'spoken' })
  const { data } = await site.anonymous.post('/api/comments', {
    article_id: id,
    content: 'A word about it all',
    nickname: 'Guest',
    email: 'guest@example.com',
  })
  expect((await seen('/articles/spoken')).text).not.toContain('A word about it all')
  await site.admin.post(`/api/comments/${data.id}/audit`, { status: 1 })
  expect((await seen('/articles/spoken')).text).toContain('A word about it all')
  await site.admin.post(`/api/comments/${data.id}/audit`, { status: 3 })
  expect((await seen('/articles/spoken')).text).not.toContain('A word about it all')
})

test('scheduled content appears at its time on every node, and not before', async () => {
  const { data: created } = await site.admin.post('/api/articles', {
    title: 'Due soon',
    alias: 'due',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
    publish_time: new Date(Date.now() + 2500).toISOString(),
  })
  expect(created.id).toBeGreaterThan(0)
  expect((await seen('/articles/due')).status).toBe(404)
  const statusOn = async (node: Pick<typeof writer, 'app'>) =>
    (await node.app.inject({ url: '/articles/due', headers: { 'x-site': String(site.id) } })).statusCode
  for (const node of [writer, reading])
    await expect.poll(() => statusOn(node), { timeout: 15_000, interval: 100 }).toBe(200)
  expect((await seen('/')).text).toContain('Due soon')
})
