import { expect, test } from 'vitest'
import { keptInBrowser, save, startConsole, textOf, titleOf } from '../../test/browser.ts'

const service = await startConsole()

async function openAndDelete(status: 0 | 1, text: string) {
  const { admin, defaultCategoryId } = service.site
  const { data } = await admin.post('/api/articles', {
    title: `Deleted meanwhile ${status}`,
    content: '<p>One.</p>',
    category_id: defaultCategoryId,
    status,
  })
  const opened = await service.open(`/articles/${data.id}`, admin)
  const { page } = opened
  await textOf(page).locator('p').first().click()
  await admin.delete(`/api/articles/${data.id}`)
  await page.keyboard.press('End')
  await page.keyboard.type(text)
  return { ...opened, id: data.id as number }
}

const idIn = (url: string) => Number(url.split('/').at(-1))
const contentOf = async (id: number) => (await service.site.admin.get(`/api/articles/${id}`)).data?.content

test('the text of an article that somebody deleted is saved as a new one', async () => {
  const { page, id, end } = await openAndDelete(1, ' Two.')
  await save(page)
  await page.getByText('It may be in the recycle bin').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: 'Save as a new article' }).filter({ visible: true }).click()
  await expect.poll(() => idIn(page.url())).toBeGreaterThan(id)
  await textOf(page).getByText('One. Two.').waitFor()
  expect(await contentOf(idIn(page.url()))).toBe('<p>One. Two.</p>')
  expect(await page.getByText('Unsaved changes').count()).toBe(0)
  expect((await service.site.admin.get(`/api/articles/${id}`)).status).toBe(404)
  await end()
})

test('after a reload its unsaved text is offered in place of the article', async () => {
  const { page, id, end } = await openAndDelete(0, ' Three.')
  await keptInBrowser(page, 'Three.')
  await page.reload()
  await page.getByText('The article does not exist').waitFor()
  await page.getByText('It may be in the recycle bin').waitFor()
  await page.getByRole('button', { name: 'Save as a new article' }).click()
  await expect.poll(() => idIn(page.url())).toBeGreaterThan(id)
  await textOf(page).getByText('One. Three.').waitFor()
  expect(await titleOf(page).inputValue()).toBe('Deleted meanwhile 0')
  await page.goBack()
  await page.getByText('It may be in the recycle bin').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Save as a new article' }).count()).toBe(0)
  await end()
})
