import { expect, test } from 'vitest'
import { hasFocus, startConsole, textOf, titleOf } from '../../test/browser.ts'
import { enterOfSafari, inputMethod } from '../../test/input-method.ts'

const service = await startConsole()

test('a list is searched for words, not for the letters of a word that is not chosen yet', async () => {
  const { page, end } = await service.open('/articles', service.site.admin)
  const box = page.getByRole('searchbox')
  const searched: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/articles' && searchParams.has('keyword'))
      searched.push(searchParams.get('keyword'))
  })
  const ime = await inputMethod(page)
  await box.click()
  await ime.compose('bei')
  await ime.press('Enter')
  // A pause of typing is over when a later timer of the page is.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))')
  expect(searched).toEqual([])
  await ime.compose('beifen')
  await ime.choose('备份')
  await expect.poll(() => searched).toEqual(['备份'])
  await page.keyboard.type(' ')
  await page.keyboard.type('恢复')
  await expect.poll(() => searched).toEqual(['备份', '备份 恢复'])
  await end()
})

test('a space at the end of what was searched stays for the next word', async () => {
  const { page, end } = await service.open('/articles', service.site.admin)
  const box = page.getByRole('searchbox')
  await box.click()
  await page.keyboard.type('webhook ')
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('webhook')
  await page.keyboard.type('key')
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('webhook key')
  expect(await box.inputValue()).toBe('webhook key')
  // The way back changes what the field shows.
  await page.goBack()
  await expect.poll(() => box.inputValue()).not.toBe('webhook key')
  await box.fill('third')
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('third')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => box.inputValue()).toBe('')
  expect(await hasFocus(box)).toBe(true)
  await end()
})

test('Enter and Escape that an input method takes change no field, no dialog and no view', async () => {
  const { admin, defaultCategoryId } = service.site
  const { data } = await admin.post('/api/articles', {
    title: 'Written in Chinese',
    content: '<p>备份 one</p><p>备份 two</p>',
    category_id: defaultCategoryId,
  })
  const { page, end } = await service.open(`/articles/${data.id}`, admin)
  const ime = await inputMethod(page)
  await titleOf(page).click()
  await enterOfSafari(titleOf(page))
  expect(await hasFocus(titleOf(page))).toBe(true)

  await page.getByRole('button', { name: 'Full screen' }).click()
  await textOf(page).click()
  await ime.compose('zi')
  await ime.press('Escape')
  expect(await page.locator('.editor-full').count()).toBe(1)
  await ime.choose('字')
  await page.keyboard.press('Escape')
  await page.locator('.editor-full').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const find = page.getByRole('search').getByRole('textbox', { name: 'Find' })
  await find.fill('备份')
  await page.getByRole('status').getByText('1 of 2').waitFor()
  await enterOfSafari(find)
  await ime.compose('bei')
  await ime.press('Enter')
  await ime.press('Escape')
  await ime.choose('')
  await page.getByRole('status').getByText('1 of 2').waitFor()
  await end()
})
