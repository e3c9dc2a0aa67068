import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gotFocus, startConsole, textOf, titleOf } from '../../test/browser.ts'
import { newAccount, PASSWORD } from '../../test/console-content.ts'

const service = await startConsole()

const AUTOSAVE_MS = 10_000

const contentOf = async (id: number) =>
  (await service.site.admin.get(`/api/articles/${id}`)).data.content as string

/** A draft that its author has open, with a clock that the test sets forward. */
async function openDraft(username: string) {
  const author = await newAccount(service, username, 'editor')
  const { data } = await author.post('/api/articles', {
    title: 'A draft',
    content: '<p>One.</p><p>Two.</p>',
    category_id: service.site.defaultCategoryId,
  })
  const opened = await service.open(`/articles/${data.id}`, author)
  const { page } = opened
  await page.clock.install()
  await page.reload()
  const first = textOf(page).locator('p').first()
  await first.waitFor()
  return {
    ...opened,
    author,
    id: data.id as number,
    async type(text: string) {
      await first.click()
      await page.keyboard.press('End')
      await page.keyboard.type(text)
      await page.clock.fastForward(AUTOSAVE_MS)
    },
  }
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByText('Your session has ended').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your session has ended').waitFor({ state: 'detached' })
}

test('autosave tells about a newer version, and continues after a merge', async () => {
  const { page, id, type, end } = await openDraft('saved-by-two')
  await service.site.admin.put(`/api/articles/${id}`, { title: 'Another title' })
  await type(' Mine.')
  await page.getByText('Their changes to other fields are shown here').waitFor()
  expect(await titleOf(page).inputValue()).toBe('Another title')
  await page.clock.fastForward(AUTOSAVE_MS)
  await expect.poll(() => contentOf(id)).toBe('<p>One. Mine.</p><p>Two.</p>')

  await service.site.admin.put(`/api/articles/${id}`, { content: '<p>One.</p><p>Two. Theirs.</p>' })
  await type(' More.')
  await page
    .getByText(`${service.site.admin.username} has saved a newer version. Your changes are not saved.`)
    .filter({ visible: true })
    .waitFor()
  await page.getByRole('button', { name: 'Compare and merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.clock.fastForward(AUTOSAVE_MS)
  await expect.poll(() => contentOf(id)).toContain('More.')
  expect(await contentOf(id)).toContain('Theirs.')
  await end()
})

test('autosave says why it was refused, and continues with other content and after signing in', async () => {
  const { page, author, id, type, end } = await openDraft('refused')
  await titleOf(page).fill('')
  await type(' Two.')
  const notSaved = page.getByText('Not saved: Title: This is required.').filter({ visible: true })
  await notSaved.waitFor()
  await titleOf(page).fill('Accepted')
  await page.clock.fastForward(AUTOSAVE_MS)
  await expect.poll(() => contentOf(id)).toContain('One. Two.')
  await notSaved.waitFor({ state: 'hidden' })

  await author.post('/api/auth/logout')
  await type(' Three.')
  await signInAgain(page)
  await page.clock.fastForward(AUTOSAVE_MS)
  await expect.poll(() => contentOf(id)).toContain('One. Two. Three.')
  await end()
})

test('a session that ends takes no key from who is typing, and the caret is back after signing in', async () => {
  const { page, author, id, type, end } = await openDraft('interrupted')
  await author.post('/api/auth/logout')
  await type(' In mid')
  await page.getByText('Your session has ended').waitFor()
  await page.keyboard.type('-word')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await textOf(page).getByText('One. In mid-word').waitFor()
  // Signing in reads the whole screen again, which takes a slow device some time.
  await page.evaluate(`addEventListener('focusin', ({ target }) => {
    if (!target.matches('.ProseMirror')) return
    const start = performance.now()
    while (performance.now() < start + 400);
  })`)
  await signInAgain(page)
  await gotFocus(textOf(page))
  // The editor puts the caret back a moment after it gets the focus.
  await expect
    .poll(() => page.evaluate<number>('getSelection()?.focusOffset'))
    .toBe('One. In mid-word'.length)
  await page.keyboard.type(', on and on.')
  await page.clock.fastForward(AUTOSAVE_MS)
  await expect.poll(() => contentOf(id)).toBe('<p>One. In mid-word, on and on.</p><p>Two.</p>')
  await end()
})
