import type { Page } from 'playwright-core'
import { removeOrder, saveOutcome } from '../features/backups/restore-orders.store.ts'
import type { Signed } from './browser.ts'
import type { Client } from './client.ts'
import { DESK, PHONE } from './looks.ts'
import { codeOf } from './totp.ts'

/** Where a step is taken. */
export interface Place {
  readonly page: Page
  readonly locale: string
  readonly made: { readonly member: { readonly username: string } }
  /** Who is signed in. */
  readonly me: Signed & Client
  /** An article that only this test changes. */
  readonly own: number
  /** A tag that only this test deletes. */
  readonly gone: number
  /** A backup that only this test restores, and the folder that it is in. */
  readonly backup: string
  readonly backups: string
  /** Makes the service ask for the second factor again. */
  readonly forgetConfirmation: () => Promise<unknown>
}
export type Step = (place: Place) => Promise<unknown>

export interface Opened {
  /** The file below `console/src` whose dialog, drawer, menu or question this is. */
  readonly of: string
  readonly steps: readonly Step[]
  /** What is looked at, if it is no dialog or menu. */
  readonly part?: string
  /** It goes away by itself, but not under the mouse. */
  readonly fades?: boolean
  /** It waits for something that does not come. */
  readonly waits?: boolean
  /** How it is left, if Escape asks first or does nothing, because something would be lost. */
  readonly leave?: Step
}
export type Entry = Opened | readonly [of: string, ...steps: readonly Step[]]

export const ANY_OPENED = '#overlays :is([role=dialog], [role=menu])'
/** The one on top of the others has the focus. */
export const OPENED = `${ANY_OPENED}:focus-within`

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A name in both languages. */
const named = (...names: readonly string[]) => new RegExp(`^(${names.map(escaped).join('|')})`)

type Naming = (english: string, chinese: string) => Step
export const press: Naming = (english, chinese) => (place) =>
  place.page
    .locator('main')
    .getByRole('button', { name: named(english, chinese) })
    .first()
    .click()
export const item: Naming = (english, chinese) => (place) =>
  place.page
    .locator(OPENED)
    .getByRole('menuitem', { name: named(english, chinese) })
    .click()
/** A button in what was opened before. */
export const inside: Naming = (english, chinese) => (place) =>
  place.page
    .locator(OPENED)
    .getByRole('button', { name: named(english, chinese) })
    .first()
    .click()
export const type =
  (english: string, chinese: string, text: string): Step =>
  (place) =>
    place.page.locator(OPENED).getByLabel(named(english, chinese)).first().fill(text)
export const choose =
  (selector: string): Step =>
  ({ page }) =>
    page.locator(selector).first().click()
export const shows =
  (selector: string): Step =>
  ({ page }) =>
    page.locator(`${OPENED} ${selector}`).first().waitFor()
/** The menu of a row, by the beginning of its name. */
export const row = (name: string) => press(`More actions for ${name}`, name)
/** The same for something that only this test has. */
export const ownRow =
  (name: string): Step =>
  (place) =>
    row(`${name}, ${place.locale}`)(place)
export const rowOfMember: Step = (place) => row(place.made.member.username)(place)
export const firstRow = choose(
  'main [aria-haspopup=menu][aria-label]:is([aria-label^="More actions"], [aria-label$="更多操作"])',
)
export const remove = item('Delete', '删除')
export const cancel = inside('Cancel', '取消')
/** What follows closes it. */
export const stay: Step = async () => {}
export const kept = inside('I have saved it', '我已保存')
export const goTo = (path: string) => choose(`a[href="/admin${path}"]`)

export const change = press('Change', '批量修改')
export const schedule = press('Schedule…', '定时发布…')
export const newToken = (name: string) =>
  [press('New token', '新建令牌'), type('Name', '名称', name), inside('Create', '新建')] as const
export const addTag = [press('New tag', '新建标签'), type('Name', '名称', 'Typed')] as const

export async function selectAll({ page }: Place) {
  await page
    .getByRole('checkbox', { name: named('Select all', '选择本页全部') })
    .first()
    .check()
}
/** An export with one article. */
export const wordpressOf = (author: string, category: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Elsewhere</title><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Hello</title><dc:creator>${author}</dc:creator><content:encoded>Text</content:encoded>
<wp:post_id>1</wp:post_id><wp:post_name>hello</wp:post_name><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><category domain="category" nicename="${category}">${category}</category></item>
</channel></rss>`

/** A file is checked that has an author and a category which the site does not have. */
export async function mapping({ page }: Place) {
  await press('Choose another file', '选择其他文件')({ page } as Place)
  const buffer = Buffer.from(wordpressOf('paul', 'Press'))
  await page.locator('input[type=file]').setInputFiles({ name: 'export.xml', mimeType: 'text/xml', buffer })
  await press('Check file', '检查文件')({ page } as Place)
  await page.getByRole('textbox', { name: named('Category for Press', 'Press 对应的分类') }).waitFor()
}
export async function changedByTwo({ page, me, own }: Place) {
  await page.locator('.ProseMirror p').first().fill('What one wrote.')
  await me.put(`/api/articles/${own}`, { content: '<p>What the other wrote.</p>' })
  await press('Save draft', '保存草稿')({ page } as Place)
}

/** The list of screens of a small window. */
export async function openNavigation({ page }: Place) {
  await page.setViewportSize(PHONE)
  await page.locator('header .mantine-Burger-root').click()
}
export async function closeNavigation(place: Place) {
  await openNavigation(place)
  await place.page.setViewportSize(DESK)
}

export const NOTIFICATION = '.mantine-Notifications-root [role=alert]'
/** Presses a button of the notification. If another one follows, the mouse does not hold it. */
export const dismiss =
  (button: string): Step =>
  async ({ page }) => {
    await page.locator(NOTIFICATION).locator(button).last().click()
    await page.mouse.move(0, 0)
  }

/** The code of an authenticator that has read the shown secret. */
export async function typeCode({ page }: { readonly page: Page }) {
  const secret = (await page.locator('form code').last().textContent())?.replaceAll(' ', '')
  await page
    .locator('form [autocomplete=one-time-code]')
    .last()
    .fill(codeOf(secret ?? ''))
}

let turn: Promise<unknown> = Promise.resolve()
/** The service has one order and one outcome of a restore. The tests of both languages take turns. */
function inTurn(step: () => Promise<unknown>): Promise<unknown> {
  const mine = turn.then(step)
  turn = mine.catch(() => {})
  return mine
}
/** Orders a restore. The order is taken away before the service could do it. */
export async function orderRestore(place: Place) {
  const { page, backup, backups } = place
  // Of two in the same second, one has a number after the name of the other.
  await page.getByRole('button', { name: new RegExp(`${escaped(backup)}(?!-)`) }).click()
  await item('Restore…', '恢复…')(place)
  await page.locator(OPENED).getByRole('checkbox').check()
  await inTurn(async () => {
    await inside('Restore this backup', '恢复此备份')(place)
    await shows('[role=status]')(place)
    await removeOrder({ folder: backups })
  })
}
/** What the service would write down after the restore. */
export const restoreEnds =
  (reason: string, shown: string): Step =>
  (place) =>
    inTurn(async () => {
      await saveOutcome({ folder: place.backups }, { name: place.backup, reason, at: Date.now() })
      await shows(shown)(place)
    })
