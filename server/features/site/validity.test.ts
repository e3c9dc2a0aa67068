import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { HtmlValidate } from 'html-validate'
import { SaxesParser } from 'saxes'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '../../platform/core/actor.ts'
import { createZone } from '../../platform/times/times.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { sitemapOf } from './feeds.actions.ts'
import { createSiteParts } from './parts.actions.ts'
import { createReader } from './reader.rules.ts'

const service = await startTestService()
let site: TestSite
let article: number
const base = 'https://www.example.com'

beforeAll(async () => {
  site = await service.newSite()
  const { admin } = site
  await admin.put('/api/settings', {
    public_read: 1,
    site_name: 'Valid & <sound>',
    site_description: 'A "description" & more',
    site_url: base,
    comment_captcha: 1,
    comment_review: 0,
    comment_ip_interval: 0,
    comment_user_interval: 0,
  })
  await admin.put('/api/auth/me', { nickname: 'The <Author>' })
  const { data: parent } = await admin.post('/api/categories', {
    name: 'Craft',
    alias: 'craft',
    show_in_nav: 1,
  })
  const { data: child } = await admin.post('/api/categories', {
    name: 'Ink',
    alias: 'ink',
    parent_id: parent.id,
    show_in_nav: 1,
  })
  const { data: tag } = await admin.post('/api/tags', { name: 'Tag & "tag"', alias: 'tag' })
  await admin.post('/api/pages', {
    title: 'About',
    alias: 'about',
    content: '<p>x</p>',
    show_in_nav: 1,
    allow_comment: 1,
  })
  for (const index of [1, 2, 3, 4, 5]) {
    const { data } = await admin.post('/api/articles', {
      title: `Article ${index} & <b>more</b>`,
      alias: `article-${index}`,
      summary: index === 1 ? 'A ]]> summary \u0001 with & <signs>' : '',
      content:
        '<h2>Heading</h2><p style="text-align: center">Text &amp; <a href="/about">a link</a> <img src="/x.jpg" width="10" height="10"></p><pre><code class="language-js">const a = "&lt;b&gt;"</code></pre><table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><blockquote><p>q</p></blockquote>',
      category_id: index % 2 ? child.id : parent.id,
      tag_ids: [tag.id],
      cover: index === 2 ? 'https://img.example/cover.jpg' : '',
      status: 1,
      publish_time: `2026-0${index}-10 09:00:00`,
    })
    if (index === 1) article = data.id
  }
  const { data: comment } = await admin.post('/api/comments', {
    article_id: article,
    content: 'A first comment',
  })
  await admin.post(`/api/comments/${comment.id}/reply`, { content: 'An answer by the site' })
})

async function get(url: string): Promise<string> {
  return (await service.app.inject({ url, headers: { 'x-site': String(site.id) } })).payload
}

const pages = (): string[] => [
  '/',
  '/articles/article-1',
  '/articles/article-2',
  `/articles/article-1?reply=1&sent=posted`,
  '/categories/craft',
  '/categories/ink',
  '/tags/tag',
  `/authors/${site.admin.id}`,
  '/archive',
  '/archive/2026/03',
  '/about',
  '/search',
  '/search?q=article',
  '/search?q=%22%3E%3Cb%3E',
  '/nothing-here',
  '/preview?token=none',
]

describe('HTML', () => {
  const checker = new HtmlValidate({
    root: true,
    extends: ['html-validate:standard'],
    rules: {
      // Texts have their own sanitised markup; a lower-case doctype and either kind of quotes are fine.
      'doctype-style': 'off',
      'attr-quotes': 'off',
      'void-style': 'off',
      'no-trailing-whitespace': 'off',
      'long-title': 'off',
      'no-inline-style': 'error',
      'require-sri': 'off',
      'no-implicit-button-type': 'off',
      'no-implicit-input-type': 'off',
      'tel-non-breaking': 'off',
    },
  })

  test.each(['en', 'zh-CN', 'ar'])('of every kind of page is valid, in %s', async (site_language) => {
    await site.admin.put('/api/settings', { site_language })
    const found: string[] = []
    for (const url of pages()) {
      const { results } = await checker.validateString(await get(url))
      for (const { messages } of results)
        for (const { ruleId, message, line } of messages) found.push(`${url}:${line} ${ruleId} ${message}`)
    }
    expect(found).toEqual([])
  })

  test('of a closed site is valid too', async () => {
    const closed = await service.newSite()
    for (const url of ['/', '/x']) {
      const { payload } = await service.app.inject({ url, headers: { 'x-site': String(closed.id) } })
      const { results } = await checker.validateString(payload)
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([])
    }
  })
})

describe('feeds', () => {
  const lists = () => ['', '/categories/craft', '/tags/tag', `/authors/${site.admin.id}`]

  test('in RSS can be parsed and contain what RSS 2.0 requires', async () => {
    for (const list of lists()) {
      const feed = parseRssFeed(await get(`${list}/feed.xml`))
      expect(feed.title).toBeTruthy()
      expect(feed.link).toMatch(/^https:\/\/www\.example\.com\//)
      expect(feed.description).toBeTruthy()
      expect(feed.items?.length).toBe(5)
      for (const item of feed.items ?? []) {
        expect(item.title).toBeTruthy()
        expect(item.link).toMatch(/^https:\/\/www\.example\.com\/articles\//)
        expect(item.guid?.value).toBeTruthy()
        // RFC 822: day, month in three letters, year in four, an offset.
        expect(String(item.pubDate)).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})$/)
      }
      const links = (feed.items ?? []).map(({ link }) => link)
      expect(new Set(links).size).toBe(links.length)
    }
  })

  test('in Atom can be parsed and contain what RFC 4287 requires', async () => {
    for (const list of lists()) {
      const text = await get(`${list}/atom.xml`)
      const feed = parseAtomFeed(text)
      expect(feed.id).toBeTruthy()
      expect(feed.title).toBeTruthy()
      expect(Date.parse(String(feed.updated))).toBeGreaterThan(0)
      expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(`${base}${list}/atom.xml`)
      const ids = (feed.entries ?? []).map(({ id }) => id)
      expect(new Set(ids).size).toBe(5)
      for (const entry of feed.entries ?? []) {
        expect(entry.title).toBeTruthy()
        expect(String(entry.updated)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
        // Every entry or the feed has an author.
        expect(entry.authors?.[0]?.name ?? feed.authors?.[0]?.name).toBeTruthy()
        expect(entry.links?.some(({ rel }) => rel === undefined || rel === 'alternate')).toBe(true)
      }
    }
  })

  test('in JSON can be parsed and contain what JSON Feed 1.1 requires', async () => {
    for (const list of lists()) {
      const text = await get(`${list}/feed.json`)
      const feed = parseJsonFeed(text)
      expect(JSON.parse(text).version).toBe('https://jsonfeed.org/version/1.1')
      expect(feed.title).toBeTruthy()
      expect(feed.feed_url).toBe(`${base}${list}/feed.json`)
      for (const item of feed.items ?? []) {
        expect(item.id).toBeTruthy()
        expect(item.content_html ?? item.content_text).toBeTruthy()
      }
    }
  })

  test('keep the id of an article whose alias changes, the same in every format', async () => {
    const idsBefore = await idsInFeeds()
    expect(new Set(Object.values(idsBefore)).size).toBe(1)
    expect(idsBefore.rss).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    await site.admin.put(`/api/articles/${article}`, { alias: 'renamed' })
    expect(await get('/feed.xml')).toContain(`${base}/articles/renamed</link>`)
    expect(await idsInFeeds()).toEqual(idsBefore)
    await site.admin.put(`/api/articles/${article}`, { alias: 'article-1' })
  })

  /** Of the oldest article. */
  async function idsInFeeds() {
    return {
      rss: parseRssFeed(await get('/feed.xml')).items?.at(-1)?.guid?.value,
      atom: parseAtomFeed(await get('/atom.xml')).entries?.at(-1)?.id,
      json: parseJsonFeed(await get('/feed.json')).items?.at(-1)?.id,
    }
  }
})

/** The elements of well-formed XML with their content; fails otherwise. */
function elements(xml: string): Array<{ name: string; uri: string; text: string; parent: string }> {
  const found: Array<{ name: string; uri: string; text: string; parent: string }> = []
  const open: typeof found = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri }) => {
    const element = { name: local, uri, text: '', parent: open.at(-1)?.name ?? '' }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const current = open.at(-1)
    if (current) current.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return found
}

describe('the sitemap', () => {
  /** According to sitemap.xsd and siteindex.xsd. */
  function check(xml: string, root: 'urlset' | 'sitemapindex'): string[] {
    const all = elements(xml)
    expect(all[0]).toMatchObject({ name: root, uri: 'http://www.sitemaps.org/schemas/sitemap/0.9' })
    const entry = root === 'urlset' ? 'url' : 'sitemap'
    for (const { name, parent, text } of all.slice(1)) {
      expect([entry, 'loc', 'lastmod']).toContain(name)
      expect(parent).toBe(name === entry ? root : entry)
      if (name === 'loc') {
        expect(URL.canParse(text)).toBe(true)
        expect(text.length).toBeGreaterThanOrEqual(12)
        expect(text.length).toBeLessThanOrEqual(2048)
      }
      if (name === 'lastmod') expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/)
    }
    return all.filter(({ name }) => name === 'loc').map(({ text }) => text)
  }

  test('lists every readable URL once', async () => {
    const addresses = check(await get('/sitemap.xml'), 'urlset')
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const path of ['/', '/about', '/categories/craft', '/tags/tag', '/articles/article-3'])
      expect(addresses).toContain(`${base}${path}`)
    expect(addresses).toContain(`${base}/authors/${site.admin.id}`)
  })

  test('lists a category with articles only in the categories below it', async () => {
    const category = async (fields: object) => (await site.admin.post('/api/categories', fields)).data.id
    const above = await category({ name: 'Above', alias: 'above' })
    const below = await category({ name: 'Below', alias: 'below', parent_id: above })
    const listed = async () =>
      check(await get('/sitemap.xml'), 'urlset').filter((url) => /above|below/.test(url))
    expect(await listed()).toEqual([])
    const article = { title: 'Deep', content: '<p>x</p>', category_id: below, status: 1 }
    await site.admin.post('/api/articles', { ...article, alias: 'deep' })
    expect(await listed()).toEqual([`${base}/categories/above`, `${base}/categories/below`])
  })

  test('becomes an index above its limit, whose parts contain everything', async () => {
    const settings = (await site.admin.get('/api/settings')).data
    const actor = systemActor({ id: site.id, alias: site.alias, settings })
    const reader = createReader(actor, {
      zone: createZone('UTC'),
      base,
      mediaUrl: undefined,
      parts: createSiteParts(service.engine),
      dependencies: { slots: [] },
      categories: new Map(),
      isInTheme: () => false,
    })
    const limits = { mostInOne: 3, part: 2 }
    const { total } = (await site.admin.get('/api/articles')).data
    const numbers = Array.from({ length: Math.ceil(total / limits.part) }, (_, at) => at + 1)
    const index = check((await sitemapOf(service.engine.db, reader, undefined, limits)) ?? '', 'sitemapindex')
    expect(index).toEqual(numbers.map((part) => `${base}/sitemap.xml?part=${part}`))
    const parts = []
    for (const part of numbers)
      parts.push(...check((await sitemapOf(service.engine.db, reader, part, limits)) ?? '', 'urlset'))
    expect(new Set(parts).size).toBe(parts.length)
    expect(parts.sort()).toEqual(check(await get('/sitemap.xml'), 'urlset').sort())
    expect(await sitemapOf(service.engine.db, reader, numbers.length + 1, limits)).toBeUndefined()
    expect(
      (await service.app.inject({ url: '/sitemap.xml?part=9', headers: { 'x-site': String(site.id) } }))
        .statusCode,
    ).toBe(404)
  })
})
