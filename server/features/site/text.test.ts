import { beforeAll, describe, expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startTestService, type TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { excerptOf, languageOf } from './text.rules.ts'

const service = await startTestService()
let site: TestSite
let photo: string

beforeAll(async () => {
  site = await service.newSite()
  await site.admin.put('/api/settings', { public_read: 1, site_language: 'en' })
  const content = await noise(900, 600).jpeg().toBuffer()
  const { payload, headers } = multipart([{ name: 'file', filename: 'sea.jpg', content }])
  const { data } = await site.admin.send('POST', '/api/media/upload', payload, headers)
  photo = String(data.url).replace(/^https?:\/\/[^/]+/, '')
})

let number = 0
async function shown(content: string): Promise<string> {
  const alias = `text-${++number}`
  const { status } = await site.admin.post('/api/articles', {
    title: 'A text',
    alias,
    content,
    category_id: site.defaultCategoryId,
    status: 1,
  })
  expect(status).toBe(201)
  const { payload } = await service.app.inject({
    url: `/articles/${alias}`,
    headers: { 'x-site': String(site.id) },
  })
  return /<div class="content">\n([\s\S]*?)\n {2}<\/div>/.exec(payload)?.[1] ?? payload
}

describe('a text on the site', () => {
  test('has its pictures with their size and a srcset', async () => {
    const html = await shown(
      `<p><img src="${photo}"></p><p><img src="${photo}" alt="Half" width="450"></p><p><img src="https://other.example/x.jpg" alt="Elsewhere"></p>`,
    )
    const [first = '', second = '', third = ''] = html.match(/<img[^>]*>/g) ?? []
    expect(first).toContain('width="900" height="600"')
    expect(first).toMatch(/srcset="\/uploads\/\S+\?w=\d+ \d+w, [^"]*900w" sizes="/)
    expect(first).toContain('alt=""')
    expect(first).not.toContain('loading')
    expect(second).toContain('width="450"')
    expect(second).toContain('height="300"')
    expect(second).toContain('loading="lazy"')
    expect(third).not.toContain('height')
    expect(third).toContain('loading="lazy"')
  })

  test('has highlighted code, and wide content that scrolls by keyboard', async () => {
    const html = await shown(
      '<pre><code class="language-js">const a = 1</code></pre><table><tbody><tr><td style="text-align: right">1</td></tr></tbody></table>',
    )
    expect(html).toContain(
      '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">const</span>',
    )
    expect(html).toContain('<div class="scroll" tabindex="0"><table>')
    expect(html).toContain('</table></div>')
    expect(html).toContain('<td class="align-right">1</td>')
    expect(html).not.toContain('style=')
  })

  test('has headings that links lead to', async () => {
    const headings = [
      ...[
        '<h2>First <em>steps</em> &amp; more!</h2>',
        '<h3>安装 与 配置</h3>',
        '<h2>Notes</h2>',
        '<h2>Notes</h2>',
      ],
      ...[
        '<h2 id="notes-1">Own</h2>',
        '<h2>Related</h2>',
        '<h2>Location</h2>',
        '<h2>…</h2>',
        '<h2>comment-7</h2>',
      ],
      ...[`<h2>${'x'.repeat(200)}</h2>`, `<h2>${'x'.repeat(200)}</h2>`],
      '<h2 style="text-align: center">Centre</h2>',
    ]
    const html = await shown(headings.join(''))
    expect((html.match(/<h\d[^>]*>/g) ?? []).map((tag) => / id="([^"]*)"/.exec(tag)?.[1])).toEqual([
      ...['first-steps--more', '安装-与-配置', 'notes', 'notes-2'],
      ...['notes-1', 'related-1', 'location-1', undefined, 'comment-7-1'],
      ...[undefined, undefined, 'centre'],
    ])
    expect(html).toContain('<h2 class="align-center" id="centre">Centre</h2>')
    const { data } = await site.anonymous.get(`/api/articles?alias=text-${number}&include=content`)
    expect(data.list[0].content).not.toContain('id="first-steps')
  })

  test('is the same in a preview', async () => {
    const { data } = await site.admin.post('/api/articles', {
      title: 'A draft',
      content: '<pre><code class="language-js">const a = 1</code></pre>',
      category_id: site.defaultCategoryId,
    })
    const { data: link } = await site.admin.post(`/api/articles/${data.id}/preview`, {})
    const { payload } = await service.app.inject({
      url: String(link.url).replace(/^https?:\/\/[^/]+/, ''),
      headers: { 'x-site': String(site.id) },
    })
    expect(payload).toContain('hljs-keyword')
  })
})

test.each([
  ['<p>今天天气很好，我们去爬山。</p>', 'en', 'zh'],
  ['<p>今天天气很好，我们去爬山。</p>', 'zh-CN', ''],
  ['<p>Today we climbed a mountain.</p>', 'zh-CN', 'en'],
  ['<p>Today we climbed a mountain.</p>', 'en', ''],
  ['<p>今日は山に登りました。</p>', 'en', 'ja'],
  ['<p>오늘은 산에 올랐습니다.</p>', 'en', 'ko'],
  ['<p>我们用 Node.js 和 TypeScript 写服务。</p>', 'zh-CN', ''],
  ['<p>Сегодня мы поднялись на гору.</p>', 'zh-CN', ''],
  ['<p>صعدنا اليوم إلى الجبل.</p>', 'en', 'ar'],
  ['<p>صعدنا اليوم إلى الجبل.</p>', 'ar', ''],
  ['<p>היום טיפסנו על הר.</p>', 'zh-CN', 'he'],
  ['', 'zh-CN', ''],
])('the language of %s on a site in %s is "%s"', (html, language, expected) => {
  expect(languageOf(html, language)).toBe(expected)
})

describe('an excerpt', () => {
  const english = 'The maintainer announced an empty platform. '.repeat(5)
  const chinese = '图书管理员在杭州清晨忘记了奇妙的定理。'.repeat(12)
  const cases = [
    ['is the whole summary if that is short', 'Short and whole', 'Short and whole'],
    [
      'ends with a whole word',
      english,
      `${english.slice(0, english.indexOf('announced an', 135))}announced…`,
    ],
    ['of Chinese ends anywhere', chinese, `${chinese.slice(0, 159)}…`],
    ['of one long word is cut', 'a'.repeat(300), `${'a'.repeat(159)}…`],
    ['has no half of an emoji', `${'图'.repeat(158)}😀${'图'.repeat(9)}`, `${'图'.repeat(158)}…`],
  ] as const
  for (const [name, summary, excerpt] of cases)
    test(name, () => {
      expect(excerptOf(summary)).toBe(excerpt)
    })
})
