import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ LOG_LEVEL: 'warn' })
const folder = join(service.config.dataDir, 'theme')
let site: TestSite

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, site_language: 'en' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string | Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  return service.app.inject({ url, headers: { 'x-site': String(site.id), ...headers } })
}
const textOf = async (url: string) => (await get(url)).payload.trim()

async function publish(fields: object): Promise<number> {
  const article = { content: '<p>x</p>', category_id: site.defaultCategoryId, status: 1, ...fields }
  return (await site.admin.post('/api/articles', article)).data.id
}

describe('a theme of a magazine', () => {
  test('has the headings of a text for a table of contents', async () => {
    const content =
      '<p>x</p><h2>First &amp; <em>best</em></h2><h3 id="own">Own id</h3><h2></h2><h2>First &amp; best</h2>'
    await publish({ title: 'Long', alias: 'long', content })
    await site.admin.post('/api/pages', { title: 'Imprint', alias: 'imprint', content: '<h2>Who</h2>' })
    const list = '{% for h in headings %}{{ h.level }} #{{ h.id }} {{ h.title }};{% endfor %}'
    write('toc.liquid', list)
    write('article.liquid', "{% render 'toc', headings: article.headings %}")
    write('page.liquid', "{% render 'toc', headings: page.headings %}")
    expect(await textOf('/articles/long')).toBe(
      '2 #first--best First &amp; best;3 #own Own id;2 #first--best-1 First &amp; best;',
    )
    expect(await textOf('/imprint')).toBe('2 #who Who;')
  })

  test('shows who wrote an article', async () => {
    await publish({ title: 'Signed', alias: 'signed' })
    write('article.liquid', '{{ article.author.nickname }}: {{ article.author.bio }}')
    for (const bio of ['Writes & <edits>', 'Edits']) {
      await site.admin.put('/api/auth/me', { nickname: 'Lin', bio })
      expect(await textOf('/articles/signed')).toBe(
        `Lin: ${bio === 'Edits' ? bio : 'Writes &amp; &lt;edits&gt;'}`,
      )
    }
    expect((await site.anonymous.get('/api/articles/by-alias/signed')).data.author).not.toHaveProperty('bio')
  })

  test('has the newest articles of each category on the home page and on the page of its parent', async () => {
    const category = async (fields: object) => (await site.admin.post('/api/categories', fields)).data.id
    const films = await category({ name: 'Films', alias: 'films', sort_order: -2 })
    const old = await category({ name: 'Old films', alias: 'old', parent_id: films })
    const news = await category({ name: 'News', alias: 'news', sort_order: -1 })
    await category({ name: 'Empty', alias: 'empty' })
    const secret = await category({ name: 'Secret', alias: 'secret', enabled: 0 })
    await publish({ title: 'Hidden', alias: 'hidden', category_id: secret })
    await publish({ title: 'Metropolis', alias: 'metropolis', category_id: old })
    for (const at of [1, 2, 3, 4, 5, 6, 7])
      await publish({
        title: `News ${at}`,
        alias: `news-${at}`,
        category_id: news,
        publish_time: `2026-01-0${at} 08:00:00`,
      })
    const list =
      '{% for one in sections %}{{ one.name }} {{ one.url }} {{ one.article_count }}:{% for card in one.articles %} {{ card.title }}{% endfor %};{% endfor %}'
    write('home.liquid', list)
    write('list.liquid', list)
    const home = async () => (await textOf('/')).replace(/Uncategorized.*/, '')
    const ofNews = 'News 7 News 6 News 5 News 4 News 3 News 2'
    expect(await home()).toBe(`Films /categories/films 1: Metropolis;News /categories/news 7: ${ofNews};`)
    expect(await textOf('/categories/films')).toBe('Old films /categories/old 1: Metropolis;')
    expect(await textOf('/categories/news')).toBe('')
    await publish({ title: 'Nosferatu', alias: 'nosferatu', category_id: films })
    expect(await home()).toBe(
      `Films /categories/films 2: Nosferatu Metropolis;News /categories/news 7: ${ofNews};`,
    )
  })

  test('has its own fonts and images', async () => {
    const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 0xff, 0xfe])
    write('body-1.woff2', font)
    write('mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    write('photo.jpg', 'x')
    const answer = await get('/theme/body-1.woff2?v=1')
    expect(answer.rawPayload.equals(font)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.headers['content-security-policy']).toContain("font-src 'self'")
    const again = await get('/theme/body-1.woff2', { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect((await get('/theme/mark.svg')).headers['content-type']).toBe('image/svg+xml')
    for (const missing of ['other.woff2', 'photo.jpg'])
      expect((await get(`/theme/${missing}`)).statusCode).toBe(404)
    write('body-1.woff2', 'new')
    expect(await textOf('/theme/body-1.woff2')).toBe('new')
    write('body-1.woff2', Buffer.alloc(512 * 1024 + 1))
    expect((await get('/theme/body-1.woff2')).statusCode).toBe(404)
    const shown = await get('/', { authorization: `Bearer ${site.admin.token}` })
    expect(shown.payload).toContain('body-1.woff2:1</strong> the file is larger than 512 KB')
  })
})
