import { expect, test } from 'vitest'
import { startConsole, textOf, titleOf } from '../../test/browser.ts'

const service = await startConsole()

const article = (title: string, more: object = {}) => ({
  title,
  content: '<p>Text.</p>',
  category_id: service.site.defaultCategoryId,
  ...more,
})

const dayOf = (title: string) => `.calendar-day:has(.calendar-entry:has-text("${title}"))`

test('articles are moved to another day by keyboard and by mouse, and back', async () => {
  const { admin } = service.site
  const year = new Date().getUTCFullYear() + 1
  const make = async (title: string, more: object) =>
    (await admin.post('/api/articles', article(title, more))).data.id as number
  const id = await make('On its way', { status: 1, publish_time: `${year}-06-10 08:30:00` })
  const scheduled = async () => (await admin.get(`/api/articles/${id}`)).data.scheduled_time
  const { page, end } = await service.open(`/calendar?month=${year}-06`, admin)
  const entry = page.getByRole('link', { name: 'On its way' })
  await entry.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(scheduled).toBe(`${year}-06-11 08:30:00`)
  await page
    .locator(dayOf('On its way'))
    .and(page.locator(`[data-day="${year}-06-11"]`))
    .waitFor()
  await expect
    .poll(() => page.evaluate<string>('document.activeElement?.textContent'))
    .toContain('On its way')
  const undo = page.getByRole('button', { name: 'Undo' })
  expect(
    await undo
      .locator('span')
      .last()
      .evaluate((label) => label.scrollWidth - label.clientWidth),
  ).toBe(0)
  await undo.click()
  await expect.poll(scheduled).toBe(`${year}-06-10 08:30:00`)
  await page.locator(`[data-day="${year}-06-10"]`, { hasText: 'On its way' }).waitFor()
  await entry.dragTo(page.locator(`[data-day="${year}-06-20"]`))
  await expect.poll(scheduled).toBe(`${year}-06-20 08:30:00`)
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByText('Nothing this month.').waitFor()
  await end()
})

test('a draft needs only a title; date, author and category are changed beside the text', async () => {
  const { admin, defaultCategoryId } = service.site
  await admin.put('/api/settings', { public_read: 1 })
  const writer = await service.site.user('editor')
  const { page, end } = await service.open('/articles/new', admin)
  await titleOf(page).fill('Only a title')
  await page
    .getByRole('textbox', { name: 'Category', exact: true })
    .or(page.getByRole('combobox', { name: 'Category', exact: true }))
    .click()
  await page.keyboard.type('Letters')
  await page.getByRole('option', { name: 'Create category “Letters”' }).click()
  await expect
    .poll(async () => JSON.stringify((await admin.get('/api/categories')).data))
    .toContain('"Letters"')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => page.url()).toMatch(/articles\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const read = async () => (await admin.get(`/api/articles/${id}`)).data
  await expect.poll(async () => (await read()).category?.name).toBe('Letters')
  expect((await read()).category.id).not.toBe(defaultCategoryId)

  await page.getByRole('button', { name: 'Schedule…' }).click()
  await page.getByRole('menuitem', { name: 'Publish with an earlier date…' }).click()
  await page.getByLabel('Publication date: date').fill('2020-02-29')
  await page.getByLabel('Publication date: time').fill('0715')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect.poll(async () => (await read()).publish_time).toBe('2020-02-29 07:15:00')
  expect((await read()).status).toBe(1)
  const view = page.getByRole('link', { name: 'View', exact: true })
  await expect.poll(() => view.getAttribute('href')).toMatch(/\/articles\/only-a-title$/)

  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change date…' }).click()
  await page.getByLabel('Publication date: date').fill('2019-01-02')
  await page.getByRole('dialog').getByRole('button', { name: 'Change date' }).click()
  await expect.poll(async () => (await read()).publish_time).toBe('2019-01-02 07:15:00')
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change author…' }).click()
  const author = page.getByRole('dialog').getByLabel('Author').first()
  await author.click()
  await author.fill(writer.username)
  await page.getByRole('option', { name: writer.username }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(async () => (await read()).author.id).toBe(writer.id)

  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Back to draft' }).click()
  await page.getByText('Keeps its date 2019-01-02 07:15').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(async () => (await read()).status).toBe(1)
  expect((await read()).publish_time).toBe('2019-01-02 07:15:00')

  // Also with several categories.
  await page.goto(`${service.origin}/admin/articles/new`)
  await titleOf(page).fill('Again only a title')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => page.url()).toMatch(/articles\/\d+$/)
  await end()
})

test('a reviewer decides on the version they have seen', async () => {
  const { admin } = service.site
  await admin.put('/api/settings', { review: 1 })
  const writer = await service.site.user('editor')
  const { data } = await writer.post('/api/articles', article('For review', { status: 2 }))
  const auditor = await service.site.user('auditor')
  const { page, end } = await service.open(`/articles/${data.id}`, auditor)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await writer.put(`/api/articles/${data.id}`, { content: '<p>Quite another text.</p>', status: 2 })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The article changed while you were reviewing it').waitFor()
  await textOf(page).getByText('Quite another text.').waitFor()
  expect((await admin.get(`/api/articles/${data.id}`)).data.status).toBe(2)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(async () => (await admin.get(`/api/articles/${data.id}`)).data.status).toBe(1)
  await end()
})
