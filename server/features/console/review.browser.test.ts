import { expect, test } from 'vitest'
import { save, startConsole, textOf, titleOf } from '../../test/browser.ts'

const service = await startConsole()

const publicText = async (id: number) =>
  (await service.site.admin.get(`/api/articles/${id}`)).data.content as string

async function published(by: typeof service.site.admin, title: string): Promise<number> {
  const { data } = await by.post('/api/articles', {
    title,
    content: '<p>Public.</p>',
    category_id: service.site.defaultCategoryId,
    status: 1,
  })
  return data.id
}

test('with review on, changes of what is public wait in a working copy, are sent back with a reason, and approved', async () => {
  const author = await service.site.user('editor')
  const auditor = await service.site.user('auditor')
  const id = await published(author, 'Reviewed')
  await service.site.admin.put('/api/settings', { review: 1 })
  const writing = await service.open(`/articles/${id}`, author)
  await textOf(writing.page).fill('Public. And more.')
  await save(writing.page)
  await writing.page.getByText('Readers still see the published version').waitFor()
  expect(await publicText(id)).toBe('<p>Public.</p>')
  await writing.page.getByRole('button', { name: 'Submit for review' }).click()
  await writing.page.getByText('Changes in review').waitFor()

  const reviewing = await service.open(`/articles/${id}`, auditor)
  await reviewing.page.getByRole('button', { name: 'Compare with published' }).click()
  await reviewing.page.locator('.diff-added ins', { hasText: 'And more' }).first().waitFor()
  await reviewing.page.keyboard.press('Escape')
  await reviewing.page.getByRole('button', { name: 'Send back' }).click()
  await reviewing.page.getByLabel('Reason').fill('Too little.')
  await reviewing.page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  await reviewing.page.getByText('Sent back to the author.').waitFor()

  await writing.page.reload()
  await writing.page.getByText('Too little.').waitFor()
  expect(await textOf(writing.page).textContent()).toContain('And more.')
  await writing.page.getByRole('button', { name: 'Submit for review' }).click()
  await writing.page.getByText('Changes in review').waitFor()
  await reviewing.page.reload()
  await reviewing.page.getByRole('button', { name: 'Approve' }).click()
  await reviewing.page.getByText('Approved.').waitFor()
  expect(await publicText(id)).toBe('<p>Public. And more.</p>')
  await service.site.admin.put('/api/settings', { review: 0 })
  await writing.end()
  await reviewing.end()
})

test('who may publish saves without publishing, sees the difference, and publishes the changes', async () => {
  const id = await published(service.site.admin, 'Prepared')
  const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
  await textOf(page).fill('Public. Prepared.')
  await page.getByRole('button', { name: 'Save without publishing' }).click()
  await page.getByText('You are editing a working copy').waitFor()
  expect(await publicText(id)).toBe('<p>Public.</p>')
  await textOf(page).fill('Public. Prepared well.')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Changes published.').waitFor()
  await page.getByText('You are editing a working copy').waitFor({ state: 'detached' })
  expect(await publicText(id)).toBe('<p>Public. Prepared well.</p>')
  await end()
})

test('what the server removes is told by name; a draft goes to the server by itself; an address of a video becomes its player', async () => {
  const { page, end } = await service.open('/articles/new', service.site.admin)
  await titleOf(page).fill('Told')
  await page.getByText('HTML', { exact: true }).click()
  await textOf(page).fill('<p>Text.</p><iframe src="https://evil.example/"></iframe>')
  await save(page)
  await page.getByText('Removed while saving because it is not allowed: iframe').waitFor()
  await page.waitForURL(/\/articles\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  await page.getByText('Visual', { exact: true }).click()
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Typed on.')
  await expect.poll(() => publicText(id), { timeout: 25_000 }).toContain('Typed on.')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'player' }))
  await page.getByRole('button', { name: 'Embed a video' }).click()
  await page.getByLabel('Address').last().fill('https://evil.example/watch?v=1')
  await page.getByText('No known provider').waitFor()
  await page.getByLabel('Address').last().fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click()
  await textOf(page).locator('iframe').waitFor()
  await save(page)
  await page.getByText('Saved.').first().waitFor()
  expect(await publicText(id)).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('Categor')
  await page.getByRole('option', { name: /^Categories/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await end()
})
