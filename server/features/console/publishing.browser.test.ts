import { describe, expect, test } from 'vitest'
import { go, gotFocus, save, startConsole, textOf, titleOf } from '../../test/browser.ts'

const service = await startConsole({ TIMEZONE: 'Asia/Shanghai' })

async function draft(title: string): Promise<number> {
  const { data } = await service.site.admin.post('/api/articles', {
    title,
    content: '<p>Text.</p>',
    category_id: service.site.defaultCategoryId,
  })
  return data.id
}

/** Days from now, in the time zone of the service. */
function day(ahead: number): string {
  const moment = new Date(Date.now() + ahead * 24 * 60 * 60 * 1000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(moment)
}

describe('scheduling', () => {
  test('accepts a time in any common format, shows the time zone, and rejects a past time', async () => {
    const id = await draft('Later')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin, {
      timezoneId: 'Asia/Tokyo',
    })
    await page.getByRole('button', { name: 'Schedule…' }).click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Schedule', exact: true })
    await dialog.getByText('Asia/Shanghai').first().waitFor()
    await dialog.getByLabel('Publish on: date').fill(day(-2))
    await dialog.getByLabel('Publish on: time').click()
    await page.keyboard.type('0930')
    await dialog.getByText('This time is in the past').waitFor()
    await expect.poll(() => button.isDisabled()).toBe(true)
    await dialog.getByLabel('Publish on: date').fill(day(2))
    await dialog.getByText(/Will be published on .*09:30 \(Asia\/Shanghai\)/).waitFor()
    await dialog.getByText(/For you, that is .*10:30 \(Asia\/Tokyo\)/).waitFor()
    await button.click()
    await page
      .getByText(`Scheduled for ${day(2)} 09:30 (Asia/Shanghai)`)
      .first()
      .waitFor()
    await expect
      .poll(async () => (await service.site.admin.get(`/api/articles/${id}`)).data)
      .toMatchObject({ status: 0, publish_time: `${day(2)} 09:30:00` })
    await go(page, '/audit-log')
    await page.getByText(`Scheduled for: ${day(2)} 09:30`, { exact: true }).waitFor()
    await end()
  })

  test('ends with a save by a user who may not publish, who is told before and after, and returns with the approval', async () => {
    const author = await service.site.user('editor')
    const auditor = await service.site.user('auditor')
    await service.site.admin.put('/api/settings', { review: 1 })
    const { data } = await author.post('/api/articles', {
      title: 'Ahead of time',
      content: '<p>Text.</p>',
      category_id: service.site.defaultCategoryId,
      status: 2,
      publish_time: `${day(2)} 09:30:00`,
    })
    await auditor.post(`/api/articles/${data.id}/audit`, { status: 1 })
    const writing = await service.open(`/articles/${data.id}`, author)
    const autosaves: string[] = []
    writing.page.on('request', (request) => {
      if (request.url().includes('autosave')) autosaves.push(request.url())
    })
    await writing.page.clock.install()
    await writing.page.reload()
    await writing.page.getByText('Saving a change sends it back to review').waitFor()
    await textOf(writing.page).fill('Text, changed.')
    await writing.page.clock.fastForward(20_000)
    await writing.page.getByRole('button', { name: 'Save and send to review' }).first().click()
    await writing.page.getByText('Saved and sent to review.').waitFor()
    await writing.page.getByText(`Planned for ${day(2)} 09:30 (Asia/Shanghai), after approval`).waitFor()
    expect(autosaves).toEqual([])
    await writing.end()

    const { page, end } = await service.open(`/articles/${data.id}`, auditor)
    await page.getByText(`Planned for ${day(2)} 09:30 (Asia/Shanghai), after approval`).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(`Scheduled for ${day(2)} 09:30`).waitFor()
    await service.site.admin.put('/api/settings', { review: 0 })
    await end()
  })

  test('a dialog closes with Escape', async () => {
    const id = await draft('Not now')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await page.getByRole('button', { name: 'Schedule…' }).click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await end()
  })
})

test('tags are added by Enter and comma, and none is lost', async () => {
  const { data: known } = await service.site.admin.post('/api/tags', { name: 'Known' })
  const { page, end } = await service.open('/articles/new', service.site.admin)
  await titleOf(page).fill('Tagged')
  await textOf(page).fill('Text.')
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.click()
  await gotFocus(tags)
  await page.keyboard.type('Known')
  await page.keyboard.press('Enter')
  await page.locator('.mantine-TagsInput-pill', { hasText: 'Known' }).waitFor()
  await page.keyboard.type('Fresh,')
  await page.locator('.mantine-TagsInput-pill', { hasText: 'Fresh' }).waitFor()
  // The keyboard of a phone sends no key, only the text.
  await tags.fill('Mobile,')
  await page.locator('.mantine-TagsInput-pill', { hasText: 'Mobile' }).waitFor()
  await page.keyboard.type('新的，')
  await page.locator('.mantine-TagsInput-pill', { hasText: '新的' }).waitFor()
  await save(page)
  await page.waitForURL(/\/articles\/\d+$/)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  const { data } = await service.site.admin.get(`/api/articles/${page.url().split('/').at(-1)}`)
  expect(data.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Fresh',
    'Known',
    'Mobile',
    '新的',
  ])
  expect(data.tags.some(({ id }: { id: number }) => id === known.id)).toBe(true)
  await end()
})

test('a disabled tag is found by its name, and not created a second time', async () => {
  const { admin } = service.site
  const { data: disabled } = await admin.post('/api/tags', { name: 'Retired', enabled: 0 })
  const id = await draft('With a disabled tag')
  const tagsOf = async () =>
    (await admin.get(`/api/articles/${id}`)).data.tags.map((tag: { id: number }) => tag.id)
  const { page, end } = await service.open(`/articles/${id}`, admin)
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('retire')
  await page.getByRole('option', { name: 'Retired Disabled' }).waitFor()
  await tags.fill('retired,')
  await page.locator('.mantine-TagsInput-pill', { hasText: 'Retired' }).waitFor()
  await save(page)
  await expect.poll(tagsOf).toEqual([disabled.id])
  await end()
  const editor = await service.site.user('editor')
  const opened = await service.open('/articles/new', editor)
  await opened.page.getByRole('combobox', { name: 'Tags' }).fill('Retired,')
  await opened.page.getByText('A tag with this name exists, but it is disabled.').waitFor()
  expect((await admin.get('/api/tags?all=1&keyword=retired')).data.total).toBe(1)
  await opened.end()
})

test('the history compares two versions side by side, and restores one', async () => {
  const id = await draft('With a past')
  await service.site.admin.put(`/api/articles/${id}`, { content: '<p>Text with a change.</p>' })
  const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).first().click()
  await page.locator('.diff-added ins', { hasText: 'with a change' }).first().waitFor()
  expect(await page.getByRole('dialog').textContent()).not.toContain('<p>')
  // It was generated from both texts.
  expect(await page.getByRole('dialog').textContent()).not.toContain('Summary')
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Restored.').waitFor()
  await expect.poll(() => textOf(page).textContent()).toBe('Text.')
  await end()
})

test('the history shows what a single change was', async () => {
  const { admin } = service.site
  const id = await draft('Changed twice')
  const { data: about } = await admin.post('/api/pages', {
    title: 'Page changed twice',
    content: '<p>Text.</p>',
  })
  for (const path of [`/api/articles/${id}`, `/api/pages/${about.id}`])
    for (const text of ['Text once.', 'Text once and twice.'])
      await admin.put(path, { content: `<p>${text}</p>` })
  const { page, end } = await service.open(`/articles/${id}`, admin)
  const added = page.getByRole('dialog').locator('.diff-added ins')
  for (const path of [`/articles/${id}`, `/pages/${about.id}`]) {
    await go(page, path)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Compare' }).nth(1).click()
    await added.filter({ hasText: 'and twice' }).first().waitFor()
    await page.getByRole('radiogroup', { name: 'Compare with' }).getByText('Next version').click()
    await expect.poll(async () => (await added.allTextContents()).join('')).toMatch(/^(?!.*twice).*once/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await end()
})

test('comparisons name categories and tags, and say yes or no', async () => {
  const { admin } = service.site
  const newOne = async (path: string, name: string) => (await admin.post(path, { name })).data.id as number
  const [old, recent] = [await newOne('/api/tags', 'Old tag'), await newOne('/api/tags', 'Recent tag')]
  const category = await newOne('/api/categories', 'Another place')
  const id = await draft('Sorted otherwise')
  await admin.put(`/api/articles/${id}`, { tag_ids: [old] })
  await admin.put(`/api/articles/${id}`, { tag_ids: [recent], category_id: category })
  await admin.post(`/api/articles/${id}/publish`, {})
  const { page, end } = await service.open(`/articles/${id}`, admin)
  const dialog = page.getByRole('dialog')
  const shows = async (...texts: string[]) => {
    for (const text of texts) await dialog.getByText(text, { exact: true }).first().waitFor()
  }
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).first().click()
  await shows('Old tag', 'Recent tag', 'Another place')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await admin.put(`/api/articles/${id}/working-copy`, { tag_ids: [old, recent], is_top: 1 })
  await page.reload()
  await page.getByRole('button', { name: 'Compare with published' }).click()
  await shows('Recent tag', 'No', 'Yes')
  await dialog.getByText(/Old tag, Recent tag|Recent tag, Old tag/).waitFor()
  await end()
})

test('a restore of a published article says that readers see it, and can go into the working copy', async () => {
  const { admin } = service.site
  const id = await draft('Public')
  await admin.post(`/api/articles/${id}/publish`, {})
  await admin.put(`/api/articles/${id}`, { content: '<p>Changed.</p>' })
  const read = async () => (await admin.get(`/api/articles/${id}`)).data.content
  const { page, end } = await service.open(`/articles/${id}`, admin)
  const ask = async () => {
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByText('Readers see the restored version at once').waitFor()
  }
  await ask()
  await page.getByRole('button', { name: 'Restore without publishing' }).click()
  await page.getByText('Restored. Readers still see').waitFor()
  await expect.poll(() => textOf(page).textContent()).toBe('Text.')
  expect(await read()).toBe('<p>Changed.</p>')
  await ask()
  await page.getByText('it replaces the current working copy').waitFor()
  await page.getByRole('button', { name: 'Restore and publish' }).click()
  await expect.poll(read).toBe('<p>Text.</p>')
  await end()
})

test('the text is three Tab presses from the title, or one Enter', async () => {
  const { page, end } = await service.open('/articles/new', service.site.admin)
  await textOf(page).waitFor()
  await titleOf(page).fill('By keyboard')
  let tabs = 0
  const isInText = () => page.evaluate("document.activeElement?.getAttribute('role') === 'textbox'")
  for (; tabs < 10 && !(await isInText()); tabs++) await page.keyboard.press('Tab')
  expect(tabs).toBeLessThanOrEqual(3)
  await titleOf(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(isInText).toBe(true)
  await end()
})

test('a page is opened without a failed request, with its draft if it has one', async () => {
  const { admin } = service.site
  const { data } = await admin.post('/api/pages', { title: 'No draft yet', content: '<p>Text.</p>' })
  const { page, end } = await service.open('/pages', admin)
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(response.url())
  })
  await page.getByRole('link', { name: 'No draft yet' }).click()
  await expect.poll(() => titleOf(page).first().inputValue()).toBe('No draft yet')
  await admin.put(`/api/pages/${data.id}/draft`, { title: 'Drafted' })
  await page.reload()
  await expect.poll(() => titleOf(page).first().inputValue()).toBe('Drafted')
  expect(failed).toEqual([])
  await end()
})
