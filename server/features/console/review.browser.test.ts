import { expect, test } from 'vitest'
import { gotFocus, save, startConsole, textOf, titleOf } from '../../test/browser.ts'

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

test('with review on, changes of a public article wait in a working copy, are sent back with a reason, and approved', async () => {
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
  await expect.poll(() => textOf(writing.page).textContent()).toContain('And more.')
  await writing.page.getByRole('button', { name: 'Submit for review' }).click()
  await writing.page.getByText('Changes in review').waitFor()
  await reviewing.page.reload()
  await reviewing.page.getByRole('button', { name: 'Approve' }).click()
  await reviewing.page.getByText('Approved.').waitFor()
  await expect.poll(() => publicText(id)).toBe('<p>Public. And more.</p>')
  await service.site.admin.put('/api/settings', { review: 0 })
  await writing.end()
  await reviewing.end()
})

test('a reviewer corrects changes in review, sends them back with a reason that is kept, and approves them', async () => {
  const author = await service.site.user('editor')
  const auditor = await service.site.user('auditor')
  const id = await published(author, 'Corrected')
  const path = `/api/articles/${id}/working-copy`
  await service.site.admin.put('/api/settings', { review: 1 })
  await author.put(path, { content: '<p>A mistaek.</p>', status: 2 })
  const { page, end } = await service.open(`/articles/${id}`, auditor)
  const sendBack = async (reason?: string) => {
    await page.getByRole('button', { name: 'Send back' }).click()
    if (reason !== undefined) await page.getByLabel('Reason').fill(reason)
    await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  }
  await page.getByText('They stay in review when you save corrections.').waitFor()
  await textOf(page).fill('A mistake.')
  await author.put(path, { title: 'Changed meanwhile', status: 2 })
  await sendBack('Too little.')
  await page.getByText('so your decision was not saved').waitFor()
  await expect.poll(() => titleOf(page).inputValue()).toBe('Changed meanwhile')
  await sendBack()
  await page.getByText('Sent back to the author.').waitFor()
  const { data } = await author.get(path)
  expect(data).toMatchObject({ content: '<p>A mistake.</p>', review_status: 'rejected' })
  await page.getByText('Too little.').waitFor()

  await author.put(path, { content: '<p>Another mistaek.</p>', status: 2 })
  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await textOf(page).fill('Another mistake.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved.').waitFor()
  expect(await publicText(id)).toBe('<p>Another mistake.</p>')
  await service.site.admin.put('/api/settings', { review: 0 })
  await end()
})

test('a list row is approved or sent back in the version that it shows', async () => {
  const { admin } = service.site
  const writer = await service.site.user('editor')
  const auditor = await service.site.user('auditor')
  const submit = async (title: string): Promise<number> => {
    const { data } = await writer.post('/api/articles', {
      title,
      content: '<p>Text.</p>',
      category_id: service.site.defaultCategoryId,
      status: 2,
    })
    return data.id
  }
  const [good, poor, changed] = [
    await submit('A good row'),
    await submit('A poor row'),
    await submit('A row'),
  ]
  const reviewOf = async (id: number) => {
    const { status, review_status } = (await admin.get(`/api/articles/${id}`)).data
    return [status, review_status]
  }
  const { page, end } = await service.open('/articles?status=2', auditor)
  const choose = async (title: string, action: string) => {
    await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('A good row', 'Approve')
  await page.getByText('Approved.').waitFor()
  await expect.poll(() => reviewOf(good)).toEqual([1, 'none'])
  await choose('A poor row', 'Send back')
  await page.getByLabel('Reason').fill('Too short.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  await page.getByText('Sent back to the author.').waitFor()
  await expect.poll(() => reviewOf(poor)).toEqual([0, 'rejected'])

  await admin.put(`/api/articles/${changed}`, { title: 'A row with another title' })
  await choose('A row', 'Approve')
  await page.getByText('so your decision was not saved').waitFor()
  expect(await reviewOf(changed)).toEqual([2, 'pending'])
  await choose('A row with another title', 'Approve')
  await expect.poll(() => reviewOf(changed)).toEqual([1, 'none'])
  await end()
})

test('a user who may publish saves without publishing, sees the difference, and publishes the changes', async () => {
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
  await expect.poll(() => publicText(id)).toBe('<p>Public. Prepared well.</p>')
  await end()
})

test('changes are published after a save although nothing is left to change, if the public version changed meanwhile', async () => {
  const { admin } = service.site
  const id = await published(admin, 'Changed in both')
  await admin.put(`/api/articles/${id}/working-copy`, { content: '<p>Prepared.</p>' })
  await admin.put(`/api/articles/${id}`, { title: 'Corrected at once' })
  const { page, end } = await service.open(`/articles/${id}`, admin)
  await page.getByText('The published version has changed in the meantime').waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('changed since this working copy was saved').waitFor()
  await save(page)
  await page.getByText('The published version has changed in the meantime').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Changes published.').waitFor()
  await expect.poll(() => publicText(id)).toBe('<p>Prepared.</p>')
  await end()
})

test('removed markup is reported; a draft is autosaved; the URL of a video becomes its player', async () => {
  const { page, end } = await service.open('/articles/new', service.site.admin)
  await titleOf(page).fill('Told')
  await page.getByText('HTML', { exact: true }).click()
  await textOf(page).fill('<p>Text.</p><iframe src="https://evil.example/"></iframe>')
  await save(page)
  await page.getByText('Removed while saving because it is not allowed: iframe').waitFor()
  await page.waitForURL(/\/articles\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  await page.getByText('Visual', { exact: true }).click()
  await page.locator('.ProseMirror').waitFor()
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Typed on.')
  await expect.poll(() => publicText(id)).toContain('Typed on.')
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
  await expect
    .poll(() => publicText(id))
    .toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"')
  await page.keyboard.press('Control+k')
  await gotFocus(page.getByRole('combobox', { name: 'Go to' }))
  await page.keyboard.type('Categor')
  await page.getByRole('option', { name: /^Categories/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await end()
})
