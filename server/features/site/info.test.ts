import { describe, expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const service = await startTestService({ TIMEZONE: 'Asia/Shanghai' })

describe('GET /api/site', () => {
  test('returns what a front end needs to know, without a token', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', {
      site_name: '墨池',
      site_description: 'A magazine',
      site_language: 'en',
      site_url: 'https://www.example.com/',
      comment_captcha: 0,
    })
    const { status, data } = await site.anonymous.get('/api/site')
    expect(status).toBe(200)
    expect(data).toEqual({
      name: '墨池',
      description: 'A magazine',
      keywords: '',
      logo: '',
      icon: '',
      language: 'en',
      timezone: 'Asia/Shanghai',
      url: 'https://www.example.com',
      navigation: [],
      comments: {
        enabled: 1,
        guests: 1,
        captcha_type: 'none',
        min_length: 10,
        max_length: 500,
        max_depth: 5,
      },
      sign_in: { passkeys: 0, single_sign_on: 0, mail: 0, registration: 1, registration_captcha: 0 },
      paths: {
        article: '/articles/{alias}',
        page: '/{alias}',
        category: '/categories/{alias}',
        tag: '/tags/{alias}',
      },
      open: 1,
      versions: ['v1'],
    })
  })

  test('lists the ways to sign in', async () => {
    const equipped = await startTestService({
      PUBLIC_URL: 'https://blog.example.com',
      SMTP_URL: 'smtp://127.0.0.1:9',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'inkstone',
    })
    const site = await equipped.newSite()
    await site.admin.put('/api/settings', { registration: 0, registration_captcha: 1 })
    expect((await site.anonymous.get('/api/site')).data.sign_in).toEqual({
      passkeys: 1,
      single_sign_on: 1,
      mail: 1,
      registration: 0,
      registration_captcha: 1,
    })
  })

  test('contains the categories and pages of the navigation', async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { site_url: 'https://x.example', category_path: '/c/{alias}' })
    const category = async (name: string, fields: object) =>
      (await site.admin.post('/api/categories', { name, ...fields })).data.id as number
    const top = await category('Top', { show_in_nav: 1 })
    const hidden = await category('Hidden', { parent_id: top })
    const deep = await category('Deep', { parent_id: hidden, show_in_nav: 1, external_link: '/elsewhere' })
    const off = await category('Off', { enabled: 0, show_in_nav: 1 })
    await category('Beneath off', { parent_id: off, show_in_nav: 1 })
    await category('Not shown', {})
    const page = await site.admin.post('/api/pages', { title: 'About', content: '<p>x</p>', show_in_nav: 1 })
    await site.admin.post('/api/pages', { title: 'Quiet', content: '<p>x</p>' })
    const { navigation } = (await site.anonymous.get('/api/site')).data
    expect(navigation).toEqual([
      {
        type: 'category',
        id: top,
        name: 'Top',
        alias: 'top',
        url: 'https://x.example/c/top',
        external_link: '',
        children: [
          {
            type: 'category',
            id: deep,
            name: 'Deep',
            alias: 'deep',
            url: 'https://x.example/c/deep',
            external_link: '/elsewhere',
            children: [],
          },
        ],
      },
      {
        type: 'page',
        id: page.data.id,
        name: 'About',
        alias: 'about',
        url: 'https://x.example/about',
        external_link: '',
        children: [],
      },
    ])
  })

  test('uses the URL of the domain, or otherwise of the request', async () => {
    const site = await service.newSite()
    expect((await site.anonymous.get('/api/site')).data.url).toMatch(/^http:\/\/localhost/)
    const root = await service.newUser('admin')
    await root.put(`/api/sites/${site.id}`, { domains: [`${site.alias}.example.com`] })
    expect((await site.anonymous.get('/api/site')).data.url).toBe(`http://${site.alias}.example.com`)
  })
})

describe('the alias of a page', () => {
  test('cannot hide a route of the service', async () => {
    const site = await service.newSite()
    const body = { title: 'x', content: '<p>x</p>' }
    for (const alias of ['admin', 'API', 'docs', 'search'])
      expect((await site.admin.post('/api/pages', { ...body, alias })).errors).toHaveProperty('alias')
    expect((await site.admin.post('/api/pages', { ...body, title: 'Search' })).data.alias).toBe('search-2')
  })
})
