import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { go, gotFocus, startConsole, textOf } from '../../test/browser.ts'

const service = await startConsole()

interface Asking {
  readonly name: string
  readonly path: string
  /** Opens the dialog, and returns what has the focus again when it is closed. */
  open(page: Page): Promise<Locator>
  fill(dialog: Locator): Promise<void>
  readonly says: string
  /** Another dialog follows with the result. */
  readonly hasResult?: boolean
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()

/** By an item of the menu of a button. */
const byMenu = (opener: string, item: string) => async (page: Page) => {
  await button(page, opener).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  return button(page, opener)
}

test('Escape closes every dialog with one question and gives the focus back; Enter confirms it', {
  timeout: 180_000,
}, async () => {
  const { admin, defaultCategoryId: category_id } = service.site
  const article = { content: '<p>Text.</p>', category_id }
  const { data: draft } = await admin.post('/api/articles', { ...article, title: 'A draft' })
  await admin.post('/api/articles', { ...article, title: 'Shown', status: 1 })
  await admin.post('/api/tags', { name: 'Old' })
  await admin.post('/api/tags', { name: 'New' })
  await admin.post('/api/tokens', { name: 'Agent', scope: 'draft' })
  const dialogs: readonly Asking[] = [
    {
      name: 'a view to save',
      path: '/articles',
      open: byMenu('Saved views', 'Save this view…'),
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Name' }).fill('Mine'),
      says: 'View saved.',
    },
    {
      name: 'the category of several articles',
      path: '/articles',
      open: async (page) => {
        const all = page.getByRole('checkbox', { name: 'Select all' }).first()
        await all.check()
        return byMenu('Change', 'Set category…')(page)
      },
      fill: async (dialog) => {
        const field = dialog.getByRole('combobox', { name: 'Category' })
        await field.fill('Uncategorized')
        await field.press('ArrowDown')
        await field.press('Enter')
      },
      says: '2 articles changed.',
    },
    {
      name: 'the time of a schedule',
      path: '/articles',
      open: byMenu('More actions for A draft', 'Schedule…'),
      fill: async (dialog) => {
        await dialog.getByLabel('Publish on: date').fill('2035-05-01')
        await dialog.getByLabel('Publish on: time').fill('0930')
      },
      says: 'Scheduled for 2035-05-01',
    },
    {
      name: 'a tag to merge',
      path: '/tags',
      open: byMenu('More actions for Old', 'Merge into another'),
      fill: async (dialog) => {
        const field = dialog.getByRole('combobox')
        await field.fill('New')
        await dialog.page().getByRole('option', { name: 'New' }).click()
      },
      says: 'Tags merged.',
    },
    {
      name: 'a new tag',
      path: '/tags',
      open: async (page) => {
        await button(page, 'New tag').click()
        return button(page, 'New tag')
      },
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Name' }).fill('Ink'),
      says: 'Tag created.',
    },
    {
      name: 'since when a token is undone',
      path: '/tokens',
      open: byMenu('More actions for Agent', 'Undo changes'),
      fill: async (dialog) => {
        await dialog.getByLabel('Since: date').fill('2026-01-01')
        await dialog.getByLabel('Since: time').fill('9')
      },
      says: 'Undo result',
      hasResult: true,
    },
    {
      name: 'a video',
      path: `/articles/${draft.id}`,
      open: async (page) => {
        // The buttons of the editor leave the focus in the text.
        await textOf(page).click()
        await button(page, 'Embed a video').click()
        return textOf(page)
      },
      fill: (dialog) => dialog.getByRole('textbox').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ'),
      says: 'YouTube',
    },
  ]
  const { page, end } = await service.open('/', admin)
  for (const { name, path, open, fill, says, hasResult = false } of dialogs) {
    await go(page, path)
    const dialog = page.getByRole('dialog')
    const opener = await open(page)
    await dialog.waitFor()
    await expect
      .poll(() => dialog.evaluate((node) => node.contains(document.activeElement)), { message: name })
      .toBe(true)
    // The first one closes an open list of choices.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Escape')
          return dialog.count()
        },
        { message: name },
      )
      .toBe(0)
    await gotFocus(opener)
    await open(page)
    await dialog.waitFor()
    await fill(dialog)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText(says).count(), { message: name }).toBeGreaterThan(0)
    if (!hasResult) continue
    await page.keyboard.press('Escape')
    await gotFocus(opener)
  }
  await end()
})

test('a dialog that shows why the button was refused gives the focus back to the button', async () => {
  const { admin, defaultCategoryId: category_id } = service.site
  const { data } = await admin.post('/api/articles', {
    title: 'Refused',
    content: '<p>One.</p>',
    category_id,
  })
  const { page, end } = await service.open(`/articles/${data.id}`, admin)
  await textOf(page).fill('Mine.')
  await admin.put(`/api/articles/${data.id}`, { content: '<p>Theirs.</p>' })
  await button(page, 'Save draft').press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await gotFocus(button(page, 'Save draft'))
  await end()
})
