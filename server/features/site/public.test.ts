import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseDocument } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite

const OPEN = {
  public_read: 1,
  site_name: 'The Inkstone',
  site_language: 'en',
  site_url: 'https://www.example.com',
  comment_captcha: 0,
  comment_review: 0,
  comment_ip_interval: 0,
}

async function open(settings: object = {}): Promise<TestSite> {
  const made = await service.newSite()
  expect((await made.admin.put('/api/settings', { ...OPEN, ...settings })).status).toBe(200)
  return made
}

async function get(on: TestSite, url: string, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({ url, headers: { 'x-site': String(on.id), ...headers } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
}

async function publish(on: TestSite, fields: object) {
  const { status, data } = await on.admin.post('/api/articles', {
    title: 'An article',
    content: '<p>Text</p>',
    category_id: on.defaultCategoryId,
    status: 1,
    ...fields,
  })
  expect(status).toBe(201)
  return data
}

/** Fails if the text is not well-formed XML; returns the names of its elements. */
function elementsOf(xml: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ name }) => void names.push(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return names
}

beforeAll(async () => {
  site = await open()
  const { data: parent } = await site.admin.post('/api/categories', {
    name: 'Craft',
    alias: 'craft',
    show_in_nav: 1,
  })
  const { data: child } = await site.admin.post('/api/categories', {
    name: 'Paper',
    alias: 'paper',
    parent_id: parent.id,
  })
  await site.admin.post('/api/categories', {
    name: 'Elsewhere',
    alias: 'elsewhere',
    show_in_nav: 1,
    external_link: 'https://elsewhere.example/',
  })
  const { data: tag } = await site.admin.post('/api/tags', { name: 'Ink', alias: 'ink' })
  await publish(site, {
    title: 'First',
    alias: 'first',
    publish_time: '2026-01-05 10:00:00',
    category_id: child.id,
  })
  await publish(site, {
    title: 'Second',
    alias: 'second',
    publish_time: '2026-02-05 10:00:00',
    category_id: child.id,
    tag_ids: [tag.id],
    content: '<p>Something about <b>grinding</b> ink.</p>',
    seo_title: 'Second for engines',
    seo_description: 'Described & told',
  })
  await publish(site, { title: 'Third', alias: 'third', publish_time: '2026-02-06 10:00:00' })
  await site.admin.post('/api/articles', {
    title: 'Draft',
    alias: 'draft',
    content: 'x',
    category_id: parent.id,
  })
  await site.admin.post('/api/pages', {
    title: 'About',
    alias: 'about',
    content: '<p>Who we are</p>',
    show_in_nav: 1,
  })
})

describe('the pages of the site', () => {
  const author = async () => (await site.admin.get('/api/articles/by-alias/first')).data.author.id
  const cases: [string, () => string | Promise<string>, string[], string[]][] = [
    [
      'the home',
      () => '/',
      ['The Inkstone', 'First', 'Second', 'Third', 'https://elsewhere.example/', '/about'],
      ['Draft'],
    ],
    [
      'an article',
      () => '/articles/second',
      [
        '<h1>Second</h1>',
        'grinding',
        'Second for engines',
        'Described &amp; told',
        '/tags/ink',
        'application/ld+json',
        '/articles/first',
        '/articles/third',
      ],
      [],
    ],
    [
      'a category with its subtree',
      () => '/categories/craft',
      ['First', 'Second', '/categories/paper'],
      ['Third'],
    ],
    ['a tag', () => '/tags/ink', ['Second'], ['First']],
    ['an author', async () => `/authors/${await author()}`, ['First', 'Second', 'Third'], ['Draft']],
    ['a month', () => '/archive/2026/02', ['Second', 'Third', '/archive/2026/01'], ['First']],
    ['a year', () => '/archive/2026', ['First', 'Second', 'href="/archive/2026/01"'], []],
    [
      'all months with articles, and the newest of them',
      () => '/archive',
      [
        'Third',
        'href="/archive/2026"',
        'Jan <span class="count">1</span>',
        'Feb <span class="count">2</span>',
      ],
      ['>First<', 'href="/archive/2026/03"'],
    ],
    ['a page', () => '/about', ['Who we are'], []],
    ['a search', () => '/search?q=grinding', ['<em>grinding</em>', 'Second'], ['Third']],
    ['a search without a question', () => '/search', ['name="q"'], []],
  ]
  for (const [name, url, shown, hidden] of cases)
    test(`show ${name}`, async () => {
      const { status, headers, text } = await get(site, await url())
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      for (const part of shown) expect(text).toContain(part)
      for (const part of hidden) expect(text).not.toContain(part)
      expect(parseDocument(text).children.length).toBeGreaterThan(0)
    })

  test('are cacheable, have an ETag and a strict policy', async () => {
    const { headers } = await get(site, '/articles/second')
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=60$/)
    const policy = String(headers['content-security-policy'])
    for (const part of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "style-src 'self'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    const again = await get(site, '/articles/second', { 'if-none-match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('are compressed if the client accepts it, with the same ETag', async () => {
    const plain = await get(site, '/')
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)
      for (const _time of ['first', 'again']) {
        const answer = await service.app.inject({
          url: '/',
          headers: { 'x-site': String(site.id), 'accept-encoding': encoding },
        })
        expect(answer.headers['content-encoding']).toBe(encoding)
        expect(answer.headers.vary).toContain('Accept-Encoding')
        expect(answer.headers.etag).toBe(plain.headers.etag)
        expect(unpack(answer.rawPayload).toString()).toBe(plain.text)
      }
  })

  test('may be cached by shared caches for as long as the setting says', async () => {
    const caching = async (on: TestSite) => (await get(on, '/')).headers['cache-control']
    expect(await caching(await open({ public_max_age: 300 }))).toContain('s-maxage=300,')
    expect(await caching(await open({ public_max_age: 0 }))).toBe('public, no-cache')
  })

  test('change immediately with their content', async () => {
    const made = await open()
    const { id } = await publish(made, { title: 'Before', alias: 'it' })
    expect((await get(made, '/')).text).toContain('Before')
    expect((await get(made, '/articles/it')).text).toContain('Before')
    await made.admin.put(`/api/articles/${id}`, { title: 'After' })
    expect((await get(made, '/')).text).toContain('After')
    expect((await get(made, '/articles/it')).text).toContain('After')
    await made.admin.post(`/api/articles/${id}/unpublish`, {})
    expect((await get(made, '/')).text).not.toContain('After')
    expect((await get(made, '/articles/it')).status).toBe(404)
  })

  test('have the paths in the settings, and former aliases redirect', async () => {
    const made = await open({
      article_path: '/p/{alias}.html',
      category_path: '/c/{alias}',
      page_path: '/s/{alias}',
    })
    const { id } = await publish(made, { alias: 'old-name' })
    expect((await get(made, '/p/old-name.html')).status).toBe(200)
    await made.admin.put(`/api/articles/${id}`, { alias: 'new-name' })
    const moved = await get(made, '/p/old-name.html')
    expect(moved).toMatchObject({ status: 301, headers: { location: '/p/new-name.html' } })
    expect((await get(made, '/c/uncategorized')).text).toContain('/p/new-name.html')
    expect((await get(made, '/articles/new-name')).status).toBe(404)
  })

  test('are paginated', async () => {
    const made = await open()
    for (let number = 1; number <= 14; number++) await publish(made, { title: `Number ${number}` })
    expect((await get(made, '/')).text).toContain('href="/?page=2"')
    const { text } = await get(made, '/?page=2')
    expect(text).toContain('Number 1<')
    expect(text).toMatch(/<title>[^<]+ \(2\/2\)<\/title>/)
    const { text: found } = await get(made, '/search?q=number&page=2')
    expect(found).toMatch(/<title>number · [^<]+ \(2\/2\) · [^<]+<\/title>/)
    expect((await get(made, '/?page=3')).status).toBe(404)
    expect((await get(made, '/?page=nonsense')).status).toBe(200)
  })

  const missing = [
    '/nothing',
    '/articles/nothing',
    '/articles/draft',
    '/categories/nothing',
    '/tags/nothing',
    '/authors/999999',
    '/authors/x',
    '/archive/2026/13',
    '/archive/1999',
    '/archive/1999/05',
    '/archive/1999/05/feed.xml',
    '/theme/nothing.css',
    '/theme/..%2f..%2fpackage.json',
    '/about/feed.xml',
    '/constructor',
    '/__proto__',
    '/%00',
    '/articles/a%00',
    '/tags/%00/feed.xml',
  ]
  for (const url of missing)
    test(`return an HTML page with 404 at ${url}`, async () => {
      const { status, headers, text } = await get(site, url)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect([status, text]).toEqual([404, expect.stringContaining('<!doctype html>')])
    })

  const undecodable = ['/%E0%A4%A', '/%', '/articles/%E0%A4%A', '/%ZZ?q=1', '/admin/%E0%A4%A']
  for (const url of undecodable)
    test(`return an HTML page with 400 at ${url}, in the language of the reader`, async () => {
      for (const [language, lang, message] of [
        ['en', 'en', 'The URL is not valid.'],
        ['zh-CN,en;q=0.5', 'zh-CN', '请求地址无效。'],
      ] as const) {
        const { status, headers, text } = await get(site, url, { 'accept-language': language })
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          vary: expect.stringContaining('Accept-Language'),
        })
        expect([status, text]).toEqual([400, expect.stringContaining(`<h1>${message}</h1>`)])
        expect(text).toContain(`<html lang="${lang}">`)
      }
    })

  test('have no path of their own for undecodable ones', async () => {
    expect((await get(site, '/unreadable-path')).status).toBe(404)
    const { status, headers, text } = await get(site, '/api/%E0%A4%A')
    expect([status, headers['content-type'], JSON.parse(text).error]).toEqual([
      400,
      'application/json; charset=utf-8',
      'bad-url',
    ])
  })

  test('do not affect the JSON of the API', async () => {
    const { status, headers } = await get(site, '/api/nothing')
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })
})

describe('feeds and sitemaps', () => {
  const lists = ['', '/categories/craft', '/tags/ink', '/archive/2026/02']
  for (const list of lists) {
    test(`RSS of ${list || 'everything'}`, async () => {
      const { status, headers, text } = await get(site, `${list}/feed.xml`)
      expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
      const names = elementsOf(text)
      expect(names.slice(0, 5)).toEqual(['rss', 'channel', 'title', 'link', 'description'])
      expect(text).toContain('https://www.example.com/articles/second')
    })
    test(`Atom of ${list || 'everything'}`, async () => {
      const { status, headers, text } = await get(site, `${list}/atom.xml`)
      expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
      const names = elementsOf(text)
      expect(names).toEqual(expect.arrayContaining(['feed', 'id', 'updated', 'entry', 'author', 'content']))
    })
    test(`JSON of ${list || 'everything'}`, async () => {
      const { status, text } = await get(site, `${list}/feed.json`)
      expect(status).toBe(200)
      const feed = JSON.parse(text)
      expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
      expect(feed.feed_url).toBe(`https://www.example.com${list}/feed.json`)
      expect(feed.items.map(({ title }: { title: string }) => title)).toContain('Second')
    })
  }

  test('of a search: the newest articles with all its words', async () => {
    const page = await get(site, '/search?q=second%20%26')
    expect(page.text).toContain('href="/search/feed.xml?q=second%20%26"')
    const { status, headers, text } = await get(site, '/search/atom.xml?q=second%20%26')
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(elementsOf(text)).toContain('entry')
    const feed = JSON.parse((await get(site, '/search/feed.json?q=second%20%26')).text)
    expect(feed.home_page_url).toBe('https://www.example.com/search?q=second%20%26')
    expect(feed.feed_url).toBe('https://www.example.com/search/feed.json?q=second%20%26')
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(['Second'])
    const without = ['/search/feed.json?q=nothing+like+it', '/search/feed.json', '/search/feed.json?q=a&q=b']
    for (const path of without) expect(JSON.parse((await get(site, path)).text).items).toEqual([])
  })

  test('of a search: an article that was written first and published last is the newest', async () => {
    const made = await open()
    const { admin, defaultCategoryId: category_id } = made
    const text = { content: '<p>zebra</p>', category_id }
    const { data } = await admin.post('/api/articles', { ...text, title: 'Written first' })
    const articles = Array.from({ length: 20 }, (_, index) => ({
      ...text,
      title: `Zebra ${index}`,
      status: 1,
      publish_time: `2024-01-${String(index + 1).padStart(2, '0')}`,
    }))
    await admin.post('/api/articles/batch', { articles })
    await admin.post(`/api/articles/${data.id}/publish`)
    const { items } = JSON.parse((await get(made, '/search/feed.json?q=zebra')).text)
    expect(items).toHaveLength(20)
    expect(items[0].title).toBe('Written first')
  })

  test('have links in the texts that lead to the site and to their notes from anywhere', async () => {
    const made = await open()
    await publish(made, {
      title: 'Linked',
      alias: 'linked',
      content:
        '<p><a href="/articles/second?a=1&amp;b=2">one</a> <a title="x" href="#fn-1">note</a> <a href="//cdn.example/x">other</a> <a href="https://a.example/">away</a> <img src="/static/x.png" alt=""> <code>&lt;a href="/x"&gt;</code></p>',
    })
    const { items } = JSON.parse((await get(made, '/feed.json')).text)
    const [, ...found] = items[0].content_html.split(/ (?:href|src)=/)
    expect(found.map((each: string) => each.split(/[ >]/)[0])).toEqual([
      '"https://www.example.com/articles/second?a=1&amp;b=2"',
      '"https://www.example.com/articles/linked#fn-1"',
      '"//cdn.example/x"',
      '"https://a.example/"',
      '"https://www.example.com/static/x.png"',
      '"/x"&gt;</code',
    ])
  })

  test('remove characters that XML does not allow', async () => {
    const made = await open({ site_name: '<&>"\u0001' })
    await publish(made, {
      title: ']]>\u0008</title><script>',
      alias: 'odd',
      content: '<p>]]&gt; &amp; 😀</p>',
    })
    for (const path of ['/feed.xml', '/atom.xml', '/sitemap.xml']) elementsOf((await get(made, path)).text)
  })

  test('sitemap, robots, manifest and icon', async () => {
    const { text } = await get(site, '/sitemap.xml')
    expect(elementsOf(text)[0]).toBe('urlset')
    for (const path of ['/', '/articles/first', '/about', '/categories/paper', '/tags/ink'])
      expect(text).toContain(`<loc>https://www.example.com${path}</loc>`)
    expect(text).not.toContain('/articles/draft')
    expect((await get(site, '/sitemap.xml?part=9')).status).toBe(404)
    expect((await get(site, '/robots.txt')).text).toContain('Sitemap: https://www.example.com/sitemap.xml')
    expect(JSON.parse((await get(site, '/manifest.webmanifest')).text).name).toBe('The Inkstone')
    expect((await get(site, '/favicon.ico')).status).toBe(200)
  })
})

describe('the settings', () => {
  for (const [name, settings] of [
    ['public_read', { public_read: 0 }],
    ['site_enabled', { site_enabled: 0 }],
  ] as const)
    test(`without ${name} there is a page with an explanation at / and nothing else`, async () => {
      const made = await open(settings)
      await publish(made, { alias: 'it' })
      const { status, text, headers } = await get(made, '/', { 'accept-language': 'en' })
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      for (const part of ['href="/admin"', 'href="/docs"', 'public_read']) expect(text).toContain(part)
      for (const path of [
        '/articles/it',
        '/feed.xml',
        '/sitemap.xml',
        '/robots.txt',
        '/search?q=x',
        '/theme/site.css',
      ])
        expect(await get(made, path)).toMatchObject({
          status: 404,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        })
    })

  test('a text in another language says so in all its metadata', async () => {
    const made = await open({ site_language: 'zh-CN' })
    const english = await publish(made, { content: '<p>Some words in English, and nothing else.</p>' })
    const chinese = await publish(made, { title: '文章', content: '<p>这是一篇中文文章。</p>' })
    await made.admin.post('/api/pages', {
      title: 'About',
      alias: 'about-us',
      content: '<p>A page in English.</p>',
    })
    const languagesOf = async (url: string) => {
      const { text } = await get(made, url)
      return [/hreflang="([^"]*)"/, /og:locale" content="([^"]*)"/, /"inLanguage":"([^"]*)"/].map(
        (form) => form.exec(text)?.[1],
      )
    }
    expect(await languagesOf(`/articles/${english.alias}`)).toEqual(['en', 'en', 'en'])
    expect(await languagesOf(`/articles/${chinese.alias}`)).toEqual(['zh-CN', 'zh_CN', 'zh-CN'])
    expect(await languagesOf('/about-us')).toEqual(['en', 'en', undefined])
    expect(await languagesOf('/')).toEqual(['zh-CN', 'zh_CN', 'zh-CN'])
  })

  test('a Chinese site has Chinese texts, and an unknown site is 404', async () => {
    const made = await open({ site_language: 'zh-CN', site_look: 'magazine', site_accent: '#ffee00' })
    const { text } = await get(made, '/')
    for (const part of ['lang="zh-CN"', 'data-look="magazine"', '归档']) expect(text).toContain(part)
    const article = { title: 'Found', content: '<p>x</p>', category_id: made.defaultCategoryId, status: 1 }
    await made.admin.post('/api/articles', article)
    expect((await get(made, '/search?q=found')).text).toContain('搜索结果：1')
    const { text: css } = await get(made, '/theme/site.css')
    // Yellow on white is not readable, so it is made darker.
    expect(css).toMatch(/:root\{--accent:#[0-9a-f]{6}\}/)
    expect(css).not.toMatch(/\n:root\{--accent:#ffee00\}/)
    expect((await get({ ...made, id: 987_654 }, '/')).status).toBe(404)
  })
})

describe('a signed-in user', () => {
  test('sees Edit on articles they may edit, by token or cookie', async () => {
    const made = await open()
    const { id } = await publish(made, { alias: 'it' })
    const edit = `href="/admin/articles/${id}"`
    const member = await made.user('member')
    expect((await get(made, '/articles/it')).text).not.toContain(edit)
    expect((await get(made, '/articles/it', { authorization: `Bearer ${member.token}` })).text).not.toContain(
      edit,
    )
    const shown = await get(made, '/articles/it', { authorization: `Bearer ${made.admin.token}` })
    expect(shown.text).toContain(edit)
    expect(shown.headers['cache-control']).toBe('private, no-store')
    const withCookie = await get(made, '/articles/it', { cookie: `inkstone_session=${made.admin.token}` })
    expect(withCookie.text).toContain(edit)
    expect((await get(made, '/articles/it', { cookie: 'inkstone_session=nonsense' })).status).toBe(200)
  })

  test('gets the cookie at login, which the API does not accept', async () => {
    const { ADMIN_PASSWORD } = await import('../../test/harness.ts')
    const { headers, data } = await service
      .client({})
      .post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
    expect(String(headers['set-cookie'])).toMatch(
      /^inkstone_session=\S+; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax$/,
    )
    const answer = await service.client({}).get('/api/auth/me', { cookie: `inkstone_session=${data.token}` })
    expect(answer.status).toBe(401)
  })

  test('can open a preview link', async () => {
    const made = await open()
    const { data } = await made.admin.post('/api/articles', {
      title: 'Soon',
      content: '<p>secret</p>',
      category_id: made.defaultCategoryId,
    })
    const { data: preview } = await made.admin.post(`/api/articles/${data.id}/preview`, {})
    const shown = await get(made, `/preview?token=${preview.token}`)
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' },
    })
    expect(shown.text).toContain('secret')
    for (const path of ['/preview?token=nonsense', '/preview?token=', '/preview'])
      expect(await get(made, path), path).toMatchObject({
        status: 403,
        headers: { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' },
      })
    // Also if nothing is public yet, without the menu.
    await made.admin.post('/api/categories', { name: 'In the menu', show_in_nav: 1 })
    expect((await get(made, `/preview?token=${preview.token}`)).text).toContain('In the menu')
    for (const closing of [{ public_read: 0 }, { public_read: 1, site_enabled: 0 }]) {
      await made.admin.put('/api/settings', closing)
      const closed = await get(made, `/preview?token=${preview.token}`)
      expect(closed).toMatchObject({ status: 200, headers: { 'x-robots-tag': 'noindex' } })
      expect(closed.text).toContain('secret')
      expect(closed.text).not.toContain('In the menu')
      for (const path of ['/preview?token=nonsense', '/preview', '/search'])
        expect((await get(made, path)).status, path).toBe(404)
      expect((await get(made, '/preview?token=nonsense')).headers).toMatchObject({
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-store',
      })
    }
  })
})

describe('a former alias', () => {
  const moved = async (made: TestSite, path: string) => {
    const { status, headers } = await get(made, path)
    return status === 301 ? headers.location : status
  }

  test('of a page, category or tag redirects, also its feeds, until it is used again', async () => {
    const made = await open()
    await made.admin.post('/api/pages', { title: 'About', alias: 'about', content: '<p>x</p>' })
    const { data: category } = await made.admin.post('/api/categories', { name: 'Poetry', alias: 'poetry' })
    const { data: tag } = await made.admin.post('/api/tags', { name: 'Travel', alias: 'travel' })
    for (const path of ['/about', '/categories/poetry', '/tags/travel'])
      expect(await moved(made, path), path).toBe(200)
    await made.admin.put('/api/pages/about', { alias: 'about-us' })
    await made.admin.put(`/api/categories/${category.id}`, { alias: 'poems' })
    await made.admin.patch(`/api/tags/${tag.id}`, { alias: 'trips' })
    expect(await moved(made, '/about')).toBe('/about-us')
    expect(await moved(made, '/categories/poetry')).toBe('/categories/poems')
    expect(await moved(made, '/categories/poetry/feed.xml')).toBe('/categories/poems/feed.xml')
    expect(await moved(made, '/tags/travel')).toBe('/tags/trips')
    // Twice renamed, both lead to the present one.
    await made.admin.put('/api/pages/about-us', { alias: 'who-we-are' })
    expect([await moved(made, '/about'), await moved(made, '/about-us')]).toEqual([
      '/who-we-are',
      '/who-we-are',
    ])
    await made.admin.put('/api/pages/who-we-are', { alias: 'about' })
    expect([await moved(made, '/about'), await moved(made, '/who-we-are')]).toEqual([200, '/about'])
    await made.admin.post('/api/pages', { title: 'Another', alias: 'about-us', content: '<p>y</p>' })
    expect(await moved(made, '/about-us')).toBe(200)
    // Nobody learns where something went that is not public.
    await made.admin.put('/api/pages/about', { enabled: 0 })
    expect(await moved(made, '/who-we-are')).toBe(404)
    expect(await moved(await open(), '/categories/poetry')).toBe(404)
  })

  test('of what was merged leads to what it became a part of', async () => {
    const made = await open()
    const category = async (name: string) => (await made.admin.post('/api/categories', { name })).data.id
    const [one, two, three] = [await category('One'), await category('Two'), await category('Three')]
    await made.admin.put(`/api/categories/${one}`, { alias: 'first' })
    await made.admin.post(`/api/categories/${one}/merge`, { target_id: two })
    await made.admin.delete(`/api/categories/${two}?move_to=${three}`)
    for (const alias of ['one', 'first', 'two'])
      expect(await moved(made, `/categories/${alias}`), alias).toBe('/categories/three')
    const tag = async (name: string) => (await made.admin.post('/api/tags', { name })).data.id
    const [old, current] = [await tag('Old'), await tag('Current')]
    await made.admin.post(`/api/tags/${old}/merge`, { target_id: current })
    expect(await moved(made, '/tags/old')).toBe('/tags/current')
    await made.admin.delete(`/api/tags/${current}`)
    expect(await moved(made, '/tags/old')).toBe(404)
  })

  test('of what was disabled, renamed and enabled again redirects', async () => {
    const made = await open()
    const make = async (path: string, fields: object): Promise<string> =>
      `${path}/${(await made.admin.post(path, fields)).data.id}`
    const page = await make('/api/pages', { title: 'Fair', alias: 'fair', content: '<p>x</p>' })
    const category = await make('/api/categories', { name: 'Drama', alias: 'drama' })
    const tag = await make('/api/tags', { name: 'Stage', alias: 'stage' })
    for (const [path, old, current] of [
      [page, '/fair', '/market'],
      [category, '/categories/drama', '/categories/market'],
      [tag, '/tags/stage', '/tags/market'],
    ] as const) {
      const change = (fields: object) => made.admin.put(path, fields)
      await change({ enabled: 0 })
      await change({ alias: 'unseen' })
      await change({ alias: 'market' })
      expect(await moved(made, old), old).toBe(404)
      await change({ enabled: 1 })
      expect([await moved(made, old), await moved(made, current)]).toEqual([current, 200])
      expect(await moved(made, old.replace(/[^/]+$/, 'unseen'))).toBe(404)
      // Nothing redirects to itself.
      await change({ enabled: 0 })
      await change({ enabled: 1 })
      expect(await moved(made, `${current}?page=99`)).not.toBe(current)
    }
  })

  test('that was never public is not kept', async () => {
    const made = await open()
    await made.admin.post('/api/pages', { title: 'Secret', alias: 'secret', content: '<p>x</p>', enabled: 0 })
    await made.admin.put('/api/pages/secret', { alias: 'known', enabled: 1 })
    expect([await moved(made, '/secret'), await moved(made, '/known')]).toEqual([404, 200])
  })
})

test('a disabled category or tag leaves no link behind, nor does a category below it', async () => {
  const own = await open()
  const make = async (path: string, fields: object) => (await own.admin.post(path, fields)).data.id as number
  const parent = await make('/api/categories', { name: 'Gone above', alias: 'gone-above' })
  const child = await make('/api/categories', { name: 'Gone below', alias: 'gone-below', parent_id: parent })
  const tag = await make('/api/tags', { name: 'Gone tag', alias: 'gone-tag' })
  await publish(own, { title: 'Still here', alias: 'still-here', category_id: child, tag_ids: [tag] })
  const paths = [
    '/',
    '/articles/still-here',
    '/search?q=still',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
  ]
  const mentions = async () => {
    const texts = await Promise.all(paths.map(async (path) => (await get(own, path)).text))
    return texts.map((text) => /gone[- ](?:above|below|tag)/i.test(text))
  }
  expect(await mentions()).toEqual(paths.map(() => true))
  await own.admin.put(`/api/categories/${parent}`, { enabled: 0 })
  await own.admin.put(`/api/tags/${tag}`, { enabled: 0 })
  expect(await mentions()).toEqual(paths.map(() => false))
  expect((await get(own, '/articles/still-here')).text).toContain('Still here')
  await own.admin.put(`/api/categories/${parent}`, { enabled: 1 })
  expect((await get(own, '/')).text).toContain('/categories/gone-below')
})
