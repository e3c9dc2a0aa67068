import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService()

test('smoke', async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, site_name: 'N', site_language: 'en' })
  const { data } = await site.admin.post('/api/articles', {
    title: 'Hello',
    content: '<p>World</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const get = async (url: string) => service.app.inject({ url, headers: { 'x-site': String(site.id) } })
  for (const url of [
    '/',
    '/articles/hello',
    '/categories/uncategorized',
    '/archive',
    '/search?q=hello',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/robots.txt',
    '/theme/site.css',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/captcha',
    '/nope',
    '/api/nope',
  ]) {
    const { statusCode, payload, headers } = await get(url)
    console.log(
      url,
      statusCode,
      headers['content-type'],
      payload.length,
      statusCode >= 400 ? payload.slice(0, 200) : '',
    )
    if (url === '/articles/hello') console.log(payload)
  }
  expect(data.id).toBeGreaterThan(0)
})
