import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DOT, go, gotFocus, hasFocus, startConsole } from '../../test/browser.ts'

const service = await startConsole()

type Role = Parameters<Page['getByRole']>[0]

/** More Tab stops than any screen has. */
const MAX_STOPS = 150

/** Moves there with the Tab key. */
async function reachOne(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached with the Tab key`)
}

const reach = (page: Page, role: Role, name: string | RegExp) =>
  reachOne(page, page.getByRole(role, { name, exact: typeof name === 'string' }).first())

/** Goes to a button or link and presses it. */
async function press(page: Page, role: Role, name: string | RegExp, key = 'Enter'): Promise<void> {
  await reach(page, role, name)
  await page.keyboard.press(key)
}

/** Chooses an item of an open menu. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  await item.waitFor()
  for (let step = 0; step < 20; step++) {
    if (await hasFocus(item)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Opens a screen with the palette. */
async function goTo(page: Page, screen: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to' })
  await gotFocus(field)
  await page.keyboard.type(screen)
  await expect.poll(() => field.inputValue()).toBe(screen)
  await page
    .getByRole('option', { name: new RegExp(`^${screen}`), selected: true })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: new RegExp(screen) }).waitFor()
}

const article = (title: string, more: object = {}) => ({
  title,
  content: '<p>Text.</p>',
  category_id: service.site.defaultCategoryId,
  ...more,
})
const statusOf = async (id: number) => (await service.site.admin.get(`/api/articles/${id}`)).data.status
const titled = async (title: string) => {
  const { list } = (await service.site.admin.get(`/api/articles?keyword=${title}`)).data
  return list[0] as { id: number; status: number; scheduled_time: string | null } | undefined
}

/** Every key press takes longer on a busy machine. */
const PATIENTLY = { timeout: 180_000 }

describe('by keyboard alone', PATIENTLY, () => {
  test('1 write and publish, 2 schedule, 3 find and open an article', async () => {
    const { page, end } = await service.open('/', service.site.admin)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await press(page, 'link', 'New article')
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await reach(page, 'textbox', 'Title')
    await page.keyboard.type('Written without a mouse')
    await page.keyboard.press('Enter')
    await gotFocus(page.getByRole('textbox', { name: 'Text', exact: true }))
    await page.keyboard.type('Every word of it.')
    await page.keyboard.press('Control+s')
    await expect.poll(() => titled('mouse')).toMatchObject({ status: 0 })
    await expect.poll(() => page.url()).toMatch(/articles\/\d+$/)
    await press(page, 'button', 'Publish')
    await expect.poll(async () => (await titled('mouse'))?.status).toBe(1)

    const { data: draft } = await service.site.admin.post('/api/articles', article('To be scheduled'))
    await goTo(page, 'Articles')
    await press(page, 'link', 'To be scheduled')
    await press(page, 'button', 'Schedule…')
    await choose(page, 'Schedule…')
    await reachOne(page, page.getByLabel('Publish on: date'))
    await page.keyboard.type('05042099')
    await reach(page, 'textbox', 'Publish on: time')
    await page.keyboard.type('0930')
    await press(page, 'button', 'Schedule')
    await expect
      .poll(async () => (await service.site.admin.get(`/api/articles/${draft.id}`)).data.scheduled_time)
      .toBe('2099-05-04 09:30:00')

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await gotFocus(page.getByRole('combobox', { name: 'Go to' }))
    await page.keyboard.type('without a mouse')
    await page.getByRole('option', { name: /^Written without a mouse/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Written without a mouse' }).waitFor()
    await end()
  })

  test('4 review, 5 moderate a comment', async () => {
    const { admin, anonymous } = service.site
    await admin.put('/api/settings', { comment_captcha: 0 })
    const writer = await service.site.user('editor')
    const auditor = await service.site.user('auditor')
    const { data: handed } = await writer.post('/api/articles', article('Handed in', { status: 2 }))
    const { data: open } = await admin.post('/api/articles', article('Open to all', { status: 1 }))
    await anonymous.post('/api/comments', {
      article_id: open.id,
      content: 'A fine article.',
      nickname: 'Guest',
      email: 'guest@example.com',
    })
    const { page, end } = await service.open('/', auditor)
    await press(page, 'link', '1 article to review')
    await press(page, 'link', 'Handed in')
    await press(page, 'button', 'Approve')
    await expect.poll(() => statusOf(handed.id)).toBe(1)
    await goTo(page, 'Comments')
    await press(page, 'button', /^Approve/)
    await expect
      .poll(async () => (await anonymous.get(`/api/articles/${open.id}/comments`)).data?.total)
      .toBe(1)
    await end()
  })

  test('6 upload a file and set its focal point, 7 create a category, 8 restore an article, 9 change a setting', async () => {
    const { admin } = service.site
    const { data: binned } = await admin.post('/api/articles', article('Thrown away'))
    await admin.delete(`/api/articles/${binned.id}`)
    const { page, end } = await service.open('/media', admin)
    // Registered early: the browser needs the listener before the key is pressed.
    const chooser = page.waitForEvent('filechooser', { timeout: 120_000 })
    await page.waitForLoadState('networkidle')
    await press(page, 'button', /^Upload/)
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
    await expect.poll(async () => (await admin.get('/api/media')).data.total).toBe(1)
    await press(page, 'button', /dot\.png/)
    await reach(page, 'slider', 'From the left, in percent')
    await page.keyboard.press('ArrowRight')
    const [file] = (await admin.get('/api/media')).data.list
    await expect.poll(async () => (await admin.get(`/api/media/${file.id}`)).data.focus_x).toBe(55)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await goTo(page, 'Categories')
    await press(page, 'button', 'New category')
    await reach(page, 'textbox', 'Name')
    await page.keyboard.type('Gardens')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => JSON.stringify((await admin.get('/api/categories')).data))
      .toContain('"Gardens"')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await goTo(page, 'Recycle bin')
    await press(page, 'button', 'Restore')
    await expect.poll(() => statusOf(binned.id)).toBe(0)

    await goTo(page, 'Settings')
    await reach(page, 'textbox', 'Site name')
    await page.keyboard.press('Control+k')
    await gotFocus(page.getByRole('combobox', { name: 'Go to' }))
    await page.keyboard.press('Escape')
    await gotFocus(page.getByRole('textbox', { name: 'Site name', exact: true }))
    await page.keyboard.type('By hand')
    await press(page, 'button', 'Save')
    await expect.poll(async () => (await admin.get('/api/settings')).data.site_name).toBe('By hand')
    await expect.poll(() => page.getByRole('banner').textContent()).toContain('By hand')
    await end()
  })

  test('10 prepare changes to a page and publish them; others see who has an article open', async () => {
    const { admin, anonymous } = service.site
    const { data: made } = await admin.post('/api/pages', { title: 'About us', content: '<p>Old.</p>' })
    const read = async () => (await anonymous.get(`/api/pages/${made.id}`)).data.title
    const { page, end } = await service.open(`/pages/${made.id}`, admin)
    await reach(page, 'textbox', 'Title')
    await page.keyboard.press('End')
    await page.keyboard.type(', anew')
    await press(page, 'button', 'Save as draft')
    await page.getByText('You are editing a draft').waitFor()
    expect(await read()).toBe('About us')
    await press(page, 'button', 'Publish draft')
    await expect.poll(read).toBe('About us, anew')
    await press(page, 'button', 'History')
    await press(page, 'button', 'Restore')
    const sure = page.getByRole('dialog', { name: 'Are you sure?' })
    await gotFocus(sure)
    await reachOne(page, sure.getByRole('button', { name: 'Restore' }))
    await page.keyboard.press('Enter')
    await expect.poll(read).toBe('About us')

    const { data } = await admin.post('/api/articles', article('Shared'))
    const auditor = await service.site.user('auditor')
    await auditor.put(`/api/articles/${data.id}/presence`)
    await page.goto(`${service.origin}/admin/articles/${data.id}`)
    await page.getByText(`${auditor.username} also has this article open.`).waitFor()
    await end()
  })
})

test('nothing scrolls sideways at 200 % zoom', async () => {
  const { page, end } = await service.open('/', service.site.admin, {
    viewport: { width: 640, height: 430 },
    deviceScaleFactor: 2,
  })
  const tooWide: string[] = []
  for (const path of [
    '/',
    '/articles',
    '/articles/new',
    '/calendar',
    '/comments',
    '/media',
    '/settings',
    '/backups',
  ]) {
    await go(page, path)
    const wide = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (wide > 0) tooWide.push(`${path} by ${wide} pixels`)
  }
  expect(tooWide).toEqual([])
  await end()
})
