import { describe, expect, test } from 'vitest'
import { startConsole } from '../../test/browser.ts'

const service = await startConsole()

const article = (title: string, more: object = {}) => ({
  title,
  content: '<p>Text.</p>',
  category_id: service.site.defaultCategoryId,
  ...more,
})

test('filters are seen as chips, survive a look into an article, and are removed one by one', async () => {
  const { data: tag } = await service.site.admin.post('/api/tags', { name: 'Spring' })
  await service.site.admin.post('/api/articles', article('With the tag', { tag_ids: [tag.id], status: 1 }))
  await service.site.admin.post('/api/articles', article('Without it'))
  const { page, end } = await service.open(`/articles?tag_id=${tag.id}&status=1`, service.site.admin)
  await page.locator('.chip', { hasText: 'Tag: Spring' }).waitFor()
  await page.locator('.chip', { hasText: 'Status: Published' }).waitFor()
  expect(await page.getByText('Without it').count()).toBe(0)
  await page.getByRole('link', { name: 'With the tag' }).click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.locator('.chip', { hasText: 'Tag: Spring' }).waitFor()
  await page.getByRole('button', { name: 'Remove filter: Status: Published' }).click()
  await page.getByRole('button', { name: 'Remove filter: Tag: Spring' }).click()
  await page.getByText('Without it').waitFor()
  await page.getByRole('button', { name: 'Updated' }).click()
  await page.locator('th[aria-sort=descending]', { hasText: 'Updated' }).waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('update_time')
  await end()
})

test('a reached rate limit keeps the navigation, and the screen comes by itself', async () => {
  const { page, end } = await service.open('/articles', service.site.admin)
  await page.getByRole('heading', { name: 'Articles' }).waitFor()
  let isLimited = true
  await page.route('**/api/**', (route) =>
    isLimited
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '1' },
          json: { code: 429, message: 'Too many' },
        })
      : route.continue(),
  )
  await page.reload()
  await page.getByText('Trying again').first().waitFor()
  expect(await page.getByRole('link', { name: 'Categories' }).count()).toBe(1)
  isLimited = false
  await page.getByText('in total').waitFor()
  await end()
})

describe('what is shown does what it says', () => {
  test('signing out does not wait for the server', async () => {
    const user = await service.site.user('editor')
    const { page, end } = await service.open('/articles', user)
    await page.route('**/api/auth/logout', () => {})
    await page.getByRole('button', { name: user.username }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Username or e-mail').waitFor()
    expect(await page.evaluate("localStorage.getItem('inkstone.session')")).toBeNull()
    await end()
  })

  test('the default category offers no deletion, and a new one says that it is created', async () => {
    const { page, end } = await service.open('/categories', service.site.admin)
    await page
      .getByRole('button', { name: /^More actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New category' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Fresh')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Category created.').waitFor()
    await end()
  })

  test('the command that restores a backup says that it replaces', async () => {
    const { page, end } = await service.open('/backups', service.site.admin)
    await page.getByText('inkstone restore --replace').waitFor()
    await end()
  })
})
