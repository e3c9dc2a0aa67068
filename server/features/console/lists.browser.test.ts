import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startConsole } from '../../test/browser.ts'

const service = await startConsole()

const article = (title: string, more: object = {}) => ({
  title,
  content: '<p>Text.</p>',
  category_id: service.site.defaultCategoryId,
  ...more,
})

test('filters are shown as chips, stay after opening an article, and are removed one by one', async () => {
  const { data: tag } = await service.site.admin.post('/api/tags', { name: 'Spring' })
  await service.site.admin.post('/api/articles', article('With the tag', { tag_ids: [tag.id], status: 1 }))
  await service.site.admin.post('/api/articles', article('Without it'))
  const { page, end } = await service.open(`/articles?tag_id=${tag.id}&status=1`, service.site.admin)
  await page.locator('.chip', { hasText: 'Tag: Spring' }).waitFor()
  await page.locator('.chip', { hasText: 'Status: Published' }).waitFor()
  await page.getByRole('link', { name: 'With the tag' }).waitFor()
  await expect.poll(() => page.getByText('Without it').count()).toBe(0)
  await page.getByRole('link', { name: 'With the tag' }).click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.locator('.chip', { hasText: 'Tag: Spring' }).waitFor()
  await page.getByRole('button', { name: 'Remove filter: Status: Published' }).click()
  await page.getByRole('button', { name: 'Remove filter: Tag: Spring' }).click()
  await page.getByText('Without it').waitFor()
  await page.getByRole('button', { name: 'Updated' }).click()
  await page.locator('th[aria-sort=descending]', { hasText: 'Updated' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('update_time')
  await end()
})

test('an article is found by a tag that is not among the first hundred', async () => {
  const { admin } = service.site
  for (let n = 1; n <= 101; n++) await admin.post('/api/tags', { name: `Common ${n}` })
  const { data: tag } = await admin.post('/api/tags', { name: 'Rare' })
  await admin.post('/api/articles', article('Hard to find', { tag_ids: [tag.id] }))
  await admin.post('/api/articles', article('Without that tag'))
  const { page, end } = await service.open('/articles', admin)
  await page.getByText('Without that tag').waitFor()
  await page.getByRole('combobox', { name: 'Tags' }).fill('rar')
  await page.getByRole('option', { name: 'Rare' }).click()
  await page.locator('.chip', { hasText: 'Tag: Rare' }).waitFor()
  await page.getByText('Without that tag').waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.chip', { hasText: 'Tag: Rare' }).waitFor()
  await page.getByRole('link', { name: 'Hard to find' }).waitFor()
  await end()
})

test('a user is found by a name that the list does not show, and the others after one was chosen', async () => {
  const admin = await service.newUser('admin')
  const { body } = await admin.post('/api/users', {
    username: 'zhang_wei',
    nickname: '张伟',
    email: 'wei@example.com',
    role: 'editor',
    password: 'correct horse battery',
  })
  expect(body.code).toBe(201)
  const { page, end } = await service.open('/articles', admin)
  const author = page.getByRole('combobox', { name: 'Author' })
  await author.fill('zhang_w')
  await page.getByRole('option', { name: '张伟' }).click()
  await page.locator('.chip', { hasText: 'Author: 张伟' }).waitFor()
  await author.blur()
  await author.click()
  await page.getByRole('option', { name: 'Mine' }).waitFor()
  await page.goto(`${service.origin}/admin/audit-log`)
  await page.getByRole('combobox', { name: 'Who' }).fill('wei@ex')
  await page.getByRole('option', { name: 'zhang_wei' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Who' }).inputValue()).toBe('zhang_wei')
  await end()
})

test('the palette finds pages, categories and users, and says when there is nothing', async () => {
  const { admin } = service.site
  await admin.post('/api/pages', { title: 'Zebra page', content: '<p>Text.</p>' })
  const { data: category } = await admin.post('/api/categories', { name: 'Zebra category' })
  await admin.post('/api/articles', article('All about the quagga'))
  const articles = Array.from({ length: 12 }, (_, n) =>
    article(`Striped ${n}`, { content: '<p>A quagga.</p>' }),
  )
  await admin.post('/api/articles/batch', { articles })
  const { page, end } = await service.open('/', admin)
  const find = async (text: string) => {
    await page.getByRole('button', { name: 'Go to…' }).first().click()
    await page.getByRole('combobox', { name: 'Go to' }).fill(text)
  }
  await find('nothing has this name')
  await page.getByRole('dialog').getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await find('zebra')
  await page.getByRole('option', { name: /^Zebra page/ }).waitFor()
  await page.getByRole('option', { name: /^Zebra category/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('category_id')).toBe(String(category.id))
  await find('quagga')
  await page
    .getByRole('option', { name: /^Striped/ })
    .first()
    .waitFor()
  expect(await page.getByRole('option').first().textContent()).toMatch(/^All about the quagga/)
  await page.keyboard.press('Escape')
  await find(admin.username)
  await page.getByRole('option', { name: new RegExp(`${admin.username}.*Users`) }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(admin.username)
  await end()
})

test('a category that does not exist is not found, if it cannot be created', async () => {
  const { page, end } = await service.open('/articles/new', await service.site.user('editor'))
  const category = page.getByRole('combobox', { name: 'Category', exact: true })
  // The category of a new article is set when the categories are loaded, and replaces what was typed before.
  await expect.poll(() => category.inputValue()).not.toBe('')
  await category.fill('Unheard of')
  await page.getByRole('listbox', { name: 'Category', exact: true }).getByText('No results').waitFor()
  await end()
})

test('after a rate limit the navigation stays, and the screen loads automatically', async () => {
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
  await page.getByRole('link', { name: 'Categories' }).waitFor()
  isLimited = false
  await page.getByText('in total').waitFor()
  await end()
})

describe('controls do what they say', () => {
  test('signing out does not wait for the server', async () => {
    const user = await service.site.user('editor')
    const { page, end } = await service.open('/articles', user)
    await page.route('**/api/auth/logout', () => {})
    await page.getByRole('button', { name: user.username }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Username or e-mail').waitFor()
    await expect.poll(() => page.evaluate("localStorage.getItem('inkstone.session')")).toBeNull()
    await end()
  })

  test('the default category cannot be deleted, and a new one is announced as new', async () => {
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

  test('a backup is downloaded, and its restore shows what will be lost and the command', async () => {
    const { admin } = service.site
    await admin.post('/api/backups', { kind: 'database' })
    await expect.poll(async () => (await admin.get('/api/backups')).data.total).toBe(1)
    const [{ name }] = (await admin.get('/api/backups')).data.list
    await admin.post('/api/articles', article('After the backup'))
    const { page, end } = await service.open('/backups', admin)
    await page.getByRole('button', { name: `More actions for ${name}` }).click()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    expect((await downloaded).suggestedFilename()).toBe(`${name}.zip`)
    await page.getByRole('button', { name: `More actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Restore…' }).click()
    await page.getByText('1 article created or changed').waitFor()
    await page.getByText(`inkstone restore --replace ${name}`).waitFor()
    const restore = page.getByRole('button', { name: 'Restore this backup' })
    await expect.poll(() => restore.isDisabled()).toBe(true)
    await page.getByRole('checkbox').last().check()
    await restore.click()
    await page.getByText('The service is restoring the backup').waitFor()
    // The restore itself is tested in restore-orders.process.test.ts; here it fails.
    const folder = join(service.folder, 'backups')
    const order = JSON.parse(await readFile(join(folder, '.restore-order.json'), 'utf8'))
    expect(order).toMatchObject({ name, username: admin.username })
    await rm(join(folder, '.restore-order.json'))
    const outcome = { name, reason: 'Another process uses this database.', at: Date.now() }
    await writeFile(join(folder, '.last-restore.json'), JSON.stringify(outcome))
    await page.getByText('Another process uses this database.').waitFor()
    await end()
  })
})

test('views are saved, many articles are changed over several pages, and both are undone', async () => {
  const { admin, anonymous, defaultCategoryId } = service.site
  const { data: category } = await admin.post('/api/categories', { name: 'Essays' })
  const articles = Array.from({ length: 25 }, (_, n) => article(`Many ${n}`, { status: 1 }))
  const { data: made } = await admin.post('/api/articles/batch', { articles })
  await admin.post('/api/articles', article('On its way', { status: 1, publish_time: '2099-01-01 00:00:00' }))
  const inCategory = async (id: number) =>
    (await admin.get(`/api/articles?keyword=Many&category_id=${id}&page_size=1`)).data.total as number
  const { page, end } = await service.open('/articles?keyword=Many', admin)
  await page.getByRole('link', { name: /^Many/ }).first().waitFor()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The many')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'The many' }).waitFor()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 25 results' }).click()
  await page.getByText('25 selected').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Set category…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Essays' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => inCategory(category.id)).toBe(25)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  await expect.poll(() => inCategory(defaultCategoryId)).toBe(25)

  // After a tag was added nothing covers the button.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add tags…' }).click()
  const added = page.getByRole('dialog').getByRole('combobox', { name: 'Tags' })
  await added.fill('Common 1')
  await added.press('Enter')
  await page.locator('.mantine-TagsInput-pill', { hasText: 'Common 1' }).waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })

  const { id } = made.list[24]
  await page.getByRole('button', { name: 'More actions for Many 24', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await admin.get(`/api/articles/${id}`)).status).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await admin.get(`/api/articles/${id}`)).status).toBe(200)

  await page
    .getByRole('textbox', { name: 'Status' })
    .or(page.getByRole('combobox', { name: 'Status' }))
    .click()
  await page.getByRole('option', { name: 'Scheduled' }).click()
  await page.getByRole('button', { name: 'Remove filter: Search: Many' }).click()
  await page.getByRole('link', { name: 'On its way' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Many/ }).count()).toBe(0)

  await Promise.all([1, 2, 3].map(() => anonymous.post(`/api/articles/${id}/view`)))
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('img', { name: /Views per day.* 3 in total/ }).waitFor()
  await page
    .getByRole('region', { name: 'Daily numbers' })
    .getByRole('cell', { name: '3', exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Many 24' }).first().waitFor()
  const steps = page.getByRole('checkbox', { name: 'Write the first article' })
  await expect.poll(() => steps.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await expect.poll(() => steps.count()).toBe(0)
  await end()
})

test('several items of the recycle bin are restored together', async () => {
  const { admin } = service.site
  const { data: binned } = await admin.post('/api/articles', article('Binned article'))
  const { data: page } = await admin.post('/api/pages', { title: 'Binned page', content: '<p>Text.</p>' })
  await admin.delete(`/api/articles/${binned.id}`)
  await admin.delete(`/api/pages/${page.id}`)
  const opened = await service.open('/recycle-bin', admin)
  for (const name of ['Binned article', 'Binned page'])
    await opened.page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await opened.page.getByText('2 selected').waitFor()
  await opened.page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await opened.page.getByText('2 items restored.').waitFor()
  for (const path of [`/api/articles/${binned.id}`, `/api/pages/${page.id}`])
    expect((await admin.get(path)).status).toBe(200)
  await opened.end()
})

test('undoing a change says which articles could not be changed back', async () => {
  const { admin } = service.site
  const { data: made } = await admin.post('/api/articles/batch', {
    articles: [article('Pinned 1'), article('Pinned 2')],
  })
  const { page, end } = await service.open('/articles?keyword=Pinned', admin)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pin to top' }).click()
  await page.getByText('2 articles changed.').waitFor()
  await admin.delete(`/api/articles/${made.list[0].id}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 done, 1 failed: The article does not exist.').waitFor()
  expect(await page.getByText('Undone.').count()).toBe(0)
  await end()
})

test('undoing the deletion of many articles continues after a rate limit', async () => {
  const { admin } = service.site
  const articles = Array.from({ length: 4 }, (_, n) => article(`Restored ${n}`))
  await admin.post('/api/articles/batch', { articles })
  const { page, end } = await service.open('/articles?keyword=Restored', admin)
  const total = async () => (await admin.get('/api/articles?keyword=Restored')).data.total
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(total).toBe(0)
  let restored = 0
  await page.route('**/restore', (route) => {
    restored += 1
    const headers = { 'retry-after': '1' }
    return restored === 3
      ? route.fulfill({ status: 429, headers, json: { code: 429, message: 'Too many' } })
      : route.continue()
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undoing…').waitFor()
  await page.getByText('Undone.').waitFor()
  expect([await total(), restored]).toEqual([4, 5])
  await page.getByText('Undoing…').waitFor({ state: 'detached' })
  await end()
})

test('decisions on comments and their deletion are undone', async () => {
  const { admin, anonymous } = service.site
  await admin.put('/api/settings', { comment_captcha: 0, comment_ip_interval: 0 })
  const { data: commented } = await admin.post('/api/articles', article('Talked about', { status: 1 }))
  const comment = async (content: string): Promise<number> => {
    const guest = { nickname: 'Guest', email: 'guest@example.com' }
    return (await anonymous.post('/api/comments', { article_id: commented.id, content, ...guest })).data.id
  }
  const ids = [await comment('The first of the comments.'), await comment('Another one of them.')]
  const states = async () => {
    const { list } = (await admin.get(`/api/comments?article_id=${commented.id}`)).data
    return list.map(({ status, reason }: { status: number; reason: string }) => [status, reason])
  }
  await admin.post(`/api/comments/${ids[0]}/audit`, { status: 2, reason: 'Off topic' })
  const before = [
    [0, ''],
    [2, 'Off topic'],
  ]
  const { page, end } = await service.open(`/comments?status=all&article_id=${commented.id}`, admin)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const chooseAll = () => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const undo = async (expected: unknown) => {
    await button('Undo').click()
    await expect.poll(states).toEqual(expected)
    await button('Undo').waitFor({ state: 'detached' })
  }
  await page.getByText('Another one of them.').waitFor()
  await chooseAll()
  await button('Approve').first().click()
  await page.getByText('Done: 2.').waitFor()
  await undo(before)
  await chooseAll()
  await button('Reject').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Done: 2.').waitFor()
  await undo(before)
  await chooseAll()
  await button('Delete').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(states).toEqual([])
  await undo(before)
  await end()
})
