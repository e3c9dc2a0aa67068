import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { CHROMIUM_ARGUMENTS, chromiumPath, sharedChromium } from './chromium.ts'
import { freePort } from './free-port.ts'
import { startTestService, type TestSite } from './harness.ts'

export interface Signed {
  readonly id: number
  readonly username: string
  readonly token: string
}

/** An origin that is known before the service starts. It uses a host name, because passkeys do not work with IP addresses. */
export async function freeOrigin(): Promise<string> {
  return `http://localhost:${await freePort()}`
}

/** Starts a listening service (at PUBLIC_URL if given), with a site and a browser, for one test file. */
export async function startConsole(settings: Record<string, string> = {}) {
  const service = await startTestService(settings)
  const { PUBLIC_URL } = settings
  const state = {} as { browser: Browser; origin: string; site: TestSite }
  beforeAll(async () => {
    const port = Number(PUBLIC_URL && new URL(PUBLIC_URL).port)
    const listening = await service.app.listen({ host: '127.0.0.1', port: port || 0 })
    state.origin = PUBLIC_URL ?? listening
    state.site = await service.newSite()
    state.browser = await sharedChromium()
  })

  /** Opens a page. Script errors and violations of the content security policy fail the test. */
  async function open(path: string, user?: Signed, options: BrowserContextOptions = {}) {
    const context = await state.browser.newContext({ locale: 'en-US', ...options })
    if (user) await signIn(context, user, state.site.id)
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    typeLikeAPerson(page)
    await page.goto(`${state.origin}/admin${path}`)
    return {
      page,
      context,
      async end() {
        await context.close()
        expect(complaints).toEqual([])
      },
    }
  }

  /** The same for a page of the public site. */
  async function openSite(siteId: number, path: string, options: BrowserContextOptions = {}) {
    const context = await state.browser.newContext({
      extraHTTPHeaders: { 'x-site': String(siteId) },
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${state.origin}${path}`)
    return {
      page,
      async end() {
        await context.close()
        expect(complaints).toEqual([])
      },
    }
  }

  /** A browser with its own profile on disk, which can be killed and restarted. */
  async function openProfile(folder: string, path: string, user?: Signed) {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGUMENTS,
      locale: 'en-US',
    })
    if (user) await signIn(context, user, state.site.id)
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    typeLikeAPerson(page)
    await page.goto(`${state.origin}/admin${path}`)
    return { context, page }
  }

  return {
    ...service,
    open,
    openSite,
    openProfile,
    get site() {
      return state.site
    },
    get origin() {
      return state.origin
    },
  }
}

async function signIn(context: BrowserContext, { token, ...user }: Signed, siteId: number): Promise<void> {
  const session = JSON.stringify({ token, expires: Date.now() + 7_200_000, user: { ...user, nickname: '' } })
  const kept = { 'inkstone.session': session, 'inkstone.site': String(siteId) }
  // Frames of other sites have no storage here, and need none.
  await context.addInitScript(
    `try { if (!localStorage.getItem('inkstone.session')) Object.assign(localStorage, ${JSON.stringify(kept)}) } catch {}`,
  )
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.setDefaultTimeout(40_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

/**
 * The editor learns of a new selection from an event that comes after the click or key. Nobody presses the next key
 * before that, but a program can, and the key then acts at the place before. So each key waits for the editor.
 */
function typeLikeAPerson(page: Page): void {
  const { keyboard } = page
  const press = keyboard.press.bind(keyboard)
  const type = keyboard.type.bind(keyboard)
  keyboard.press = async (...key) => {
    await selectionKnown(page)
    await press(...key)
  }
  keyboard.type = async (...text) => {
    await selectionKnown(page)
    await type(...text)
  }
}

/** Gives up after a moment: the editor refuses some selections, and then it keeps its own. */
export async function selectionKnown(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const view = document.activeElement?.closest('.ProseMirror')?.editor?.view
    const isKnown = () => !view || view.domObserver.currentSelection.eq(view.domSelectionRange())
    const giveUpAt = performance.now() + 500
    const look = () => (isKnown() || performance.now() > giveUpAt ? resolve() : setTimeout(look, 5))
    look()
  })`)
}

export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
export const save = (page: Page) =>
  page
    .getByRole('button', { name: /^(Save( draft)?|Update)$/ })
    .first()
    .click()

/** The unsaved text that the console keeps in the browser's own database. */
export function journalOf(page: Page): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('inkstone.journal')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('entries').objectStore('entries').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(JSON.stringify(reading.result))
      }
    }
  })`)
}

/** It is written by the clock; waits until this text is there. */
export async function keptInBrowser(page: Page, text: string): Promise<void> {
  await expect.poll(() => journalOf(page)).toContain(text)
}

export const hasFocus = (target: Locator) =>
  target.evaluate((node) => node === node.ownerDocument.activeElement || node.matches(':focus-within'))

/** The page moves the focus a moment after it opens or closes something. A key pressed before that goes elsewhere. */
export async function gotFocus(target: Locator): Promise<void> {
  await target.waitFor()
  await expect.poll(() => hasFocus(target)).toBe(true)
}

/** Waits until the screen is loaded and rendered. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1:not([data-left])').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' })
}

/**
 * Opens another screen as a link does: the program is not loaded again. The heading of the screen before is marked, so
 * as not to be taken for the next one.
 */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`((address) => {
    if (location.pathname === address) return
    if (location.pathname !== new URL(address, location).pathname)
      document.querySelector('main h1')?.setAttribute('data-left', '')
    history.pushState({}, '', address)
  })(${JSON.stringify(`/admin${path}`)})`)
  await settled(page)
}
