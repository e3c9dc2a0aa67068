import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { startConsole } from '../../test/browser.ts'

const service = await startConsole()

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

test('a file is checked, its authors and categories are mapped, it is imported and undone', async () => {
  const { admin } = service.site
  const zip = await zipOf({
    'hello.md': '---\ntitle: Hello\nauthor: Somebody Else\ncategories: News/Local\n---\nText',
    'closed.md': '---\ntitle: Closed\npassword: x\n---\nText',
  })
  const { page, end } = await service.open('/imports', admin)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'posts.zip', mimeType: 'application/zip', buffer: zip })
  await expect
    .poll(() =>
      page
        .getByRole('textbox', { name: 'Source' })
        .or(page.getByRole('combobox', { name: 'Source' }))
        .inputValue(),
    )
    .toContain('Markdown')
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('heading', { name: 'To be imported' }).waitFor()
  await page.getByText('it is not public').waitFor()
  expect((await admin.get('/api/articles')).data.total).toBe(0)
  await page.getByRole('textbox', { name: 'User for Somebody Else' }).fill(admin.username)
  await page.getByRole('textbox', { name: 'Category for News', exact: true }).fill('Press / Daily')
  await page.getByRole('textbox', { name: 'Category for News/Local' }).waitFor()
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor()
  await page.getByRole('row', { name: /posts\.zip.*Done/ }).waitFor()
  const list = (await admin.get('/api/articles')).data.list as {
    title: string
    author: { id: number }
    category: { name: string }
  }[]
  expect(list.map(({ title, author, category }) => [title, author.id, category.name]).sort()).toEqual([
    ['Closed', admin.id, expect.any(String)],
    ['Hello', admin.id, 'Local'],
  ])
  const { data: tree } = await admin.get('/api/categories')
  expect(JSON.stringify(tree)).toMatch(/"Press".*"Daily".*"Local"/)
  expect(JSON.stringify(tree)).not.toContain('"News"')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download redirects' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^import-\d+-redirects\.csv$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  await expect.poll(async () => (await admin.get('/api/articles')).data.total).toBe(0)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await page.getByRole('button', { name: 'Check file' }).waitFor()
  await end()
})

test('a folder of Markdown is imported again with what changed in it', async () => {
  const { admin } = service.site
  const { page, end } = await service.open('/imports', admin)
  const choose = async (text: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'docs.zip',
      mimeType: 'application/zip',
      buffer: await zipOf({ 'guide.md': `---\ntitle: Guide\n---\n${text}` }),
    })
  const box = page.getByRole('checkbox', { name: 'Update texts whose files changed' })
  await choose('Old')
  await box.waitFor()
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose('New')
  await box.check()
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('To be updated (1)').waitFor()
  await page.getByText('guide.md').waitFor()
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByText('Updated (1)', { exact: true }).waitFor()
  const guide = (await admin.get('/api/articles/by-alias/guide')).data
  expect(guide.content).toBe('<p>New</p>')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 updated text stays as it is.').waitFor()
  expect((await admin.get('/api/articles/by-alias/guide')).data).toEqual(guide)
  await end()
})
