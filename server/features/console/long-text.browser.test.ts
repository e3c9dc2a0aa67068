import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startConsole, textOf } from '../../test/browser.ts'
import { newAccount } from '../../test/console-content.ts'
import { PHONE } from '../../test/looks.ts'

const service = await startConsole()

const AUTOSAVE_MS = 10_000
const PARAGRAPHS = Array.from({ length: 60 }, (_, n) => `<p>Paragraph ${n + 1} of a long text.</p>`).join('')

async function openText(username: string, content: string, viewport: { width: number; height: number }) {
  const author = await newAccount(service, username, 'editor')
  const { data } = await author.post('/api/articles', {
    title: 'Long',
    content,
    category_id: service.site.defaultCategoryId,
  })
  const opened = await service.open(`/articles/${data.id}`, author, { viewport })
  await textOf(opened.page).waitFor()
  return opened
}

/** What lies over the caret: the names of the elements at its upper and lower end, outside of the text. */
const overCaret = (page: Page) =>
  page.evaluate<string>(`(() => {
    const range = getSelection().getRangeAt(0)
    const place = range.getClientRects()[0] ?? range.startContainer.getBoundingClientRect()
    const text = document.querySelector('.ProseMirror')
    return [place.top + 2, place.bottom - 2]
      .map((y) => document.elementFromPoint(place.left + 1, y))
      .map((found) => (found === null ? 'outside of the window' : text.contains(found) ? '' : found.className || found.tagName))
      .join('')
  })()`)

const isInWindow = (page: Page, text: string | RegExp) =>
  page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

const sizes = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', PHONE],
] as const

describe.each(sizes)('at the end of a long text, on a %s', (name, viewport) => {
  test('what is not saved, and why, stays in sight', async () => {
    const { page, context, end } = await openText(`far-down-${name}`, PARAGRAPHS, viewport)
    await page.clock.install()
    await page.reload()
    await textOf(page).locator('p').last().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' More.')
    await expect.poll(() => isInWindow(page, 'Unsaved changes')).toBe(true)
    // The button of a phone has just appeared.
    await expect.poll(() => overCaret(page)).toBe('')
    await expect.poll(() => isInWindow(page, /^Save draft$/)).toBe(true)
    await context.setOffline(true)
    await page.clock.fastForward(AUTOSAVE_MS)
    await page.getByText('Not saved: The server cannot be reached').filter({ visible: true }).waitFor()
    await expect.poll(() => isInWindow(page, 'Not saved: The server cannot be reached')).toBe(true)
    await context.setOffline(false)
    await end()
  })

  test('nothing lies over the caret, whichever way it moves', async () => {
    const { page, end } = await openText(`up-and-down-${name}`, PARAGRAPHS, viewport)
    await textOf(page).locator('p').first().click()
    await page.keyboard.type('First. ')
    for (const key of ['Control+End', 'Enter', 'a', 'Enter', 'b', 'Control+Home', 'Control+End']) {
      await page.keyboard.press(key)
      await expect.poll(() => overCaret(page), { message: key }).toBe('')
    }
    for (let line = 0; line < 50; line++) {
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => overCaret(page), { message: `line ${line}` }).toBe('')
    }
    for (let line = 0; line < 40; line++) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => overCaret(page), { message: `line ${line}` }).toBe('')
    }
    await end()
  })
})

test('a table with many columns is scrolled sideways on a phone', async () => {
  const row = (tag: string) => `<tr>${`<${tag}><p>单元格</p></${tag}>`.repeat(14)}</tr>`
  const { page, end } = await openText(
    'wide-table',
    `<table><tbody>${row('th')}${row('td')}</tbody></table>`,
    PHONE,
  )
  const cell = await textOf(page).locator('td').first().boundingBox()
  expect(cell?.width).toBeGreaterThan(60)
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  expect(
    await page.evaluate<boolean>(
      '(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector(".ProseMirror .tableWrapper"))',
    ),
  ).toBe(true)
  await end()
})
