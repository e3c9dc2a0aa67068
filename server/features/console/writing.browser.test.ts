import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keptInBrowser, save, startConsole, textOf, titleOf } from '../../test/browser.ts'

const service = await startConsole()

const article = (title: string, content = '<p>Text.</p>', status = 1) => ({
  title,
  content,
  category_id: service.site.defaultCategoryId,
  status,
})

async function made(title: string, content?: string, status?: number): Promise<number> {
  const { data } = await service.site.admin.post('/api/articles', article(title, content, status))
  return data.id
}

const contentOf = async (id: number | string) =>
  (await service.site.admin.get(`/api/articles/${id}`)).data.content as string

describe('the first save of a new article', () => {
  test('keeps what is typed meanwhile, the caret and the undo history', async () => {
    const { page, end } = await service.open('/articles/new', service.site.admin)
    await page.route('**/api/articles', async (route) => {
      if (route.request().method() === 'POST') await sleep(700)
      await route.continue()
    })
    await titleOf(page).fill('Typed on')
    await textOf(page).click()
    await page.keyboard.type('Before. ')
    await page.keyboard.press('Control+s')
    await page.keyboard.type('Meanwhile.')
    await page.waitForURL(/\/articles\/\d+$/)
    await page.keyboard.type(' After.')
    await expect.poll(() => textOf(page).textContent()).toContain('Before. Meanwhile. After.')
    await save(page)
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    const id = page.url().split('/').at(-1) ?? ''
    await expect.poll(() => contentOf(id)).toBe('<p>Before. Meanwhile. After.</p>')
    await textOf(page).press('Control+z')
    await expect.poll(() => textOf(page).textContent()).not.toContain('After.')
    await end()
  })

  test('creates one article although the first response was lost', async () => {
    const { page, end } = await service.open('/articles/new', service.site.admin)
    let isFirst = true
    await page.route('**/api/articles', async (route) => {
      if (route.request().method() !== 'POST' || !isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort()
    })
    await titleOf(page).fill('Made once')
    await textOf(page).fill('Text.')
    await page.keyboard.press('Control+s')
    await page.getByText('cannot be reached').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(' More.')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/articles\/\d+$/)
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    const { data } = await service.site.admin.get('/api/articles?keyword=Made%20once')
    expect(data.total).toBe(1)
    await expect.poll(() => contentOf(data.list[0].id)).toBe('<p>Text. More.</p>')
    await end()
  })
})

describe('two versions of one article', () => {
  test('of two people are compared and merged', async () => {
    const id = await made('Twice edited', '<p>One.</p><p>Two.</p><p>Three.</p>')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).getByText('One.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mine.')
    const colleague = await service.site.user('auditor')
    await colleague.put(`/api/articles/${id}`, {
      content: '<p>One.</p><p>Two.</p><p>Three. Theirs.</p>',
    })
    await save(page)
    await page.getByRole('dialog', { name: `${colleague.username} has changed “Twice edited”` }).waitFor()
    await page.getByText(`Saved by ${colleague.username}`).waitFor()
    expect(await contentOf(id)).toContain('Theirs.')
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await save(page)
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => contentOf(id)).toBe('<p>One. Mine.</p><p>Two.</p><p>Three. Theirs.</p>')
    await end()
  })

  test('of a working copy are shown with the name of the other person', async () => {
    const id = await made('Copied')
    const colleague = await service.site.user('auditor')
    const path = `/api/articles/${id}/working-copy`
    await service.site.admin.put(path, { content: '<p>A copy.</p>' })
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).fill('Mine.')
    await colleague.put(path, { content: '<p>Theirs.</p>' })
    await save(page)
    await page.getByRole('dialog', { name: `${colleague.username} has changed “Copied”` }).waitFor()
    await page.getByText(`Saved by ${colleague.username}`).waitFor()
    await end()
  })

  test('of one person in two windows are not said to be of somebody else', async () => {
    const id = await made('In two windows')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).fill('Here.')
    await service.site.admin.put(`/api/articles/${id}`, { content: '<p>There.</p>' })
    await save(page)
    await page.getByRole('dialog', { name: 'You saved a newer version in another window' }).waitFor()
    await page.getByText('Saved in the other window').waitFor()
    await page.getByRole('button', { name: 'Use the other version' }).click()
    await textOf(page).getByText('There.').waitFor()
    await end()
  })

  test('of one person, whose response was lost, are not a conflict', async () => {
    const id = await made('Mine alone')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    let isFirst = true
    await page.route(`**/api/articles/${id}`, async (route) => {
      if (route.request().method() !== 'PUT' || !isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort()
    })
    await textOf(page).fill('First.')
    await save(page)
    await page.getByText('cannot be reached').waitFor()
    await textOf(page).fill('First. Second.')
    await save(page)
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => contentOf(id)).toBe('<p>First. Second.</p>')
    await end()
  })

  test('of which the newer one cannot be read stay as they are, and the user is told', async () => {
    const id = await made('Out of reach')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).fill('Mine.')
    await service.site.admin.put(`/api/articles/${id}`, { content: '<p>Theirs.</p>' })
    await page.route(`**/api/articles/${id}`, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await save(page)
    await page.getByText('Someone else has changed this').waitFor()
    expect(await textOf(page).textContent()).toBe('Mine.')
    expect(await contentOf(id)).toBe('<p>Theirs.</p>')
    await end()
  })

  test('in different fields need no decision', async () => {
    const id = await made('Before')
    const { page, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).fill('Mine.')
    await service.site.admin.put(`/api/articles/${id}`, { title: 'Theirs' })
    await save(page)
    await page.getByText('Saved.').waitFor()
    await expect
      .poll(async () => (await service.site.admin.get(`/api/articles/${id}`)).data)
      .toMatchObject({ title: 'Theirs', content: '<p>Mine.</p>' })
    await end()
  })
})

describe('unsaved text', () => {
  const restore = async (page: Page) => {
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Restore this text' }).click()
  }

  test('survives a killed browser', async () => {
    const id = await made('Killed')
    const folder = await mkdtemp(join(tmpdir(), 'inkstone-profile-'))
    try {
      const first = await service.openProfile(folder, `/articles/${id}`, service.site.admin)
      await textOf(first.page).click()
      await first.page.keyboard.press('Control+End')
      await first.page.keyboard.type(' Typed before the end.')
      await keptInBrowser(first.page, 'before the end.')
      await killBrowser(folder)
      const second = await service.openProfile(folder, `/articles/${id}`, service.site.admin)
      await second.page.getByText('was found in this browser').waitFor()
      expect(await textOf(second.page).textContent()).not.toContain('before the end')
      await restore(second.page)
      await expect.poll(() => textOf(second.page).textContent()).toContain('Text. Typed before the end.')
      await second.context.close()
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  /** On a busy machine a test may take longer than the pause before an autosave. */
  const withoutCreation = (page: Page) =>
    page.route('**/api/articles', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )

  test('of a new article is recovered, and removed once it is saved', async () => {
    const { page, end } = await service.open('/articles/new', service.site.admin)
    await withoutCreation(page)
    await titleOf(page).fill('Never saved')
    const tags = page.getByRole('combobox', { name: 'Tags' })
    const tagged = page.locator('.mantine-TagsInput-pill', { hasText: 'Thoughtful' })
    await tags.fill('Thoughtful')
    await tags.press('Enter')
    await tagged.waitFor()
    await textOf(page).fill('Half a thought.')
    await keptInBrowser(page, 'Half a thought.')
    await page.reload()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog').getByText('Thoughtful').waitFor()
    await page.getByRole('button', { name: 'Restore this text' }).click()
    await expect.poll(() => titleOf(page).inputValue()).toBe('Never saved')
    await tagged.waitFor()
    await expect.poll(() => textOf(page).textContent()).toBe('Half a thought.')
    await page.unroute('**/api/articles')
    await save(page)
    await page.waitForURL(/\/articles\/\d+$/)
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await page.goto(`${service.origin}/admin/articles/new`)
    await titleOf(page).waitFor()
    await sleep(1000)
    expect(await page.getByText('was found in this browser').count()).toBe(0)
    await end()
  })

  test('in one of two tabs is not offered in the other while the first is open', async () => {
    const id = await made('Two tabs')
    const { page, context, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).fill('In the first tab.')
    await keptInBrowser(page, 'In the first tab.')
    const other = await context.newPage()
    await other.goto(`${service.origin}/admin/articles/${id}`)
    await textOf(other).fill('In the second tab.')
    await keptInBrowser(other, 'In the second tab.')
    expect(await other.getByText('was found in this browser').count()).toBe(0)
    await page.close({ runBeforeUnload: false })
    await other.reload()
    await expect.poll(() => other.getByText('was found in this browser').count()).toBe(2)
    await end()
  })

  test('is kept during a network outage', async () => {
    const id = await made('Offline')
    const { page, context, end } = await service.open(`/articles/${id}`, service.site.admin)
    await textOf(page).waitFor()
    await context.setOffline(true)
    await textOf(page).fill('Written in a tunnel.')
    await save(page)
    await page.getByText('cannot be reached').waitFor()
    await keptInBrowser(page, 'Written in a tunnel.')
    await context.setOffline(false)
    await page.reload()
    await restore(page)
    await save(page)
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => contentOf(id)).toBe('<p>Written in a tunnel.</p>')
    await end()
  })

  test('stays on the screen while the user signs in again', async () => {
    const author = await service.site.user('editor')
    const { page, end } = await service.open('/articles/new', author)
    await titleOf(page).fill('Outlives a session')
    await textOf(page).fill('Text.')
    await author.post('/api/auth/logout')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Your session has ended').waitFor()
    expect(await titleOf(page).inputValue()).toBe('Outlives a session')
    await end()
  })

  test('is not left without a question, and is offered on return', async () => {
    const { page, end } = await service.open('/articles/new', service.site.admin)
    await withoutCreation(page)
    await titleOf(page).fill('Half left')
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await titleOf(page).inputValue()).toBe('Half left')
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Tags' }).waitFor()
    await page.goto(`${service.origin}/admin/articles/new`)
    await restore(page)
    await expect.poll(() => titleOf(page).inputValue()).toBe('Half left')
    await end()
  })
})

/** The browser's main process, found by the profile that only it uses. */
async function killBrowser(folder: string): Promise<void> {
  const { readdir, readFile } = await import('node:fs/promises')
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='))
      process.kill(Number(name), 'SIGKILL')
  }
  await sleep(500)
}
