import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestService, type TestSite } from '../../test/harness.ts'

const service = await startTestService()
let browser: Browser
let origin: string
let site: TestSite

beforeAll(async () => {
  const executablePath = process.env.TEST_CHROMIUM
  if (executablePath === undefined) throw new Error('TEST_CHROMIUM must say where Chromium is')
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  site = await service.newSite()
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
})
afterAll(async () => {
  await browser.close()
})

interface Signed {
  readonly id: number
  readonly username: string
  readonly token: string
}

/** A page whose complaints fail the test: an error in a script, or something that the policy of the page forbids. */
async function open(path: string, user?: Signed, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const complaints: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  if (user) {
    const { token, ...others } = user
    const session = JSON.stringify({
      token,
      expires: Date.now() + 7_200_000,
      user: { ...others, nickname: '' },
    })
    const kept = { 'inkstone.session': session, 'inkstone.site': String(site.id) }
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
  }
  await page.goto(`${origin}/admin${path}`)
  return {
    page,
    async end() {
      await context.close()
      expect(complaints).toEqual([])
    },
  }
}

const write = (page: Page, text: string) => page.getByRole('textbox', { name: 'Text' }).fill(text)

describe('who comes to the console', () => {
  test('signs in, is told what was wrong, and finds the way back', async () => {
    const { page, end } = await open('/articles')
    await page.getByLabel('Username or e-mail').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Articles' }).waitFor()
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Username or e-mail').waitFor()
    await end()
  })

  test('reads it in Chinese where the browser does', async () => {
    const { page, end } = await open('/articles', site.admin, { locale: 'zh-CN' })
    await page.getByRole('heading', { name: '文章' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh')
    await end()
  })

  test('sees only the places where something can be done', async () => {
    const member = await site.user('member')
    const { page, end } = await open('/', member)
    await page.getByRole('link', { name: 'Messages' }).waitFor()
    for (const place of ['Articles', 'Users', 'Settings'])
      expect(await page.getByRole('link', { name: place, exact: true }).count()).toBe(0)
    await end()
  })
})

describe('an article', () => {
  test('is written, refused, mended, published and read by everybody', async () => {
    const { page, end } = await open('/articles/new', site.admin)
    await write(page, 'A first line.')
    await page.keyboard.press('Control+s')
    await page.locator('[id$=-error]').first().waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Written in the console')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(/\/articles\/\d+$/)
    await page.getByText('Published', { exact: true }).first().waitFor()
    const id = Number(page.url().split('/').at(-1))
    const { data } = await site.admin.get(`/api/articles/${id}`)
    expect(data).toMatchObject({
      title: 'Written in the console',
      status: 1,
      content: '<p>A first line.</p>',
    })
    await end()
  })

  test('is not overwritten by who opened it before somebody else changed it', async () => {
    const { data } = await site.admin.post('/api/articles', article('Twice edited'))
    const { page, end } = await open(`/articles/${data.id}`, site.admin)
    await write(page, 'Mine.')
    await site.admin.put(`/api/articles/${data.id}`, { content: '<p>Theirs.</p>' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else has changed it').waitFor()
    expect((await site.admin.get(`/api/articles/${data.id}`)).data.content).toBe('<p>Theirs.</p>')
    await page.getByRole('button', { name: 'Load the other' }).click()
    await page.getByRole('textbox', { name: 'Text' }).getByText('Theirs.').waitFor()
    await end()
  })

  test('whose markup the editor does not know is edited as HTML, and keeps it', async () => {
    const content = '<aside class="note"><p>Aside</p></aside>'
    const { data } = await site.admin.post('/api/articles', { ...article('With an aside'), content })
    const { page, end } = await open(`/articles/${data.id}`, site.admin)
    await page.getByText('is edited as HTML').waitFor()
    await page.getByRole('textbox', { name: 'Text' }).fill(content.replace('Aside', 'Beside'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    expect((await site.admin.get(`/api/articles/${data.id}`)).data.content).toContain(
      '<aside class="note"><p>Beside',
    )
    await end()
  })

  test('that is not saved is not left without a question', async () => {
    const { page, end } = await open('/articles/new', site.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a thought')
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Tags' }).waitFor()
    await end()
  })

  test('stays on the screen while its author signs in again', async () => {
    const author = await site.user('editor')
    const { page, end } = await open('/articles/new', author)
    await page.getByRole('textbox', { name: 'Title' }).fill('Outlives a session')
    await write(page, 'Text.')
    await author.post('/api/auth/logout')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Your session has ended').waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Outlives a session')
    await end()
  })

  function article(title: string) {
    return { title, content: '<p>Text.</p>', category_id: site.defaultCategoryId, status: 1 }
  }
})

describe('who looks after a site', () => {
  test('decides on comments', async () => {
    await site.admin.put('/api/settings', { comment_captcha: 0 })
    const { data: article } = await site.admin.post('/api/articles', {
      title: 'Commented',
      content: '<p>Text.</p>',
      category_id: site.defaultCategoryId,
      status: 1,
    })
    const said = '<b onclick="x">Bold words</b> of a guest'
    await site.anonymous.post('/api/comments', {
      article_id: article.id,
      content: said,
      nickname: 'Guest',
      email: 'guest@example.com',
    })
    const { page, end } = await open('/comments', site.admin)
    await page.getByText(said).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(said).waitFor({ state: 'detached' })
    const { data } = await site.anonymous.get(`/api/articles/${article.id}/comments`)
    expect(data.list.map(({ content }: { content: string }) => content)).toEqual([said])
    await end()
  })

  test('puts a picture into an article', async () => {
    const { page, end } = await open('/articles/new', site.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('With a picture')
    await write(page, 'Look:')
    await page.getByRole('button', { name: 'Insert a picture' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
    await page.getByRole('button', { name: 'dot.png' }).click()
    await page.getByRole('textbox', { name: 'Text' }).locator('img').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(/\/articles\/\d+$/)
    const { data } = await site.admin.get(`/api/articles/${page.url().split('/').at(-1)}`)
    expect(data.content).toMatch(/^<p>Look:<\/p><img [^>]*src="[^"]*\/uploads\/\w+\.png"/)
    await end()
  })

  test('makes a user, told at the field what was refused', async () => {
    const { page, end } = await open('/users', site.admin)
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Username').fill('made_here')
    await form.getByLabel('E-mail').fill('made_here@example.com')
    await form.locator('input[type=password]').fill('short')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.locator('[aria-invalid=true]').waitFor()
    await form.locator('input[type=password]').fill('long enough now')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await site.admin.get('/api/users?keyword=made_here')
    expect(data.list).toMatchObject([{ username: 'made_here', role: 'member' }])
    await end()
  })

  test('changes a setting and nothing else', async () => {
    const { data: before } = await site.admin.get('/api/settings')
    const { page, end } = await open('/settings', site.admin)
    await page.getByRole('switch', { name: 'Everybody may read articles' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    expect((await site.admin.get('/api/settings')).data).toEqual({ ...before, public_read: 1 })
    await end()
  })
})

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** How much wider than the window the page is, and which controls nobody could name who does not see them. */
const LOOK = `({
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  nameless: [...document.querySelectorAll('button, a, input, select, textarea')]
    .filter((control) => control.offsetParent !== null && control.tabIndex >= 0)
    .filter((control) => !control.ariaLabel && !control.getAttribute('aria-labelledby'))
    .filter((control) => !control.labels?.length && control.textContent.trim() === '')
    .map((control) => control.outerHTML.slice(0, 200)),
})`

/** A screen takes a second, and three on a busy machine. */
const PATIENTLY = { timeout: 120_000 }

describe('every screen', () => {
  const screens = [
    '/',
    '/articles',
    '/articles/new',
    '/pages',
    '/pages/new',
    '/categories',
    '/tags',
    '/media',
    '/comments',
    '/recycle-bin',
    '/settings',
    '/webhooks',
    '/users',
    '/sites',
    '/backups',
    '/audit-log',
    '/jobs',
    '/messages',
    '/favorites',
    '/tokens',
    '/profile',
  ]
  for (const [language, locale] of [
    ['English on a desk', 'en-US'],
    ['Chinese on a phone', 'zh-CN'],
  ] as const)
    test(`opens in ${language}, names its controls and scrolls only downwards`, PATIENTLY, async () => {
      const viewport = locale === 'zh-CN' ? { width: 390, height: 844 } : { width: 1280, height: 860 }
      const { page, end } = await open('/', site.admin, { locale, viewport })
      for (const screen of screens) {
        await page.goto(`${origin}/admin${screen}`)
        await page.locator('main h1, main [role=textbox]').first().waitFor()
        await page.waitForLoadState('networkidle')
        const found = await page.evaluate<object>(LOOK)
        expect({ screen, ...found }).toEqual({ screen, wide: 0, nameless: [] })
      }
      await end()
    })
})
