import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noise } from '../../platform/files/sample-files.ts'
import { startConsole } from '../../test/browser.ts'
import type { TestSite } from '../../test/harness.ts'
import { multipart } from '../../test/multipart.ts'
import { startSmsGateway } from '../../test/sms-gateway.ts'

const gateway = await startSmsGateway()
const service = await startConsole({ SMS_GATEWAY_URL: gateway.url })

const OPEN = {
  public_read: 1,
  site_name: 'The Inkstone 砚台',
  site_description: 'Paper, ink and letters. 纸、墨与文字。',
  comment_captcha: 0,
  comment_review: 0,
  comment_ip_interval: 0,
  comment_user_interval: 0,
}

async function upload(site: TestSite): Promise<string> {
  const content = await noise(900, 600).jpeg().toBuffer()
  const { payload, headers } = multipart([{ name: 'file', filename: 'sea.jpg', content }])
  const { data } = await site.admin.send('POST', '/api/media/upload', payload, headers)
  return data.url
}

/** Wider than a phone, and than a column of the magazine. */
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A site with every kind of content. */
async function filled(): Promise<TestSite> {
  const { site } = service
  const { admin } = site
  await admin.put('/api/settings', OPEN)
  await admin.put('/api/auth/me', { nickname: '编辑 Editor', bio: 'Writes here.' })
  const { data: category } = await admin.post('/api/categories', {
    name: '手艺 Craft',
    alias: 'craft',
    description: 'What hands do.',
    show_in_nav: 1,
  })
  await admin.post('/api/categories', { name: 'Ink', alias: 'ink', parent_id: category.id, show_in_nav: 1 })
  const { data: tag } = await admin.post('/api/tags', { name: 'Paper', alias: 'paper' })
  const photo = await upload(site)
  let first = 0
  for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) {
    const { data } = await admin.post('/api/articles', {
      title: index === 13 ? LONG_WORD : index % 2 ? `An article, number ${index}` : `第 ${index} 篇文章`,
      alias: `article-${index}`,
      content: `<h2>Heading 标题</h2><p>Text with <a href="https://example.com/">a link</a>, <code>code</code> and <mark>a mark</mark>. 中文与 English 混排。</p><p><img src="${photo}" alt="The sea"></p><pre><code class="language-js">// a comment\nconst answer = 'text' + 42 // ${'a long line '.repeat(12)}\nfunction name(parameter) { return /x/.test(null) }</code></pre><blockquote><p>Quoted.</p></blockquote><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td style="text-align: right">2</td></tr></tbody></table><p>Text<sup><a href="#n">1</a></sup></p><section class="footnotes"><p id="n">Note.</p></section>`,
      category_id: category.id,
      tag_ids: [tag.id],
      cover: index % 3 ? photo : '',
      is_top: index === 1 ? 1 : 0,
      status: 1,
    })
    if (index === 1) first = data.id
  }
  await admin.post('/api/pages', {
    title: 'About 关于',
    alias: 'about',
    content: '<p>Us.</p>',
    show_in_nav: 1,
    allow_comment: 1,
  })
  const said = { article_id: first, nickname: 'A guest', email: 'guest@example.com' }
  const { data } = await site.anonymous.post('/api/comments', { ...said, content: 'A first comment on it.' })
  await admin.post(`/api/comments/${data.id}/reply`, { content: 'An answer by the site.' })
  return site
}

/** How much wider than the window the page is, and what axe-core finds. */
const lookAt = (rules: State['rules']) => `(async () => ({
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  violations: ${rules === 'width'} ? [] : (await axe.run(document, {
    resultTypes: ['violations'],
    ${rules === 'looks' ? "runOnly: ['color-contrast', 'scrollable-region-focusable', 'link-in-text-block']," : ''}
  })).violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ target, any }) =>
    target.join(' ') + ' ' + (any[0]?.message ?? '').slice(0, 130)).join(' | ')),
}))()`

interface State {
  readonly look: 'journal' | 'magazine'
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  /** All rules, or those that a visual change can break. */
  readonly rules: 'all' | 'looks' | 'width'
}
const states = (...all: [State['look'], State['colorScheme'], number, State['rules']][]): State[] =>
  all.map(([look, colorScheme, width, rules]) => ({ look, colorScheme, width, rules }))
const EVERY_STATE = states(
  ['journal', 'light', 1440, 'all'],
  ['journal', 'dark', 1440, 'looks'],
  ['magazine', 'light', 1440, 'looks'],
  ['magazine', 'dark', 1440, 'looks'],
  ['journal', 'light', 390, 'width'],
  ['journal', 'dark', 390, 'looks'],
  ['magazine', 'light', 390, 'looks'],
  ['magazine', 'dark', 390, 'width'],
)
/** Another language has other words and widths, but the same colours. */
const WORDS_ONLY = states(
  ['magazine', 'light', 1440, 'all'],
  ['magazine', 'dark', 390, 'width'],
  ['journal', 'light', 390, 'width'],
)

async function look(page: Page, name: string, all: readonly State[], failures: string[]): Promise<void> {
  await page.evaluate(axe.source)
  for (const { look, colorScheme, width, rules } of all) {
    await page.setViewportSize({ width, height: 900 })
    // The looks differ only in the style sheet.
    await page.evaluate(`document.documentElement.dataset.look = '${look}'`)
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate<{ wide: number; violations: string[] }>(lookAt(rules))
    const state = `${name} ${look} ${colorScheme} ${width}`
    if (found.wide > 0) failures.push(`${state} is ${found.wide} pixels too wide`)
    failures.push(...found.violations.map((violation) => `${state}: ${violation}`))
  }
}

const PATIENTLY = { timeout: 900_000 }

test('every kind of page is accessible in both looks, themes, widths and languages', PATIENTLY, async () => {
  const site = await filled()
  const paths = [
    '/',
    '/articles/article-1',
    '/categories/craft',
    '/tags/paper',
    `/authors/${site.admin.id}`,
    '/archive',
    '/about',
    '/search?q=article',
    '/nothing',
  ]
  const failures: string[] = []
  const { page, end } = await service.openSite(site.id, '/')
  for (const [site_language, all] of [
    ['en', EVERY_STATE],
    ['zh-CN', WORDS_ONLY],
  ] as const) {
    await site.admin.put('/api/settings', { site_language })
    for (const path of paths) {
      await page.goto(`${service.origin}${path}`)
      await look(page, `${path} ${site_language}`, all, failures)
    }
  }
  await page.goto(`${service.origin}/articles/article-1`)
  const isRight = (cell: Element) => getComputedStyle(cell).textAlign === 'right'
  expect(await page.locator('.content td').last().evaluate(isRight)).toBe(true)
  await end()
  expect(failures).toEqual([])
})

test('a table in Chinese with many columns is scrolled, without columns of one letter', async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { ...OPEN, site_language: 'zh-CN' })
  const row = (tag: string) => `<tr>${`<${tag}>单元格</${tag}>`.repeat(9)}</tr>`
  await site.admin.post('/api/articles', {
    title: '表格',
    alias: 'table',
    content: `<table>${row('th')}${row('td')}</table>`,
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const { page, end } = await service.openSite(site.id, '/articles/table', {
    viewport: { width: 390, height: 844 },
  })
  expect((await page.locator('.content td').first().boundingBox())?.width).toBeGreaterThan(60)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  await end()
})

test(
  'an article is read and commented on without scripts, without layout shifts, and a view counts once per visit',
  PATIENTLY,
  async () => {
    const site = await service.newSite()
    await site.admin.put('/api/settings', { ...OPEN, site_language: 'en' })
    const photo = await upload(site)
    const { data: article } = await site.admin.post('/api/articles', {
      title: 'To be answered',
      alias: 'it',
      content: `<p>${'Text. '.repeat(80)}</p><p><img src="${photo}" alt="The sea"></p><p>After the picture.</p>`,
      category_id: site.defaultCategoryId,
      cover: photo,
      status: 1,
    })

    const bare = await service.openSite(site.id, '/articles/it', { javaScriptEnabled: false })
    await bare.page.getByLabel('Comment', { exact: true }).fill('A comment without any script.')
    await bare.page.getByLabel('Name').fill('A reader')
    await bare.page.getByLabel('E-mail (not shown)').fill('reader@example.com')
    await bare.page.getByRole('button', { name: 'Send' }).click()
    await bare.page.getByText('Thank you for your comment.').waitFor()
    await bare.page.getByText('A comment without any script.').waitFor()
    await bare.page.getByRole('link', { name: 'Reply' }).click()
    await bare.page.getByText('Reply to').waitFor()
    await bare.page.getByRole('button', { name: 'Like' }).click()
    await bare.page.getByRole('button', { name: 'Like 1' }).waitFor()
    await bare.end()

    const viewed = async () => (await site.admin.get(`/api/articles/${article.id}`)).data.view_count as number
    const before = await viewed()
    const { page, end } = await service.openSite(site.id, '/articles/it', {
      viewport: { width: 390, height: 800 },
    })
    await page.evaluate(`(() => {
    window.shift = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value })
      .observe({ type: 'layout-shift', buffered: true })
  })()`)
    await page.getByAltText('The sea').scrollIntoViewIfNeeded()
    await page.waitForFunction(`[...document.images].every((image) => image.complete)`)
    expect(await page.evaluate<number>('window.shift')).toBeLessThan(0.02)
    await expect.poll(viewed, { timeout: 30_000 }).toBe(before + 1)
    await page.reload()
    await page.getByText('After the picture.').waitFor()
    await page.getByRole('link', { name: 'Reply' }).click()
    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('content')
    expect(await viewed()).toBe(before + 1)
    await end()
  },
)

test('a guest comments with a slider, and with a code from a text message', PATIENTLY, async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', {
    ...OPEN,
    site_language: 'en',
    comment_captcha: 1,
    comment_captcha_type: 'slider',
  })
  await site.admin.post('/api/articles', {
    title: 'To be answered',
    alias: 'it',
    content: '<p>Text.</p>',
    category_id: site.defaultCategoryId,
    status: 1,
  })
  const { page, end } = await service.openSite(site.id, '/articles/it')
  const write = async (comment: string) => {
    await page.getByLabel('Comment', { exact: true }).fill(comment)
    await page.getByLabel('Name').fill('A reader')
    await page.getByLabel('E-mail (not shown)').fill('reader@example.com')
  }
  await write('A comment with a puzzle.')
  const range = page.getByRole('slider')
  await range.waitFor()
  const { answer } = await service.engine.db
    .selectFrom('captchas')
    .select('answer')
    .where('site_id', '=', site.id)
    .executeTakeFirstOrThrow()
  const value = async () => Number(await range.inputValue())
  // Slowly at first: the server rejects a drag of less than a quarter of a second.
  for (let step = 0; step < 6; step++) await range.press('ArrowRight', { delay: 60 })
  while ((await value()) < Number(answer) - 30) await range.press('PageUp')
  while ((await value()) < Number(answer)) await range.press('ArrowRight')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you for your comment.').waitFor()

  await site.admin.put('/api/settings', { comment_captcha_type: 'sms' })
  await page.goto(`${service.origin}/articles/it`)
  await write('A comment with a text message.')
  await page.getByLabel('Mobile number').fill('+86 138 0000 0000')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('The code was sent.').waitFor()
  await page.getByLabel('Code from the text message').fill(String(gateway.sent[0]?.code))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Thank you for your comment.').waitFor()
  await page.getByText('A comment with a text message.').waitFor()
  await end()
})

test('comments of a theme with other elements are answered in place', PATIENTLY, async () => {
  const site = await service.newSite()
  await site.admin.put('/api/settings', { ...OPEN, site_language: 'en', comment_captcha: 1 })
  const article = { title: 'It', alias: 'it', content: '<p>Text.</p>', status: 1 }
  const { data } = await site.admin.post('/api/articles', {
    ...article,
    category_id: site.defaultCategoryId,
  })
  await site.admin.post('/api/comments', { article_id: data.id, content: 'A first comment.' })
  const folder = join(service.config.dataDir, 'theme')
  mkdirSync(folder)
  for (const name of ['comment-form.liquid', 'comment.liquid']) {
    const source = readFileSync(new URL(`theme/${name}`, import.meta.url), 'utf8')
    writeFileSync(join(folder, name), source.replace(/<(\/?)(?:h3|strong)>/g, '<$1span>'))
  }
  const { page, end } = await service.openSite(site.id, '/articles/it')
  await page.getByRole('link', { name: 'Reply' }).click()
  await page.locator('.comment + form').waitFor()
  await page.getByRole('button', { name: 'Another picture' }).waitFor()
  await end()
  rmSync(folder, { recursive: true })
})

const RUN = 'window.ran=(window.ran||0)+1'
const HOSTILE = [
  `"><script>${RUN}</script>`,
  `' onmouseover=${RUN} autofocus onfocus=${RUN} x='`,
  `</title></style></script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `javascript:${RUN}`,
  `{{ "<script>${RUN}</script>" | raw }}{% raw %}`,
  `--><script>${RUN}</script><!--`,
  `\u2028</script><script>${RUN}</script>`,
]

test('no hostile content is executed, even without the content security policy', PATIENTLY, async () => {
  const site = await service.newSite()
  const { admin } = site
  const all = HOSTILE.join(' ')
  await admin.put('/api/settings', {
    ...OPEN,
    site_language: 'en',
    site_name: all.slice(0, 90),
    site_description: all.slice(0, 450),
    site_keywords: all.slice(0, 450),
  })
  for (const [name, value] of [
    ['site_accent', `red;}</style><script>${RUN}</script>`],
    ['site_look', `x" onload="${RUN}`],
    ['site_font', `x" onload="${RUN}`],
    ['site_language', `en" onload="${RUN}`],
    ['site_logo', `javascript:${RUN}`],
    ['site_url', `javascript:${RUN}`],
    ['article_path', `/"><script>${RUN}</script>/{alias}`],
  ])
    expect((await admin.put('/api/settings', { [String(name)]: value })).status, name).toBe(422)
  await admin.put('/api/auth/me', { nickname: `<img src=x onerror=${RUN}>`, bio: all.slice(0, 400) })
  const paths = ['/', '/archive', `/authors/${admin.id}`, `/search?q=${encodeURIComponent(all.slice(0, 99))}`]
  for (const [index, hostile] of HOSTILE.entries()) {
    const { data: category } = await admin.post('/api/categories', {
      name: hostile.slice(0, 50),
      description: hostile,
      show_in_nav: 1,
      seo_title: hostile,
    })
    const { data: tag } = await admin.post('/api/tags', {
      name: hostile.slice(0, 50),
      description: hostile,
      seo_title: hostile,
    })
    const { data, status } = await admin.post('/api/articles', {
      title: hostile,
      summary: hostile,
      content: `<p title="${hostile}">${hostile}</p><pre><code class="language-html">${hostile.replaceAll('<', '&lt;')}</code></pre><a href="javascript:${RUN}">x</a><p>${hostile}</p>`,
      seo_title: hostile,
      seo_keywords: hostile,
      seo_description: hostile,
      category_id: category.id,
      tag_ids: [tag.id],
      status: 1,
    })
    expect(status).toBe(201)
    await site.anonymous.post('/api/comments', {
      article_id: data.id,
      content: `${hostile} and more words`,
      nickname: hostile.slice(0, 50),
      email: 'guest@example.com',
    })
    paths.push(`/articles/${data.alias}`)
    if (index === 0) paths.push(`/categories/${category.alias}`, `/tags/${tag.alias}`)
  }
  await admin.post('/api/pages', {
    title: all.slice(0, 99),
    alias: 'about',
    content: `<p>${all}</p>`,
    seo_description: all.slice(0, 900),
    allow_comment: 1,
    show_in_nav: 1,
  })
  paths.push('/about', `/x${encodeURIComponent(HOSTILE[0] ?? '')}`)
  const { page, end } = await service.openSite(site.id, '/', { bypassCSP: true })
  for (const path of paths) {
    await page.goto(`${service.origin}${path}`)
    const links = await page.evaluate<string[]>('[...document.links].map((link) => link.protocol)')
    expect(
      links.filter((protocol) => !/^https?:$/.test(protocol)),
      path,
    ).toEqual([])
    // Elements that react to the mouse or the keyboard.
    await page.evaluate(`for (const element of document.querySelectorAll('*')) {
      for (const kind of ['mouseover', 'focus', 'load', 'error']) element.dispatchEvent(new Event(kind))
    }`)
    expect(await page.evaluate('window.ran ?? 0'), path).toBe(0)
  }
  await end()
})
