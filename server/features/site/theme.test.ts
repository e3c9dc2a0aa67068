import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Liquid } from 'liquidjs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCompiler } from '../../platform/templates/compile.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService({ LOG_LEVEL: 'warn', TIMEZONE: 'Asia/Shanghai' })
const folder = join(service.config.dataDir, 'theme')
const builtIn = fileURLToPath(new URL('theme', import.meta.url))
let site: TestSite

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, site_name: 'Themed', site_language: 'en' })
  await site.admin.post('/api/articles', {
    title: 'Plain <b>title</b>',
    alias: 'it',
    content: '<p>The text</p>',
    category_id: site.defaultCategoryId,
    status: 1,
    template: 'wide',
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string | Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}

async function get(url: string, token?: string) {
  const headers = { 'x-site': String(site.id), ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await service.app.inject({ url, headers })
  const policy = String(answer.headers['content-security-policy'])
  return { status: answer.statusCode, text: answer.payload, policy }
}

describe('a folder of templates', () => {
  test('overrides single files immediately, and escapes by default', async () => {
    expect((await get('/articles/it')).text).toContain('<h1>Plain &lt;b&gt;title')
    write('article.liquid', 'MINE {{ article.title }} {{ article.content | raw }}')
    const { status, text } = await get('/articles/it')
    expect([status, text]).toEqual([200, 'MINE Plain &lt;b&gt;title&lt;/b&gt; <p>The text</p>'])
    write('article.liquid', 'CHANGED')
    expect((await get('/articles/it')).text).toBe('CHANGED')
    expect((await get('/')).text).toContain('Themed')
    write('site.css', 'body{color:red}')
    expect((await get('/theme/site.css')).text).toContain('body{color:red}')
  })

  test('may have files with a byte order mark', async () => {
    write('site.css', '\ufeff:root{--mine:1}')
    expect((await get('/')).text).toContain('<style>:root{--mine:1}')
    expect((await get('/theme/site.css')).text).toBe(':root{--mine:1}')
    write('article.liquid', '\ufeffMINE')
    expect((await get('/articles/it')).text).toBe('MINE')
  })

  const unusable: readonly (readonly [string, string, string | Buffer, string])[] = [
    [
      'in GBK',
      'header.liquid',
      Buffer.from([...Buffer.from('<p>\n'), 0xd6, 0xd0, 0xce, 0xc4]),
      'header.liquid:2</strong> the file is not in UTF-8',
    ],
    [
      'in UTF-16',
      'site.css',
      Buffer.from('\ufeffbody{}', 'utf16le'),
      'site.css:1</strong> the file is not in UTF-8',
    ],
    [
      'too large',
      'article.liquid',
      'x'.repeat(512 * 1024 + 1),
      'article.liquid:1</strong> the file is larger than 512 KB',
    ],
  ]
  for (const [what, name, content, told] of unusable)
    test(`uses the built-in file instead of one that is ${what}, and tells administrators`, async () => {
      const before = (await get('/articles/it')).text
      write(name, content)
      const shown = (await get('/articles/it')).text
      expect(shown.replace(/\?v=\w+/g, '')).toBe(before.replace(/\?v=\w+/g, ''))
      expect((await get('/articles/it', site.admin.token)).text).toContain(told)
    })

  test('may have links that lead nowhere', async () => {
    write('article.liquid', 'MINE')
    symlinkSync('b.liquid', join(folder, 'a.liquid'))
    symlinkSync('a.liquid', join(folder, 'b.liquid'))
    expect(await get('/articles/it')).toMatchObject({ status: 200, text: 'MINE' })
  })

  test('formats times in the time zone of the service', async () => {
    const format = "date: '%Y-%m-%d %H:%M'"
    write('home.liquid', `{{ '2026-02-28T22:30:00Z' | ${format} }} {{ '2026-02-28 22:30:00' | ${format} }}`)
    expect((await get('/')).text).toBe('2026-03-01 06:30 2026-02-28 22:30')
    write(
      'home.liquid',
      `{{ '2026-02-28' | ${format} }} {{ 'now' | date: '%Y' | size }} {{ 'no time' | ${format} }}`,
    )
    expect((await get('/')).text).toBe('2026-02-28 00:00 4 no time')
  })

  test('tells the sites that share it apart', async () => {
    write('home.liquid', '{{ site.id }} {{ site.alias }}')
    const { alias } = (await site.admin.get(`/api/sites/${site.id}`)).data
    expect((await get('/')).text).toBe(`${site.id} ${alias}`)
    await site.admin.put(`/api/sites/${site.id}`, { alias: `${alias}-renamed` })
    expect((await get('/')).text).toBe(`${site.id} ${alias}-renamed`)
    const other = await service.newSite()
    await other.admin.put('/api/settings', { public_read: 1 })
    const { payload } = await service.app.inject({ url: '/', headers: { 'x-site': String(other.id) } })
    expect(payload.split(' ')[0]).toBe(String(other.id))
  })

  test('sees at once which categories of mentioned articles readers can open', async () => {
    const category = async (fields: object) =>
      (await site.admin.post('/api/categories', fields)).data.id as number
    const parent = await category({ name: 'Parent', alias: 'parent' })
    const child = await category({ name: 'Child', alias: 'child', parent_id: parent })
    const near = { title: 'Near', alias: 'near', content: '<p>Text</p>', category_id: child, status: 1 }
    await site.admin.post('/api/articles', near)
    write(
      'article.liquid',
      '{% for one in related %}{{ one.title }} in "{{ one.category.name }}" {% endfor %}',
    )
    const mentions = async () => (await get('/articles/it')).text.trim()
    expect(await mentions()).toBe('Near in "Child"')
    await site.admin.put(`/api/categories/${parent}`, { enabled: 0 })
    expect(await mentions()).toBe('Near in ""')
    await site.admin.put(`/api/categories/${parent}`, { enabled: 1 })
    expect(await mentions()).toBe('Near in "Child"')
  })

  test('has its style sheet in the page, allowed by its hash, or beside it if it is large', async () => {
    for (const sheet of ['body{color:red}', 'a::after{content:"</style><script>1</script>"}']) {
      write('site.css', sheet)
      const { text, policy } = await get('/')
      const [, inside = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
      expect(inside.replaceAll('<\\/', '</')).toBe(sheet)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(inside).digest('base64')}'`)
    }
    write('site.css', `/*${'x'.repeat(60_000)}*/`)
    const { text } = await get('/')
    expect(text).not.toContain('<style>')
    expect(text).toContain('<link rel="stylesheet" href="/theme/site.css?v=')
  })

  test('has the template that an article names, and lists its templates to editors', async () => {
    const offered = async () => (await site.admin.get('/api/site/templates')).data
    expect(await offered()).toEqual([])
    write('wide.liquid', 'WIDE')
    write('article.liquid', 'MINE')
    write('notes.css', '')
    expect((await get('/articles/it')).text).toBe('WIDE')
    expect(await offered()).toEqual(['wide'])
    const editor = await site.user('editor')
    expect((await editor.get('/api/site/templates')).status).toBe(200)
    expect((await site.anonymous.get('/api/site/templates')).status).toBe(401)
    expect((await (await site.user('member')).get('/api/site/templates')).status).toBe(403)
  })

  test('previews an accent colour, if it is valid', async () => {
    expect((await get('/theme/site.css?accent=%23123456')).text).toContain('--accent:#123456')
    expect((await get('/theme/site.css?accent=red%3B%7D')).text).not.toContain('red;')
  })

  const broken: [string, string, RegExp][] = [
    ['an unknown tag', 'one\ntwo\n{% nonsense %}', /article\.liquid:3/],
    ['an unknown filter', '{{ 1 | nonsense }}', /article\.liquid:1/],
    ['an open block', '\n{% if true %}', /article\.liquid:2/],
    ['a partial that is missing', "{% render 'nothing-here' %}", /article\.liquid:1/],
    ['a path out of the folder', "{% render '../../package' %}", /article\.liquid:1/],
    [
      'an endless loop',
      '{% for i in (1..100000) %}{% for j in (1..100000) %}{{ j }}{% endfor %}{% endfor %}',
      /article\.liquid:1/,
    ],
    ['a range without end', '{% for i in (1..9999999999) %}{% endfor %}', /article\.liquid:1/],
    [
      'huge output',
      '{% for i in (1..90000) %}0123456789012345678901234567890123456789012345678901234567890123456789{% endfor %}',
      // On a busy machine it may time out first.
      /too long|limit exceeded/,
    ],
    [
      'huge captured output',
      '{% capture x %}{% for i in (1..90000) %}0123456789012345678901234567890123456789012345678901234567890123456789{% endfor %}{% endcapture %}',
      // On a busy machine it may time out first.
      /too long|limit exceeded/,
    ],
    ['a template that renders itself', "{% render 'article' %}", /article\.liquid/],
  ]
  for (const [name, text, told] of broken)
    test(`with ${name} shows readers the built-in template, and administrators the error`, async () => {
      write('article.liquid', text)
      const { status, text: shown } = await get('/articles/it')
      expect(status).toBe(200)
      expect(shown).toContain('<p>The text</p>')
      expect(shown).not.toContain('article.liquid')
      const admin = await get('/articles/it', site.admin.token)
      expect(admin.status).toBe(200)
      expect(admin.text).toMatch(told)
      const member = await site.user('editor')
      expect((await get('/articles/it', member.token)).text).not.toContain('article.liquid')
      expect(service.logLines.join('\n')).toContain('a template of the theme failed')
      expect((await site.anonymous.get('/api/articles')).status).toBe(200)
    })

  test('shows administrators the error on pages that are not found and on previews too', async () => {
    write('layout.liquid', '{% if %}')
    const { list } = (await site.admin.get('/api/articles')).data
    const { data } = await site.admin.post(`/api/articles/${list[0].id}/preview`, {})
    const { token } = data
    const editor = await site.user('editor')
    for (const [url, status] of [
      ['/nothing', 404],
      [`/preview?token=${token}`, 200],
      ['/preview?token=x', 403],
    ] as const) {
      const seen = await get(url, site.admin.token)
      expect([url, seen.status, seen.text]).toEqual([url, status, expect.stringContaining('layout.liquid:1')])
      for (const reader of [undefined, editor.token]) {
        const other = await get(url, reader)
        expect(other.status).toBe(status)
        expect(other.text).not.toContain('layout.liquid')
      }
    }
  })

  test('gives the same result with Liquid as the compiled built-in templates', async () => {
    await site.admin.put('/api/settings', {
      site_description: `It's "quoted" & <odd>`,
      comment_captcha: 0,
      comment_ip_interval: 0,
      comment_user_interval: 0,
    })
    const parent = await site.admin.post('/api/categories', { name: 'Above', alias: 'above', show_in_nav: 1 })
    await site.admin.post('/api/categories', {
      name: 'Beneath',
      alias: 'beneath',
      parent_id: parent.data.id,
      show_in_nav: 1,
    })
    const tag = await site.admin.post('/api/tags', { name: "Tag's & <name>", alias: 'tagged' })
    await site.admin.post('/api/pages', {
      title: 'About',
      alias: 'about',
      content: '<p>Us</p>',
      allow_comment: 1,
      show_in_nav: 1,
    })
    const ids: number[] = []
    for (let number = 0; number < 14; number++) {
      const { data } = await site.admin.post('/api/articles', {
        title: `${number % 2 ? '中文的标题' : 'A title'} ${number}`,
        alias: `many-${number}`,
        summary: 'A long summary 总是很长。'.repeat(12),
        content: '<p>Words about <code>it</code></p>',
        cover: number % 3 ? '' : 'https://example.com/cover.jpg',
        category_id: parent.data.id,
        tag_ids: [tag.data.id],
        is_top: number === 3 ? 1 : 0,
        status: 1,
      })
      ids.push(data.id)
    }
    const comment = async (content: string, parent_id: number) =>
      (await site.admin.post('/api/comments', { article_id: ids[0], content, parent_id })).data.id
    await comment('An answer & more', await comment('A first <remark>', 0))
    await site.admin.put('/api/settings', { comment_captcha: 1 })
    const urls = [
      ...['/', '/?page=2', '/articles/many-0', '/articles/many-5', '/articles/many-0?reply=1', '/about'],
      ...[
        '/categories/above',
        '/tags/tagged',
        '/archive',
        '/search',
        '/search?q=title',
        '/search?q=nothingness',
      ],
      ...['/nowhere', `/authors/${site.admin.id}`],
    ]
    const answers = async () => {
      const found: string[] = []
      for (const url of urls) found.push((await get(url)).text.replace(/\?v=\w+/g, ''))
      return found
    }
    const compiled = await answers()
    write('unused.liquid', 'With a template of its own, Liquid renders them all.')
    const byLiquid = await answers()
    for (const [index, url] of urls.entries()) expect(byLiquid[index], url).toBe(compiled[index])
  })

  test('is compiled if it is built in', () => {
    const compile = createCompiler(new Liquid({ root: builtIn, extname: '.liquid', outputEscape: 'escape' }))
    for (const file of readdirSync(builtIn).filter((name) => name.endsWith('.liquid')))
      expect(compile(file.slice(0, -'.liquid'.length)), file).toBeTypeOf('function')
  })

  test('can read only its variables', async () => {
    write(
      'article.liquid',
      '[{{ article.constructor }}{{ site.__proto__ }}{{ article.title.constructor }}{{ this }}]',
    )
    expect((await get('/articles/it')).text).toBe('[]')
  })
})
