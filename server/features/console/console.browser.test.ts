import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DOT, go, startConsole, textOf, titleOf } from '../../test/browser.ts'
import { ADMIN_PASSWORD } from '../../test/harness.ts'

const service = await startConsole()
const open = service.open

describe('the sign-in screen', () => {
  test('signs in, shows errors, and returns to the requested screen', async () => {
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

  test('is in Chinese if the browser is', async () => {
    const { page, end } = await open('/articles', service.site.admin, { locale: 'zh-CN' })
    await page.getByRole('heading', { name: '文章' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('zh')
    await end()
  })

  test('shows only the screens that the user may use', async () => {
    const member = await service.site.user('member')
    const { page, end } = await open('/', member)
    await page.getByRole('link', { name: 'Messages' }).waitFor()
    for (const place of ['Articles', 'Users', 'Settings'])
      expect(await page.getByRole('link', { name: place, exact: true }).count()).toBe(0)
    await end()
  })
})

/** The bytes transferred to the browser. */
async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

test('a first visit loads less than 350 KB in a few files, and the editor less than 650 KB in all', async () => {
  const { admin, defaultCategoryId: category_id } = service.site
  // An empty list would not load what its rows need.
  await admin.post('/api/articles', { title: 'In the list', content: '<p>Text.</p>', category_id, status: 1 })
  const { page, end } = await open('/articles', service.site.admin)
  const requests: Request[] = []
  page.on('requestfinished', (request) => void requests.push(request))
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Articles' }).waitFor()
  const files = requests.filter((request) => request.url().includes('/admin/assets/'))
  expect(files.length, 'requests for scripts and styles').toBeGreaterThan(2)
  expect(files.length, 'requests for scripts and styles').toBeLessThan(10)
  expect(await bytesOf(requests)).toBeLessThan(350_000)
  await page.goto(`${service.origin}/admin/articles/new`, { waitUntil: 'networkidle' })
  await textOf(page).waitFor()
  const loaded = new Map(requests.map((request) => [request.url(), request]))
  expect(await bytesOf([...loaded.values()])).toBeLessThan(650_000)
  await end()
})

describe('an article', () => {
  test('is written, rejected, corrected, published and read by everybody', async () => {
    const { page, end } = await open('/articles/new', service.site.admin)
    await textOf(page).fill('A first line.')
    await page.keyboard.press('Control+s')
    await page.locator('[id$=-error]').first().waitFor()
    await titleOf(page).fill('Written in the console')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(/\/articles\/\d+$/)
    await page.getByText('Published', { exact: true }).first().waitFor()
    const id = Number(page.url().split('/').at(-1))
    const { data } = await service.site.admin.get(`/api/articles/${id}`)
    expect(data).toMatchObject({
      title: 'Written in the console',
      status: 1,
      content: '<p>A first line.</p>',
    })
    await end()
  })
})

describe('an administrator of a site', () => {
  test('moderates comments', async () => {
    await service.site.admin.put('/api/settings', { comment_captcha: 0 })
    const { data: article } = await service.site.admin.post('/api/articles', {
      title: 'Commented',
      content: '<p>Text.</p>',
      category_id: service.site.defaultCategoryId,
      status: 1,
    })
    const said = '<b onclick="x">Bold words</b> of a guest'
    await service.site.anonymous.post('/api/comments', {
      article_id: article.id,
      content: said,
      nickname: 'Guest',
      email: 'guest@example.com',
    })
    const { page, end } = await open('/comments', service.site.admin)
    await page.getByText(said).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(said).waitFor({ state: 'detached' })
    const shown = async (): Promise<{ content: string }[]> =>
      (await service.site.anonymous.get(`/api/articles/${article.id}/comments`)).data.list
    await expect.poll(async () => (await shown()).map(({ content }) => content)).toEqual([said])
    await end()
  })

  test('inserts a picture into an article', async () => {
    const { page, end } = await open('/articles/new', service.site.admin)
    await titleOf(page).fill('With a picture')
    await textOf(page).fill('Look:')
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload', exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
    await page.getByRole('button', { name: 'dot.png' }).click()
    await textOf(page).locator('img').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.waitForURL(/\/articles\/\d+$/)
    const { data } = await service.site.admin.get(`/api/articles/${page.url().split('/').at(-1)}`)
    // The same file as the cover, with its focal point set by keyboard and by mouse.
    await page.getByRole('button', { name: 'Choose picture' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'dot.png' }).click()
    const slider = page.getByRole('slider', { name: 'From the left, in percent' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    const { data: files } = await service.site.admin.get('/api/media?keyword=dot.png')
    const focus = async () => {
      const { focus_x, focus_y } = (await service.site.admin.get(`/api/media/${files.list[0].id}`)).data
      return [focus_x, focus_y]
    }
    await expect.poll(focus).toEqual([55, 50])
    await page.locator('.focal-picture img').click({ position: { x: 0, y: 0 }, force: true })
    await expect.poll(focus).toEqual([0, 0])
    expect(data.content).toMatch(/^<p>Look:<\/p><figure><img [^>]*src="[^"]*\/uploads\/\w+\.png"/)
    await end()
  })

  test('creates a user, with errors shown at the field', async () => {
    const { page, end } = await open('/users', service.site.admin)
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Username').fill('made_here')
    await form.getByLabel('E-mail').fill('made_here@example.com')
    await form.getByLabel('Set a password now').check()
    await form.locator('input[type=password]').fill('short')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.locator('[aria-invalid=true]').waitFor()
    await form.locator('input[type=password]').fill('long enough now')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await service.site.admin.get('/api/users?keyword=made_here')
    expect(data.list).toMatchObject([{ username: 'made_here', role: 'member' }])
    await end()
  })

  test('changes one setting and no other, and takes the logo from the library', async () => {
    const { data: before } = await service.site.admin.get('/api/settings')
    const { page, end } = await open('/settings', service.site.admin)
    const { timezone } = (await service.site.admin.get('/api/site')).data
    await page
      .locator('div')
      .filter({ hasText: new RegExp(`^Time zone.*${timezone}$`) })
      .waitFor()
    await page.getByRole('switch', { name: 'Anyone can read articles' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await service.site.admin.get('/api/settings')).data)
      .toEqual({ ...before, public_read: 1 })

    // The first of the two pictures is the logo.
    await page.getByRole('button', { name: 'Choose picture' }).first().click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: DOT })
    await page.getByRole('dialog').getByRole('button', { name: 'logo.png' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await service.site.admin.get('/api/site')).data.logo)
      .toMatch(/\/uploads\/\w+\.png$/)
    await page.locator('header img').waitFor()
    await service.site.admin.post('/api/tokens', { name: 'Build', scope: 'content' })
    await go(page, '/audit-log')
    for (const change of ['Anyone can read articles: No → Yes', 'Access: Published content'])
      await page.getByText(change).first().waitFor()
    await end()
  })
})
