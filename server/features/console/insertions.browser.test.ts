import { expect, test } from 'vitest'
import { DOT, go, gotFocus, save, startConsole, textOf } from '../../test/browser.ts'
import { multipart } from '../../test/multipart.ts'

const service = await startConsole()

async function draft(content: string): Promise<number> {
  const { data } = await service.site.admin.post('/api/articles', {
    title: 'A draft with insertions',
    content,
    category_id: service.site.defaultCategoryId,
  })
  return data.id
}

const contentOf = async (id: number) =>
  (await service.site.admin.get(`/api/articles/${id}`)).data.content as string

test('a gallery is chosen from the library, tasks are ticked, code has a language, and all of it is saved', async () => {
  for (const filename of ['one.png', 'two.png']) {
    // Equal files would be one.
    const content = Buffer.concat([DOT, Buffer.from(filename)])
    const { payload, headers } = multipart([{ name: 'file', filename, content }])
    expect((await service.site.admin.send('POST', '/api/media/upload', payload, headers)).status).toBe(200)
  }
  const id = await draft('<p>Before</p>')
  const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
  await textOf(page).getByText('Before').click()
  await gotFocus(textOf(page))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('[ ] Buy ink')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('```sql ')
  await page.keyboard.type('select 1')
  await expect
    .poll(() =>
      page.getByRole('combobox', { name: 'Language' }).or(page.getByLabel('Language')).first().inputValue(),
    )
    .toBe('sql')
  await textOf(page).locator('ul[data-type=taskList] input[type=checkbox]').check({ force: true })
  await textOf(page).getByText('Before').click()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Gallery' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'one.png' }).click()
  await dialog.getByRole('button', { name: 'two.png' }).click()
  await dialog.getByRole('button', { name: /2/ }).click()
  await expect.poll(() => textOf(page).locator('.gallery img').count()).toBe(2)
  await save(page)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  const content = await contentOf(id)
  expect(content).toMatch(/<div class="gallery">.*<img.*<img.*<\/div>/s)
  expect(content).toMatch(/<li data-checked="true">.*Buy ink/s)
  expect(content).toMatch(/<pre><code class="language-sql">select 1/)
  await end()
})

test('the text goes on below an inserted picture or gallery, and Enter leaves a caption', async () => {
  const { payload, headers } = multipart([{ name: 'file', filename: 'ink.png', content: DOT }])
  await service.site.admin.send('POST', '/api/media/upload', payload, headers)
  const id = await draft('<p>Before</p>')
  const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
  await textOf(page).getByText('Before').click()
  await gotFocus(textOf(page))
  await page.keyboard.press('End')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog.getByRole('button', { name: 'ink.png' }).click()
  await dialog.waitFor({ state: 'detached' })
  await gotFocus(textOf(page))
  await page.keyboard.type('Between')
  await page.getByRole('button', { name: 'Gallery' }).click()
  await dialog.getByRole('button', { name: 'ink.png' }).click()
  await dialog.getByRole('button', { name: /1/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await gotFocus(textOf(page))
  await page.keyboard.type('After')
  await textOf(page).locator('figcaption').first().click()
  await page.keyboard.type('Caption')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Below')
  await textOf(page).locator('.gallery figcaption').click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Last')
  await save(page)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  expect((await contentOf(id)).replace(/ src="[^"]*"/g, '')).toBe(
    '<p>Before</p><figure><img alt=""><figcaption>Caption</figcaption></figure><p>Below</p><p>Between</p>' +
      '<div class="gallery"><figure><img alt=""></figure></div><p>Last</p><p>After</p>',
  )
  await end()
})

test('the text fills the screen until Escape, and its words are counted', async () => {
  const id = await draft('<p>Four words and 中文</p>')
  const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
  await page.getByText('5 words · 14 characters · 1 min read').waitFor()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.locator('.editor-full').waitFor()
  await textOf(page).click()
  await page.keyboard.press('Escape')
  await page.locator('.editor-full').waitFor({ state: 'detached' })
  await end()
})

test('a preview link shows the draft to someone who is not signed in', async () => {
  const id = await draft('<p>Not for everybody yet.</p>')
  await service.site.admin.put('/api/settings', { public_read: 1 })
  const { page, context, end } = await service.open(`/articles/${id}`, service.site.admin)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog')
  const url = await dialog.getByRole('textbox').inputValue()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
  const reader = await service.openSite(service.site.id, new URL(url).pathname + new URL(url).search)
  await reader.page.getByText('Not for everybody yet.').waitFor()
  await reader.end()
  await end()
})

test('the overview counts the views of each day in a chart and a table, and hides the first steps when asked', async () => {
  const { admin, anonymous, defaultCategoryId: category_id } = service.site
  const { data } = await admin.post('/api/articles', {
    title: 'Read',
    content: '<p>x</p>',
    category_id,
    status: 1,
  })
  await anonymous.post(`/api/articles/${data.id}/view`)
  const { page, end } = await service.open('/', admin)
  await page.getByRole('img', { name: /^Views per day, .*: 1 in total/ }).waitFor()
  const today = new Date().toISOString().slice(0, 10)
  await page.getByRole('row', { name: `${today} 1 0` }).waitFor()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Write the first article' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  await go(page, '/articles')
  await go(page, '/')
  await page.getByRole('heading', { name: 'Most read' }).waitFor()
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  await end()
})
