import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { mp3, pdf, zip } from '../../platform/files/sample-files.ts'
import { DOT, gotFocus, save, startConsole } from '../../test/browser.ts'
import { multipart } from '../../test/multipart.ts'

const service = await startConsole({ MAX_UPLOAD_MB: '1' })

/** Articles and pages name it differently. */
const textOf = (page: Page) => page.locator('.ProseMirror')

async function openWith(content: string, kind: 'articles' | 'pages' = 'articles') {
  const { data } = await service.site.admin.post(`/api/${kind}`, {
    title: 'With files',
    content,
    ...(kind === 'articles' ? { category_id: service.site.defaultCategoryId } : { alias: 'with-files' }),
  })
  const opened = await service.open(`/${kind}/${data.id}`, service.site.admin)
  await textOf(opened.page).waitFor()
  const saved = async () => {
    await save(opened.page)
    await opened.page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    return (await service.site.admin.get(`/api/${kind}/${data.id}`)).data.content as string
  }
  return { ...opened, id: data.id as number, saved }
}

async function upload(filename: string, content: Buffer, texts: { title?: string; alt?: string } = {}) {
  const { admin } = service.site
  const { payload, headers } = multipart([{ name: 'file', filename, content }])
  const { data } = await admin.send('POST', '/api/media/upload', payload, headers)
  await admin.patch(`/api/media/${data.id}`, texts)
  return data as { id: number; url: string }
}

interface Given {
  readonly name: string
  readonly content: Buffer
}

/** Drops files on the first paragraph, or pastes them where the caret is. */
async function give(page: Page, how: 'drop' | 'paste', files: readonly Given[], text = ''): Promise<void> {
  const sent = files.map(({ name, content }) => ({ name, content: content.toString('base64') }))
  await page.evaluate(
    `(() => {
      const transfer = new DataTransfer()
      for (const { name, content } of ${JSON.stringify(sent)})
        transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name))
      if (${JSON.stringify(text)}) transfer.setData('text/plain', ${JSON.stringify(text)})
      const common = { bubbles: true, cancelable: true }
      if (${JSON.stringify(how)} === 'paste') {
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, ...common }))
        return
      }
      const target = document.querySelector('.ProseMirror p')
      const range = document.createRange()
      range.selectNodeContents(target)
      const { right, top } = range.getBoundingClientRect()
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, clientX: right, clientY: top + 5, ...common }))
    })()`,
  )
}

async function caretAfter(page: Page, text: string): Promise<void> {
  await textOf(page).getByText(text).click()
  await gotFocus(textOf(page))
  await page.keyboard.press('End')
}

describe('a file of the library', () => {
  test('is chosen in the insert menu, linked with its size, and stays in both views and on the site', async () => {
    const { admin, id: siteId } = service.site
    await admin.put('/api/settings', { public_read: 1 })
    const { id: media, url } = await upload('figures.pdf', pdf(), { title: 'Figures of 2025' })
    const { page, id, saved, end } = await openWith('<p>See </p>', 'pages')
    await caretAfter(page, 'See')
    await page.keyboard.type(' /attach')
    await page.getByRole('option', { name: 'File', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Choose a file' }).getByRole('button', { name: 'Figures' }).click()
    const link = textOf(page).getByRole('link', { name: /^Figures of 2025 \(\d+ B\)$/ })
    await link.waitFor()
    await gotFocus(textOf(page))
    await page.keyboard.type(' and more')
    const [, path = ''] = /(\/uploads\/.*)$/.exec(url) ?? []
    const markup = new RegExp(`^<p>See <a href="[^"]*${path}">Figures of 2025 \\(\\d+ B\\)</a> and more</p>$`)
    expect(await saved()).toMatch(markup)
    await page.getByText('HTML', { exact: true }).click()
    expect(await page.locator('.html-field').inputValue()).toMatch(markup)
    await page.getByText('Visual', { exact: true }).click()
    await link.waitFor()
    expect((await admin.get(`/api/media/${media}`)).data.used_in).toMatchObject([{ type: 'page', id }])
    await end()
    const site = await service.openSite(siteId, '/with-files')
    const shown = site.page.getByRole('link', { name: /^Figures of 2025/ })
    expect(await shown.getAttribute('href')).toMatch(path)
    await site.end()
  })

  test('that is a song becomes a player, and one that is a picture keeps its alternative text', async () => {
    await upload('song.mp3', mp3(), { title: 'A song' })
    await upload('described.png', Buffer.concat([DOT, Buffer.from('1')]), { alt: 'A red dot' })
    const { page, saved, end } = await openWith('<p>Before</p>')
    await caretAfter(page, 'Before')
    const choose = async (control: string, name: string) => {
      await page.getByRole('button', { name: control, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await choose('File', 'A song')
    await textOf(page).locator('.island audio').waitFor()
    await textOf(page)
      .locator('.island-head', { hasText: /^A song/ })
      .waitFor()
    await caretAfter(page, 'Before')
    await choose('File', 'described.png')
    await textOf(page).getByRole('img', { name: 'A red dot' }).waitFor()
    await caretAfter(page, 'Before')
    await choose('Picture', 'described.png')
    await expect.poll(() => textOf(page).getByRole('img', { name: 'A red dot' }).count()).toBe(2)
    await textOf(page).locator('figure.picture img').first().dispatchEvent('click')
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('The same dot')
    const content = await saved()
    expect(content).toMatch(/<audio controls title="A song" src="[^"]*\/uploads\/\w+\.mp3"><\/audio>/)
    expect([...content.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual([
      'The same dot',
      'A red dot',
    ])
    await end()
  })
})

describe('a file from the computer', () => {
  test('is uploaded where it is dropped or pasted, also with its name as text', async () => {
    const { page, saved, end } = await openWith('<p>Dropped</p><p>Pasted:</p>')
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(/in total|Nothing/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await give(page, 'drop', [
      { name: 'a.pdf', content: pdf('a') },
      { name: 'b.zip', content: zip([{ name: 'b.txt', content: 'b' }]) },
    ])
    await textOf(page).getByRole('link', { name: 'b.zip' }).waitFor()
    await caretAfter(page, 'Pasted:')
    await give(page, 'paste', [{ name: 'c.pdf', content: pdf('c') }], 'c.pdf')
    await textOf(page).getByRole('link', { name: 'c.pdf' }).waitFor()
    await page.keyboard.type(', end')
    // The library shows them at once.
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'c.pdf' }).waitFor()
    await page.keyboard.press('Escape')
    const words = (await saved()).replace(/ href="[^"]*\/uploads\/\w+\.(\w+)"/g, ' $1')
    expect(words).toMatch(
      /^<p>Dropped <a pdf>a\.pdf \(\d+ B\)<\/a> <a zip>b\.zip \(\d+ B\)<\/a><\/p><p>Pasted: <a pdf>c\.pdf \(\d+ B\)<\/a>, end<\/p>$/,
    )
    await end()
  })

  test('that is too large or of a wrong type is refused with its reason, and the text stays', async () => {
    const { page, saved, end } = await openWith('<p>Kept</p>')
    await give(page, 'drop', [
      { name: 'program.exe', content: Buffer.from('MZ\0\0 not for a site') },
      { name: 'large.pdf', content: Buffer.concat([pdf(), Buffer.alloc(1024 * 1024 + 1)]) },
    ])
    await page.getByText('“program.exe” was not uploaded: This file type is not supported.').waitFor()
    await page.getByText('“large.pdf” was not uploaded: The file may be at most 1 MB.').waitFor()
    expect(await textOf(page).locator('.upload').count()).toBe(0)
    await caretAfter(page, 'Kept')
    await page.keyboard.type(' and continued')
    expect(await saved()).toBe('<p>Kept and continued</p>')
    await end()
  })

  test('is not inserted if its place is deleted during the upload', async () => {
    const { page, saved, end } = await openWith('<p>Stays</p><p>Goes</p>')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/media/upload', async (route) => {
      await held
      await route.continue()
    })
    await caretAfter(page, 'Goes')
    await give(page, 'paste', [{ name: 'late.pdf', content: pdf('late') }])
    await textOf(page).getByRole('progressbar', { name: 'late.pdf' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Only this')
    const answered = page.waitForResponse('**/api/media/upload')
    answer()
    await answered
    await expect.poll(() => textOf(page).textContent()).toBe('Only this')
    expect(await saved()).toBe('<p>Only this</p>')
    await end()
  })
})

test('files that nothing uses are found in the library, and several are deleted together', async () => {
  const { admin } = service.site
  const marked = (mark: string) => Buffer.concat([DOT, Buffer.from(mark)])
  const used = await upload('kept.png', marked('kept'))
  await upload('spare-1.png', marked('one'))
  await upload('spare-2.png', marked('two'))
  await admin.post('/api/pages', { title: 'With a picture', content: `<img src="${used.url}">` })
  const names = async () => {
    const { list } = (await admin.get('/api/media?keyword=spare')).data
    return list.map(({ filename }: { filename: string }) => filename)
  }
  const { page, end } = await service.open('/media', admin)
  const file = (name: string) => page.getByRole('button', { name, exact: true })
  await file('kept.png').waitFor()
  await page.getByRole('combobox', { name: 'Use' }).click()
  await page.getByRole('option', { name: 'Not used' }).click()
  await file('kept.png').waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('spare')
  await page.getByText('2 in total').waitFor()
  await page.getByRole('button', { name: 'Select several' }).click()
  await file('spare-1.png').click()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 files moved to the recycle bin.').waitFor()
  expect(await names()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await file('spare-1.png').waitFor()
  expect(await names()).toEqual(['spare-2.png', 'spare-1.png'])
  await page.getByRole('button', { name: 'Done' }).click()
  await file('spare-1.png').click()
  await page.getByRole('dialog', { name: 'Details' }).waitFor()
  await end()
})
