import { Parser } from 'htmlparser2'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let site: TestSite
let article: number

const SETTINGS = {
  public_read: 1,
  site_language: 'en',
  comment_captcha: 0,
  comment_review: 0,
  comment_ip_interval: 0,
  comment_user_interval: 0,
}

beforeEach(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', SETTINGS)
  const { data } = await site.admin.post('/api/articles', {
    title: 'Spoken of',
    alias: 'it',
    content: '<p>x</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  article = data.id
})

const guest = { nickname: 'A guest', email: 'guest@example.com' }

async function post(path: string, fields: object, headers: Record<string, string> = {}) {
  const {
    statusCode,
    payload,
    headers: received,
  } = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'x-site': String(site.id), 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
  })
  return { status: statusCode, text: payload, headers: received }
}
const say = (fields: object = {}, headers = {}) =>
  post(
    '/comments',
    { article_id: String(article), content: 'A comment without a script', ...guest, ...fields },
    headers,
  )
async function page(query = ''): Promise<string> {
  return (await service.app.inject({ url: `/articles/it${query}`, headers: { 'x-site': String(site.id) } }))
    .payload
}

test('a page accepts comments from a plain form, if it allows them', async () => {
  const at = { 'x-site': String(site.id) }
  const { data } = await site.admin.post('/api/pages', {
    title: 'About',
    alias: 'about',
    content: '<p>x</p>',
  })
  const read = async (query = '') =>
    (await service.app.inject({ url: `/about${query}`, headers: at })).payload
  expect(await read()).not.toContain('id="write"')
  await site.admin.put('/api/pages/about', { allow_comment: 1 })
  expect(await read()).toContain(`name="page_id" value="${data.id}"`)
  const fields = { page_id: String(data.id), content: 'A comment on the page', ...guest }
  expect(await post('/comments', fields)).toMatchObject({
    status: 303,
    headers: { location: '/about?sent=posted#comments' },
  })
  const shown = await read()
  expect(shown).toContain('A comment on the page')
  const [, id = ''] = /id="comment-(\d+)"/.exec(shown) ?? []
  expect(await read(`?reply=${id}`)).toContain(`name="parent_id" value="${id}"`)
  const answer = await post('/comments', { ...fields, parent_id: id, content: 'An answer on the page' })
  expect(answer.status).toBe(303)
  expect(await read()).toMatch(/A comment on the page[\s\S]*<ol>[\s\S]*An answer on the page/)
  expect((await post(`/comments/${id}/like`, { back: '/about' })).status).toBe(303)
  expect(await read()).toContain('Like 1')
  const short = await post('/comments', { ...fields, content: 'short' })
  expect(short.status).toBe(422)
  expect(short.text).toContain('role="alert"')
  expect(short.text).toContain('<h1>About</h1>')
  await site.admin.put('/api/pages/about', { enabled: 0 })
  expect((await post('/comments', fields)).status).toBe(404)
})

/** Approved comments of the article, oldest first: as many as a page shows, and another one. Returns the last. */
async function fillFirstPage(): Promise<number> {
  for (let index = 0; index < 20; index++) await say({ content: `A comment of the first page, ${index}` })
  expect((await say({ content: 'First of the second page' })).headers.location).toBe(
    '/articles/it?sent=posted&comments=2#comments',
  )
  return (await site.anonymous.get(`/api/articles/${article}/comments?page_size=1`)).data.list[0].id
}

describe('a comment on the second page', () => {
  test('is linked, liked and replied to where it is shown', async () => {
    const id = await fillFirstPage()
    expect(await page()).not.toContain(`id="comment-${id}"`)
    const second = await page('?comments=2')
    expect(second).toContain(`id="comment-${id}"`)
    expect(second).toContain(`<a href="/articles/it?comments=2#comment-${id}"><time`)
    expect(second).toContain(`href="/articles/it?comments=2&amp;reply=${id}#write"`)
    const [, back = ''] = /name="back" value="([^"]*)"/.exec(second) ?? []
    expect((await post(`/comments/${id}/like`, { back })).headers.location).toBe(
      `/articles/it?comments=2#comment-${id}`,
    )
    const form = await page(`?comments=2&reply=${id}`)
    expect(form).toContain(`id="comment-${id}"`)
    expect(form).toContain('<a href="/articles/it?comments=2#write">')
    expect(form).toContain('name="comments" value="2"')
    const short = await say({ parent_id: String(id), comments: '2', content: 'short' })
    expect(short.status).toBe(422)
    expect(short.text).toContain(`id="comment-${id}"`)
    const replied = await say({ parent_id: String(id), comments: '2', content: 'A reply on its page' })
    expect(replied.headers.location).toBe('/articles/it?sent=posted&comments=2#comments')
    expect(await page('?sent=posted&comments=2')).toMatch(/Thank you[\s\S]*A reply on its page/)
  })

  test('that waits for review leads back to the page of its form', async () => {
    await fillFirstPage()
    await site.admin.put('/api/settings', { comment_review: 1 })
    const sent = await say({ comments: '2' })
    expect(sent.headers.location).toBe('/articles/it?sent=pending&comments=2#comments')
    expect(await page('?sent=pending&comments=2')).toContain('First of the second page')
  })
})

describe('a comment from a plain form', () => {
  test('is shown, replied to and liked', async () => {
    expect(await page()).toContain('No comments yet')
    const sent = await say()
    expect(sent).toMatchObject({ status: 303, headers: { location: '/articles/it?sent=posted#comments' } })
    expect(await page('?sent=posted')).toContain('Thank you')
    const shown = await page()
    expect(shown).toContain('A comment without a script')
    const [, id = ''] = /id="comment-(\d+)"/.exec(shown) ?? []
    expect(await page(`?reply=${id}`)).toContain(`name="parent_id" value="${id}"`)
    expect((await say({ parent_id: id, content: 'An answer to the comment' })).status).toBe(303)
    expect(await page()).toMatch(/A comment without a script[\s\S]*<ol>[\s\S]*An answer to the comment/)
    const liked = await post(`/comments/${id}/like`, { back: '/articles/it' })
    expect(liked).toMatchObject({ status: 303, headers: { location: `/articles/it#comment-${id}` } })
    expect(await page()).toContain('Like 1')
    const away = await post(`/comments/${id}/like`, { back: '//evil.example' })
    expect(away.headers.location).toBe(`/#comment-${id}`)
    const control = await post(`/comments/${id}/like`, { back: '/articles/it\0' })
    expect([control.status, control.headers.location]).toEqual([303, `/#comment-${id}`])
  })

  test('waits for review if the site requires it', async () => {
    await site.admin.put('/api/settings', { comment_review: 1 })
    expect((await say()).headers.location).toBe('/articles/it?sent=pending#comments')
    expect(await page()).not.toContain('A comment without a script')
  })

  test('requires the image captcha', async () => {
    await site.admin.put('/api/settings', { comment_captcha: 1 })
    expect((await say()).status).toBe(422)
    const picture = await service.app.inject({ url: '/captcha', headers: { 'x-site': String(site.id) } })
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.headers['cache-control']).toBe('no-store')
    const [, id = ''] =
      /captcha_id=([^;]+);.*Path=\/comments/.exec(String(picture.headers['set-cookie'])) ?? []
    const { answer } = await service.engine.db
      .selectFrom('captchas')
      .select('answer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await say({ captcha: answer }, { cookie: `captcha_id=${id}` })).status).toBe(303)
  })

  test('by a signed-in user has their name', async () => {
    const member = await site.user('member')
    const { nickname: _, email: _email, ...fields } = guest as Record<string, string>
    const sent = await post(
      '/comments',
      { article_id: String(article), content: 'Said by a member', ...fields },
      {
        cookie: `inkstone_session=${member.token}`,
      },
    )
    expect(sent.status).toBe(303)
    expect(await page()).toContain('Said by a member')
  })

  const refused: [string, object, Record<string, string>, number][] = [
    ['too short a text', { content: 'x' }, {}, 422],
    ['no text', { content: '' }, {}, 422],
    ['no name', { nickname: '' }, {}, 422],
    ['a wrong address', { email: 'nonsense' }, {}, 422],
    ['a NUL in the text', { content: 'A comment that is\0 cut off' }, {}, 422],
    ['a NUL in the name', { nickname: 'A gu\0est' }, {}, 422],
    ['a NUL in the address', { email: 'guest\0@example.com' }, {}, 422],
    ['a NUL in the id of the captcha', { captcha: 'x', captcha_id: '\0' }, {}, 422],
    ['an unknown parent', { parent_id: '999999' }, {}, 422],
    ['another origin', {}, { origin: 'https://evil.example' }, 403],
    ['an origin that is hidden', {}, { origin: 'null' }, 403],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }, 403],
    ['an unknown article', { article_id: '999999' }, {}, 404],
    ['no article', { article_id: 'x' }, {}, 404],
    ['a body that is no form', {}, { 'content-type': 'application/json' }, 415],
  ]
  for (const [name, fields, headers, status] of refused)
    test(`is rejected with ${name}`, async () => {
      const answer = await say(fields, headers)
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
      expect(answer.text).toContain('<!doctype html>')
      expect(await page()).toContain('No comments yet')
    })

  test('that is no part of a page is rejected in the language of the reader', async () => {
    const answers = [
      await say({}, { origin: 'https://evil.example', 'accept-language': 'zh' }),
      await say({ article_id: '999999' }, { 'accept-language': 'zh' }),
      await post('/comments/999999/like', {}, { 'accept-language': 'zh' }),
      await say({ content: 'x'.repeat(300_000) }, { 'accept-language': 'zh' }),
    ]
    expect(answers.map(({ status, text }) => [status, /<h1>(.*)<\/h1>/.exec(text)?.[1]])).toEqual([
      [403, '没有权限执行此操作。'],
      [404, '文章不存在。'],
      [404, '评论不存在。'],
      [413, expect.stringMatching(/\p{Script=Han}/u)],
    ])
    for (const { text, headers } of answers) {
      expect(text).toContain('<html lang="zh-CN">')
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('keeps the input when it is rejected', async () => {
    const { text } = await say({ content: '<b>x', nickname: '"><script>' })
    expect(text).toContain('role="alert"')
    // The browser shows the form, not the top of the page.
    expect(text).toContain('id="write" method="post" action="/comments#write"')
    expect(text).toContain('&lt;b&gt;x</textarea>')
    expect(text).toContain('value="&#34;&gt;&lt;script&gt;"')
  })

  test('is 404 if the site is off, and rejected if comments are closed', async () => {
    await site.admin.put('/api/settings', { comment_enabled: 0 })
    expect((await say()).status).toBe(403)
    expect(await page()).not.toContain('action="/comments')
    await site.admin.put('/api/settings', { site_enabled: 0 })
    expect((await say()).status).toBe(404)
  })
})

function dangerousAttributes(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onattribute: (name, value) => {
      if (
        /^on/i.test(name) ||
        /^(?:style|srcdoc)$/i.test(name) ||
        /^\s*(?:javascript|vbscript):/i.test(value)
      )
        if (!/^(?:content|value|title)$/.test(name)) found.push(`${name}=${value}`)
    },
  })
  parser.end(html)
  return found
}

test('an API token comments only where its scope allows that', async () => {
  const editor = await site.user('editor')
  for (const [scope, status] of [
    ['read', 403],
    ['draft', 403],
    ['write', 303],
  ] as const) {
    const { data } = await editor.post('/api/tokens', { name: scope, scope })
    const headers = { authorization: `Bearer ${data.token}` }
    const said = await say({ content: `A comment by a program: ${scope}` }, headers)
    expect([scope, said.status]).toEqual([scope, status])
  }
  expect((await site.anonymous.get(`/api/articles/${article}/comments`)).data.total).toBe(1)
})

test('no hostile input is executed, in any field', async () => {
  const HOSTILE = [
    '"><script>alert(1)</script>',
    "' onmouseover=alert(1) x='",
    '</title><script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '{{ 7 | times: 6 }}{% raw %}',
    'javascript:alert(1)',
  ]
  for (const hostile of HOSTILE) {
    await site.admin.put('/api/settings', {
      site_name: hostile,
      site_description: hostile,
      site_keywords: hostile,
    })
    await site.admin.post('/api/categories', { name: hostile.slice(0, 50), show_in_nav: 1 })
    const { data: tag } = await site.admin.post('/api/tags', {
      name: hostile.slice(0, 50),
      description: hostile,
    })
    const { data } = await site.admin.post('/api/articles', {
      title: hostile,
      summary: hostile,
      content: `<p>${hostile}</p>`,
      seo_title: hostile,
      seo_keywords: hostile,
      seo_description: hostile,
      category_id: site.defaultCategoryId,
      tag_ids: [tag.id],
      status: 1,
    })
    article = data.id
    await say({ content: `${hostile} and ten letters`, nickname: hostile.slice(0, 20) })
    const { alias } = (await site.admin.get(`/api/articles/${article}`)).data
    for (const url of [
      '/',
      `/articles/${alias}`,
      `/tags/${tag.alias}`,
      `/search?q=${encodeURIComponent(hostile)}`,
    ]) {
      const { payload } = await service.app.inject({ url, headers: { 'x-site': String(site.id) } })
      expect(payload).not.toMatch(/<script(?! type="application\/ld\+json">| src="\/theme\/site\.js)/i)
      expect(payload.match(/<\/script>/g)?.length).toBe(payload.match(/<script/g)?.length)
      expect(dangerousAttributes(payload)).toEqual([])
      expect(payload).not.toContain('>42<')
      for (const [, json = ''] of payload.matchAll(/ld\+json">(.*?)<\/script>/g)) JSON.parse(json)
    }
  }
})
