import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { freeOrigin, go, settled, startConsole } from '../../test/browser.ts'
import { fillSite, newAccount, PASSWORD } from '../../test/console-content.ts'
import { openedOn } from '../../test/console-dialogs.ts'
import { signingIn } from '../../test/console-sign-in.ts'
import { ANY_OPENED, OPENED, type Opened, type Place } from '../../test/console-steps.ts'
import { AT_DESK, failuresOf, LOOKS_IN, withAxe } from '../../test/looks.ts'

const origin = await freeOrigin()
const service = await startConsole({ PUBLIC_URL: origin, WEBHOOK_ALLOW: '127.0.0.0/8, ::1/128' })

/** What is opened on them is in `openedOn`. Tabs of one screen do not follow each other: their heading is the same. */
const screens = [
  '/',
  '/articles',
  '/articles/new',
  '/articles/{draft}',
  '/articles/{published}',
  '/articles/{pending}',
  '/articles/{own}',
  '/calendar',
  '/pages',
  '/pages/new',
  '/pages/{page}',
  '/categories',
  '/comments',
  '/tags',
  '/comments?tab=reports',
  '/media',
  '/comments?tab=words',
  '/recycle-bin',
  '/comments?tab=blocked',
  '/settings',
  '/webhooks',
  '/webhooks/{webhook}',
  '/users',
  '/members',
  '/sites',
  '/imports?id={imported}',
  '/backups',
  '/audit-log',
  '/jobs',
  '/favorites',
  '/tokens',
  '/profile',
  '/readers',
  '/first-sign-in',
  '/forgot-password',
  '/register',
  '/set-password?token=x',
  '/confirm-email?token=x',
  '/nothing-is-here',
  '/messages',
]

test('every opened part belongs to a screen of the list', () => {
  expect([...openedOn.keys()].filter((screen) => !screens.includes(screen))).toEqual([])
})

let filled: ReturnType<typeof fillSite> | undefined

const locales = Object.keys(LOOKS_IN)
const looksIn = (locale: string) => LOOKS_IN[locale] ?? []

/** Somebody with everything that a profile can show, and an article of their own. */
async function newPlace(locale: string) {
  filled ??= fillSite(service)
  const made = await filled
  const me = await newAccount(service, `careful-${locale}`, 'admin')
  const options = (await me.post('/api/auth/passkeys/options')).data
  await me.post('/api/auth/passkeys', { ...createAuthenticator(origin).create(options), name: 'Phone' })
  const { data: own } = await me.post('/api/articles', {
    title: `Changed by two, ${locale}`,
    content: '<p>Text.</p>',
    category_id: service.site.defaultCategoryId,
  })
  const { data: gone } = await me.post('/api/tags', { name: `Gone, ${locale}` })
  const { data: robot } = await me.post('/api/tokens', { name: 'Robot', scope: 'write' })
  const byRobot = service.client({ token: robot.token, siteId: service.site.id })
  const category_id = service.site.defaultCategoryId
  await byRobot.post('/api/articles', { title: `By a robot, ${locale}`, content: 'x', category_id })
  // It cannot be undone.
  await byRobot.post('/api/categories', { name: `Robotics, ${locale}` })
  const forgetConfirmation = () =>
    service.engine.transact((tx) =>
      tx.updateTable('sessions').set({ confirmed_at: 1 }).where('user_id', '=', me.id).execute(),
    )
  return {
    locale,
    made,
    me,
    own: own.id as number,
    gone: gone.id as number,
    backup: made.backups[locales.indexOf(locale)] ?? '',
    backups: join(service.folder, 'backups'),
    forgetConfirmation,
  }
}

/** A list of choices closes before the dialog that it is of. The one of the palette is a part of it. */
const ON_TOP = `${ANY_OPENED}, #overlays [role=listbox]:not([role=dialog] *)`

/** Each Escape closes one thing, the one on top. */
async function closeAll(page: Page, name: string): Promise<void> {
  const opened = page.locator(ON_TOP).filter({ visible: true })
  for (let left = await opened.count(); left > 0; left--) {
    // A dialog learns with a timer that it is the one on top now.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)))
    await page.keyboard.press('Escape')
    await opened.nth(left - 1).waitFor({ state: 'detached' })
    expect(await opened.count(), `what is left open of ${name}`).toBe(left - 1)
  }
}

async function failuresOfOpened(place: Place, name: string, opening: Opened) {
  const { page } = place
  const { steps, part = OPENED, fades = false, waits = false, leave } = opening
  if (fades) await page.locator(part).first().waitFor({ state: 'detached' })
  for (const step of steps) await step(place)
  const opened = page.locator(part).filter({ visible: true }).last()
  await opened.waitFor()
  if (!waits)
    await opened.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' })
  const isModal = (await opened.getAttribute('aria-modal')) === 'true'
  const isInOverlays = (await opened.locator('xpath=ancestor::*[@id="overlays"]').count()) > 0
  const isMenu = part === OPENED && !isModal
  const failures = await failuresOf(page, name, {
    looks: looksIn(place.locale),
    part: isMenu ? ANY_OPENED : part,
    without: isModal ? '#root' : '',
    behind: isInOverlays ? '#root' : '',
    fades,
  })
  // While the window became small it was out of view for a moment, and lost the focus.
  if (isMenu)
    await page.locator(ANY_OPENED).getByRole('button').or(page.getByRole('menuitem')).first().focus()
  if (leave) await leave(place)
  else if (part !== OPENED) await page.keyboard.press('Escape')
  await closeAll(page, name)
  return failures
}

/** A state takes a second, and longer on a busy machine. */
const PATIENTLY = { timeout: 900_000 }

/** Somebody who signs in to the site for the first time. Its proxy says which one it is. */
async function failuresOfSigningIn(locale: string, siteId: number): Promise<string[]> {
  const newcomer = await newAccount(service, `newcomer-${locale}`, 'editor')
  const extraHTTPHeaders = { 'x-site': String(siteId) }
  const { page, end } = await service.open('/', undefined, { locale, ...AT_DESK, extraHTTPHeaders })
  await page.locator('[type=password]').waitFor()
  await withAxe(page)
  const looks = looksIn(locale)
  const failures: string[] = []
  for await (const state of signingIn(page, newcomer.username, PASSWORD))
    failures.push(...(await failuresOf(page, state, { looks })))
  await end()
  return failures
}

/** Somebody who may only read what others wrote, and not change the settings. */
async function failuresOfReading(locale: string, published: number): Promise<string[]> {
  const reader = await service.site.user('editor')
  const { page, end } = await service.open(`/articles/${published}`, reader, { locale, ...AT_DESK })
  await page.locator('main iframe').waitFor()
  await withAxe(page)
  const looks = looksIn(locale)
  const failures = await failuresOf(page, 'an article of somebody else', { looks })
  await go(page, '/settings')
  failures.push(
    ...(await failuresOf(page, 'a screen that is not allowed', { looks, without: 'header, nav' })),
  )
  await end()
  return failures
}

for (const locale of locales)
  test.concurrent(
    `every screen, dialog and menu is accessible, fits the window and is closed by Escape, ${locale}`,
    PATIENTLY,
    async ({ expect }) => {
      const made = await newPlace(locale)
      const failures = await failuresOfSigningIn(locale, made.made.strict)
      failures.push(...(await failuresOfReading(locale, made.made.published)))
      const { page, end } = await service.open('/', made.me, { locale, ...AT_DESK })
      await settled(page)
      await withAxe(page)
      const place = { ...made, page }
      const looks = looksIn(locale)
      const ids: Readonly<Record<string, unknown>> = { ...made.made, own: made.own }
      for (const screen of screens) {
        await go(
          page,
          screen.replace(/{(\w+)}/, (_, name: string) => String(ids[name])),
        )
        failures.push(
          ...(await failuresOf(page, screen, { looks, without: screen === '/' ? '' : 'header, nav' })),
        )
        for (const [n, opened] of (openedOn.get(screen) ?? []).entries()) {
          const name = `${screen} ${opened.of} (${n + 1})`
          const found = failuresOfOpened(place, name, opened).catch((cause) => {
            throw new Error(`${name} was not opened or closed`, { cause })
          })
          failures.push(...(await found))
        }
      }
      expect(failures).toEqual([])
      await end()
    },
  )
