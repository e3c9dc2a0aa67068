import { beforeAll, describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { importingInto } from '../../test/importing.ts'

const service = await startTestService()
const { folderOf, take } = importingInto(service)

async function openSite(): Promise<TestSite> {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1 })
  return site
}

async function get(site: TestSite, url: string, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({
    url,
    headers: { host: 'new.example', 'x-site': String(site.id), ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, location: answer.headers.location }
}

const post = (id: number, path: string, slug: string, status = 'publish', content = '<p>Text</p>') => `<item>
  <title>${slug}</title><link>https://old.example${path}</link><dc:creator>mary</dc:creator>
  <content:encoded><![CDATA[${content}]]></content:encoded>
  <category domain="category" nicename="tech">Technik</category><category domain="post_tag" nicename="ink">Ink</category>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>
  <wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status>
  <wp:post_type>${slug === 'about-us' ? 'page' : 'post'}</wp:post_type></item>`

const BLOG = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>mary</wp:author_login><wp:author_display_name>Mary</wp:author_display_name></wp:author>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>tech</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Technik</wp:cat_name></wp:category>
<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>ink</wp:tag_slug><wp:tag_name>Ink</wp:tag_name></wp:tag>
${post(7, '/2020/01/how-to-grind/', 'how-to-grind', 'publish', '<img src="https://old.example/wp-content/uploads/2020/01/sea-300x150.png">')}
${post(8, '/2020/01/not-yet/', 'not-yet', 'draft')}
${post(9, '/2020/%E4%BD%A0%E5%A5%BD/', '%E4%BD%A0%E5%A5%BD')}
${post(10, '/company/about-us/', 'about-us')}
</channel></rss>`

describe('after an import from WordPress', () => {
  let site: TestSite
  let author = 0
  let picture = ''

  beforeAll(async () => {
    site = await openSite()
    const folder = await folderOf({
      'blog.xml': BLOG,
      '2020/01/sea.png': await noise(40, 20).png().toBuffer(),
    })
    await take(site, 'wordpress', `${folder}/blog.xml`, { media: { fetch: false, folder } })
    author = (await site.admin.get('/api/authors')).data.list[0].id
    picture = new URL((await site.admin.get('/api/media')).data.list[0].url).pathname
  })

  const moved: readonly (readonly [string, string])[] = [
    ['/2020/01/how-to-grind/', '/articles/how-to-grind'],
    ['/2020/01/how-to-grind', '/articles/how-to-grind'],
    ['/2020/01/how-to-grind/?utm_source=x', '/articles/how-to-grind'],
    ['/2020/%E4%BD%A0%E5%A5%BD/', '/articles/%E4%BD%A0%E5%A5%BD'],
    ['/company/about-us/', '/about-us'],
    ['/category/tech/', '/categories/tech'],
    ['/tag/ink', '/tags/ink'],
    ['/category/tech/feed/', '/categories/tech/feed.xml'],
    ['/feed/', '/feed.xml'],
    ['/feed/atom/', '/feed.xml'],
  ]
  for (const [from, to] of moved)
    test(`${from} is redirected to ${to}`, async () => {
      const answer = await get(site, from)
      expect([answer.status, answer.location]).toEqual([301, to])
      expect(answer.headers).toMatchObject({
        'cache-control': expect.stringMatching(/^public/),
        vary: 'Authorization, X-Site, Accept-Encoding',
      })
    })

  test('so are authors, and pictures in every size', async () => {
    expect((await get(site, '/author/mary/')).location).toBe(`/authors/${author}`)
    for (const name of ['sea.png', 'sea-300x150.png', 'sea-1024x512.png'])
      expect((await get(site, `/wp-content/uploads/2020/01/${name}`)).location).toBe(picture)
  })

  test('so are links by number on the old host', async () => {
    const old = { host: 'www.old.example' }
    expect((await get(site, '/?p=7', old)).location).toBe('/articles/how-to-grind')
    for (const unknown of ['/?p=99', '/?p=8', '/?p=x', '/?p='])
      expect((await get(site, unknown, old)).status).toBe(200)
  })

  test('drafts, unknown paths and pages of lists that do not exist are not found', async () => {
    for (const path of [
      '/2020/01/not-yet/',
      '/2020/01/',
      '/2020/01/how-to-grind/feed/',
      '/categories/tech?page=9',
      '/%00',
    ])
      expect((await get(site, path)).status).toBe(404)
  })

  test('nothing else is redirected, however it is written', async () => {
    const odd = [
      '///feed',
      '//[/feed',
      '//:99999999/rss',
      '//a:b@/feed/',
      '//%20x/feed',
      '/x'.repeat(500),
      '/%ff/',
    ]
    for (const path of odd) expect([200, 400, 404], path).toContain((await get(site, path)).status)
    const elsewhere = (await get(site, '//evil.example/category/tech/feed')).location ?? ''
    expect(elsewhere).toMatch(/^(?:\/categories\/tech\/feed\.xml)?$/)
  })

  test('nothing is redirected on another site, or while the site is closed', async () => {
    expect((await get(await openSite(), '/2020/01/how-to-grind/')).status).toBe(404)
    await site.admin.put('/api/settings', { site_enabled: 0 })
    expect((await get(site, '/2020/01/how-to-grind/')).status).toBe(404)
    await site.admin.put('/api/settings', { site_enabled: 1 })
  })

  test('readers who are signed in are redirected too, and their answer is not shared', async () => {
    const answer = await get(site, '/2020/01/how-to-grind/', { authorization: `Bearer ${site.admin.token}` })
    expect([answer.status, answer.location]).toEqual([301, '/articles/how-to-grind'])
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('an article that was renamed, and then deleted', async () => {
    const { id } = (await site.admin.get('/api/articles/by-alias/how-to-grind')).data
    await site.admin.put(`/api/articles/${id}`, { alias: 'grinding' })
    expect((await get(site, '/2020/01/how-to-grind/')).location).toBe('/articles/grinding')
    await site.admin.delete(`/api/articles/${id}`)
    expect((await get(site, '/2020/01/how-to-grind/')).status).toBe(404)
  })
})

test('pictures of WordPress are told apart by their names', async () => {
  const site = await openSite()
  const attachment = (id: number, name: string) => `<item><title>${name}</title>
    <wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>
    <wp:attachment_url>https://old.example/wp-content/uploads/${name}</wp:attachment_url></item>`
  const names = ['wall-1920x1080.png', 'wall-800x600.png', '2019/logo.png', '2020/logo.png', 'big-scaled.png']
  const logo = await noise(12, 12).png().toBuffer()
  const images = names.map((name) => `<img src="https://old.example/wp-content/uploads/${name}">`).join('')
  const folder = await folderOf({
    'blog.xml': BLOG.replace(
      /<item>[\s\S]*<\/item>/,
      () =>
        post(7, '/pictures/', 'pictures', 'publish', images) +
        names.map((name, at) => attachment(20 + at, name)).join(''),
    ),
    'wall-1920x1080.png': await noise(30, 20).png().toBuffer(),
    'wall-800x600.png': await noise(20, 30).png().toBuffer(),
    '2019/logo.png': logo,
    '2020/logo.png': logo,
    'big-scaled.png': await noise(40, 40).png().toBuffer(),
  })
  await take(site, 'wordpress', `${folder}/blog.xml`, { media: { fetch: false, folder } })
  const widths = new Map<string, number>()
  for (const { url, width } of (await site.admin.get('/api/media')).data.list)
    widths.set(new URL(url).pathname, width)
  const widthAt = async (name: string) =>
    widths.get(String((await get(site, `/wp-content/uploads/${name}`)).location))
  expect(await Promise.all([...names, 'big-300x300.png'].map(widthAt))).toEqual([30, 20, 12, 12, 40, 40])
})

test('a link by number is found by its own host, also where PUBLIC_URL is another', async () => {
  const node = await service.newNode({ PUBLIC_URL: 'https://new.example' })
  const site = await openSite()
  const folder = await folderOf({ 'blog.xml': BLOG })
  await take(site, 'wordpress', `${folder}/blog.xml`)
  const at = async (host: string) =>
    (await node.app.inject({ url: '/?p=7', headers: { host, 'x-site': String(site.id) } })).statusCode
  expect([await at('old.example'), await at('other.example')]).toEqual([301, 200])
})

test('URLs of Ghost and of Markdown sites are redirected', async () => {
  const site = await openSite()
  const data = {
    posts: [
      {
        id: 'p1',
        uuid: 'p1',
        title: 'Ink',
        slug: 'ink',
        html: '<p><img src="__GHOST_URL__/content/images/2020/a.png"></p>',
        status: 'published',
      },
    ],
    tags: [{ id: 't1', name: 'News', slug: 'news' }],
    posts_tags: [{ post_id: 'p1', tag_id: 't1' }],
  }
  const folder = await folderOf({
    'ghost.json': JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }),
    'content/images/2020/a.png': await noise(10, 10).png().toBuffer(),
    'docs/setup.md': '---\ntitle: Setup\nurl: /guide/setup/\naliases: [/old/setup.html]\n---\nText',
  })
  await take(site, 'ghost', `${folder}/ghost.json`, { media: { fetch: false, folder } })
  await take(site, 'markdown', `${folder}/docs`)
  expect((await get(site, '/ink/')).location).toBe('/articles/ink')
  expect((await get(site, '/tag/news/rss/')).location).toBe('/tags/news/feed.xml')
  expect((await get(site, '/rss/')).location).toBe('/feed.xml')
  for (const size of ['', 'size/w600/', 'size/w30h30/format/webp/'])
    expect((await get(site, `/content/images/${size}2020/a.png`)).location).toMatch(/^\/uploads\//)
  expect((await get(site, '/guide/setup')).location).toBe('/articles/setup')
  expect((await get(site, '/old/setup.html')).location).toBe('/articles/setup')
})
