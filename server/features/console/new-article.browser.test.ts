import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  gotFocus,
  journalOf,
  keptInBrowser,
  save,
  startConsole,
  textOf,
  titleOf,
} from '../../test/browser.ts'

const service = await startConsole()

const AUTOSAVE_MS = 10_000
const MADE = /\/articles\/\d+$/

let author: Awaited<ReturnType<typeof service.site.user>>
beforeAll(async () => {
  author = await service.site.user('editor')
})

/** A new article, with a clock that the test sets forward. */
async function openNew() {
  const opened = await service.open('/articles/new', author)
  const { page } = opened
  await page.clock.install()
  await page.reload()
  // Without a category nothing can be created yet.
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Category', exact: true }).inputValue())
    .not.toBe('')
  return { ...opened, autosave: () => page.clock.fastForward(AUTOSAVE_MS) }
}

interface Listed {
  readonly id: number
  readonly title: string
  readonly status: number
}

/** The author's articles whose title begins like this. */
async function madeOf(title: string): Promise<readonly Listed[]> {
  const { data } = await author.get(`/api/articles?author_id=${author.id}&page_size=100`)
  return data.list.filter((article: Listed) => article.title.startsWith(title))
}

const read = async (id: number | undefined) => (await author.get(`/api/articles/${id}`)).data
const idIn = (page: Page) => Number(page.url().split('/').at(-1))

/** Handles each request that creates an article; the first is number 1. */
async function onCreation(page: Page, handle: (route: Route, number: number) => Promise<void>) {
  let number = 0
  await page.route('**/api/articles', (route) =>
    route.request().method() === 'POST' ? handle(route, ++number) : route.continue(),
  )
  return () => number
}

/** Holds the request that creates the article, until it is released. */
async function holdCreation(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await onCreation(page, async (route) => {
    arrive()
    await released
    await route.continue()
  })
  return { arrived, release: () => release() }
}

describe('a new article', () => {
  test('is created by autosave and saved further, with one URL, caret, focus and undo history', async () => {
    const { page, autosave, end } = await openNew()
    await titleOf(page).fill('Half a ti')
    await textOf(page).click()
    await page.keyboard.type('First. Third.')
    for (const _ of ' Third.') await page.keyboard.press('ArrowLeft')
    await autosave()
    await page.waitForURL(MADE)
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    const id = idIn(page)
    expect(await read(id)).toMatchObject({ title: 'Half a ti', status: 0, content: '<p>First. Third.</p>' })
    await page.getByRole('button', { name: 'History' }).waitFor()

    await gotFocus(textOf(page))
    await page.keyboard.type(' Second.')
    await titleOf(page).fill('Half a title, now whole')
    await autosave()
    await expect
      .poll(() => read(id))
      .toMatchObject({ content: '<p>First. Second. Third.</p>', alias: 'half-a-title-now-whole' })
    await expect.poll(() => page.title()).toContain('now whole')
    await textOf(page).press('Control+z')
    await expect.poll(() => textOf(page).textContent()).toBe('First. Third.')
    await textOf(page).press('Control+z')
    await expect.poll(() => textOf(page).textContent()).not.toContain('First.')
    expect(await madeOf('Half a')).toHaveLength(1)
    await end()
  })

  test('is not created without a title', async () => {
    const { page, autosave, end } = await openNew()
    const creations = await onCreation(page, (route) => route.continue())
    await autosave()
    await textOf(page).fill('Text without a title.')
    await titleOf(page).fill('   ')
    await keptInBrowser(page, 'without a title')
    await autosave()
    await titleOf(page).fill('A title at last')
    await autosave()
    await page.waitForURL(MADE)
    expect(creations()).toBe(1)
    await end()
  })

  test('keeps what is typed while it is created, and the scroll position', async () => {
    const { page, autosave, end } = await openNew()
    const creation = await holdCreation(page)
    await titleOf(page).fill('Typed on')
    await textOf(page).click()
    for (let line = 0; line < 40; line++) await page.keyboard.press('Enter')
    await page.keyboard.type('Before. ')
    await autosave()
    await creation.arrived
    await page.keyboard.type('Meanwhile.')
    const before = await page.evaluate<number>('scrollY')
    expect(before).toBeGreaterThan(100)
    creation.release()
    await page.waitForURL(MADE)
    await page.getByRole('button', { name: 'History' }).waitFor()
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(before - 50)
    await page.keyboard.type(' After.')
    await autosave()
    await expect.poll(async () => (await read(idIn(page))).content).toContain('Before. Meanwhile. After.')
    expect(await madeOf('Typed on')).toHaveLength(1)
    await end()
  })

  test('that the server refuses is told, and created after the correction', async () => {
    const { page, autosave, end } = await openNew()
    const creations = await onCreation(page, (route) => route.continue())
    await page.getByRole('textbox', { name: 'Alias' }).fill('not / allowed')
    // Last, because without a title nothing is created, however slow the machine is.
    await titleOf(page).fill('Refused')
    await autosave()
    const notSaved = page.getByText('Not saved:').filter({ visible: true })
    await notSaved.waitFor()
    await keptInBrowser(page, 'not / allowed')
    await autosave()
    expect(creations()).toBe(1)
    await page.getByRole('textbox', { name: 'Alias' }).fill('allowed')
    await autosave()
    await page.waitForURL(MADE)
    await notSaved.waitFor({ state: 'detached' })
    expect(await read(idIn(page))).toMatchObject({ title: 'Refused', alias: 'allowed' })
    await end()
  })

  test.each([
    ['was lost', (route: Route) => route.abort()],
    ['broke off', (route: Route, body: string) => route.fulfill({ status: 201, body: body.slice(0, 20) })],
  ])('is created once although the response %s and the text went on', async (how, lose) => {
    const { page, autosave, end } = await openNew()
    await onCreation(page, async (route, number) => {
      if (number > 1) return route.continue()
      await lose(route, await (await route.fetch()).text())
    })
    await titleOf(page).fill(`It ${how}`)
    await textOf(page).fill('Text.')
    await autosave()
    await page.getByText('Not saved: The server cannot be reached').filter({ visible: true }).waitFor()
    await textOf(page).fill('Text. More.')
    await autosave()
    await page.waitForURL(MADE)
    await page.getByRole('button', { name: 'History' }).waitFor()
    await autosave()
    await expect.poll(async () => (await read(idIn(page))).content).toBe('<p>Text. More.</p>')
    expect(await madeOf(`It ${how}`)).toHaveLength(1)
    await end()
  })
})

describe('after a crash while a new article was created', () => {
  /** The response is lost with the page; the text of the browser is restored in another new article. */
  async function crashAndRestore(title: string) {
    const opened = await openNew()
    const { page, autosave } = opened
    await onCreation(page, async (route, number) => {
      if (number > 1) return route.continue()
      await route.fetch()
    })
    await titleOf(page).fill(title)
    await textOf(page).fill('Sent.')
    await autosave()
    await expect.poll(() => madeOf(title)).toHaveLength(1)
    await textOf(page).fill('Sent. Typed after it.')
    await page.clock.runFor(2000)
    await keptInBrowser(page, 'Typed after it.')
    return {
      ...opened,
      async restore() {
        await page.goto(`${service.origin}/admin/articles/new`)
        await page.clock.runFor(1000)
        await page.getByRole('button', { name: 'Compare' }).click()
        await page.getByRole('button', { name: 'Restore this text' }).click()
        await expect.poll(() => textOf(page).textContent()).toBe('Sent. Typed after it.')
      },
    }
  }

  test('the restored text continues the article that the server created', async () => {
    const { page, restore, autosave, end } = await crashAndRestore('Crashed')
    await restore()
    await autosave()
    await page.waitForURL(MADE)
    await page.getByRole('button', { name: 'History' }).waitFor()
    await autosave()
    await expect.poll(async () => (await read(idIn(page))).content).toBe('<p>Sent. Typed after it.</p>')
    expect(await madeOf('Crashed')).toHaveLength(1)
    await expect.poll(() => journalOf(page)).toBe('[]')
    await end()
  })

  test('and a change at another computer, both versions are shown', async () => {
    const { page, restore, end } = await crashAndRestore('Continued elsewhere')
    const [made] = await madeOf('Continued elsewhere')
    await author.put(`/api/articles/${made?.id}`, { content: '<p>Written elsewhere.</p>' })
    await restore()
    await save(page)
    await page.getByRole('dialog').getByText('Written elsewhere.').first().waitFor()
    expect((await read(made?.id)).content).toBe('<p>Written elsewhere.</p>')
    await page.getByRole('button', { name: 'Overwrite with this one' }).click()
    await expect.poll(async () => (await read(made?.id)).content).toBe('<p>Sent. Typed after it.</p>')
    expect(await madeOf('Continued elsewhere')).toHaveLength(1)
    await end()
  })
})

describe('a save of the user', () => {
  test('during the creation waits for it, and creates no second article', async () => {
    const { page, autosave, end } = await openNew()
    const creation = await holdCreation(page)
    await titleOf(page).fill('Saved at once')
    await textOf(page).fill('One.')
    await autosave()
    await creation.arrived
    await textOf(page).fill('One. Two.')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+s')
    creation.release()
    await page.getByText('Saved.').waitFor()
    expect((await read(idIn(page))).content).toBe('<p>One. Two.</p>')
    expect(await madeOf('Saved at once')).toHaveLength(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await end()
  })

  test('twice in a row creates one article, and after an autosave it is confirmed', async () => {
    const { page, autosave, end } = await openNew()
    const creations = await onCreation(page, (route) => route.continue())
    await titleOf(page).fill('Saved twice')
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+s')
    await page.waitForURL(MADE)
    await page.getByText('Saved.').waitFor()
    await page.clock.fastForward(30_000)
    await page.getByText('Saved.').waitFor({ state: 'detached' })
    await textOf(page).fill('More.')
    await autosave()
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await page.getByText('Saved.').waitFor()
    expect(creations()).toBe(1)
    await end()
  })

  test('that publishes right after the creation publishes everything', async () => {
    const { page, autosave, end } = await openNew()
    await titleOf(page).fill('Published')
    await textOf(page).fill('One.')
    await autosave()
    await page.waitForURL(MADE)
    await titleOf(page).fill('Published soon')
    await textOf(page).fill('One. Two.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published.').waitFor()
    expect(await read(idIn(page))).toMatchObject({
      title: 'Published soon',
      alias: 'published-soon',
      status: 1,
      content: '<p>One. Two.</p>',
    })
    expect(await madeOf('Published')).toHaveLength(1)
    await end()
  })

  test('that submits it during the creation submits everything', async () => {
    await service.site.admin.put('/api/settings', { review: 1 })
    const { page, autosave, end } = await openNew()
    const creation = await holdCreation(page)
    await titleOf(page).fill('Submitted')
    await autosave()
    await creation.arrived
    await textOf(page).fill('The whole text.')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    creation.release()
    await page.getByText('Submitted for review.').waitFor()
    expect(await read(idIn(page))).toMatchObject({ status: 2, content: '<p>The whole text.</p>' })
    expect(await madeOf('Submitted')).toHaveLength(1)
    await service.site.admin.put('/api/settings', { review: 0 })
    await end()
  })

  test('that schedules it after the creation schedules everything', async () => {
    const { page, autosave, end } = await openNew()
    await titleOf(page).fill('Scheduled')
    await autosave()
    await page.waitForURL(MADE)
    await textOf(page).fill('For later.')
    await page.getByRole('button', { name: 'Schedule…' }).click()
    await page.getByRole('menuitem', { name: 'Schedule…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Publish on: date').fill('2099-01-01')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const scheduled = await read(idIn(page))
    expect(scheduled).toMatchObject({ status: 0, content: '<p>For later.</p>' })
    expect(scheduled.scheduled_time).toContain('2099-01-01')
    expect(await madeOf('Scheduled')).toHaveLength(1)
    await end()
  })
})

test('an autosaved article is there after a reload, and the next new article is empty', async () => {
  const { page, autosave, end } = await openNew()
  await titleOf(page).fill('Reloaded')
  await textOf(page).fill('Text.')
  await keptInBrowser(page, 'Reloaded')
  await autosave()
  await page.waitForURL(MADE)
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await expect.poll(() => journalOf(page)).toBe('[]')
  await page.reload()
  await expect.poll(() => titleOf(page).inputValue()).toBe('Reloaded')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('link', { name: 'Reloaded' }).waitFor()
  await page.getByRole('link', { name: 'New article' }).click()
  await page.waitForURL(/\/articles\/new$/)
  await titleOf(page).waitFor()
  await page.clock.runFor(1000)
  expect(await titleOf(page).inputValue()).toBe('')
  expect(await page.getByText('was found in this browser').count()).toBe(0)
  await end()
})

test('who leaves while an article is created stays where they went, and finds it in the list', async () => {
  const { page, autosave, end } = await openNew()
  const creation = await holdCreation(page)
  await titleOf(page).fill('Left behind')
  await autosave()
  await creation.arrived
  await page.getByRole('link', { name: 'Media' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Media' }).waitFor()
  creation.release()
  await expect.poll(() => madeOf('Left behind')).toHaveLength(1)
  await expect.poll(() => journalOf(page)).toBe('[]')
  expect(page.url()).toContain('/media')
  await end()
})
