import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { go, settled, startConsole } from '../../test/browser.ts'

const service = await startConsole()

const desk = { width: 1280, height: 860 }
const phone = { width: 390, height: 844 }

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  /** The rules that can be broken here and were not looked at before. */
  readonly rules: 'all' | 'colours'
}
/** In a second theme only colours can differ. Each look differs from the one before in one thing: a change costs a layout. */
const EVERY_LOOK: readonly Look[] = [
  { viewport: desk, colorScheme: 'light', rules: 'all' },
  { viewport: desk, colorScheme: 'dark', rules: 'colours' },
  { viewport: phone, colorScheme: 'dark', rules: 'colours' },
  { viewport: phone, colorScheme: 'light', rules: 'all' },
]
const ONLY: Readonly<Record<Look['rules'], string>> = {
  all: '',
  colours: "runOnly: ['color-contrast', 'link-in-text-block'],",
}

/**
 * How much wider than the window the page is, and what axe-core finds. Colours are looked at only in what was opened, if
 * something was: those behind it were looked at before. Style sheets are not fetched a second time: of the rules that run,
 * none reads them.
 */
const lookAt = (rules: Look['rules']) => `(async () => {
  const opened = document.querySelector('#overlays [role=dialog], #overlays [role=menu]')
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const { violations } = await axe.run(${rules === 'colours' ? 'opened ?? document' : 'document'}, {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    ${ONLY[rules]}
  })
  return {
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ target, any }) =>
      target.join(' ') + ' ' + (any[0]?.message ?? '').slice(0, 130)).join(' | ')),
  }
})()`

const screens = [
  '/',
  '/articles',
  '/articles/new',
  '/calendar',
  '/pages',
  '/pages/new',
  '/categories',
  '/tags',
  '/media',
  '/comments',
  '/recycle-bin',
  '/settings',
  '/webhooks',
  '/users',
  '/members',
  '/sites',
  '/imports',
  '/backups',
  '/audit-log',
  '/jobs',
  '/messages',
  '/favorites',
  '/tokens',
  '/profile',
  '/readers',
  '/first-sign-in',
  '/forgot-password',
  '/register',
  '/set-password?token=x',
  '/confirm-email?token=x',
]

/** Dialogs and menus, opened on a screen by pressing what is named, in both languages. */
const opened: readonly (readonly [
  path: string,
  ...presses: (readonly [role: 'button' | 'menuitem', RegExp])[],
])[] = [
  ['/articles/{id}', ['button', /^(History|历史记录)$/]],
  ['/articles/{id}', ['button', /^(Schedule…|定时发布…)$/], ['menuitem', /^(Schedule…|定时发布…)$/]],
  ['/articles/{id}', ['button', /^(Keyboard shortcuts|键盘快捷键)$/]],
  ['/articles/{id}', ['button', /^(Find|查找)$/]],
  ['/articles/{id}', ['button', /^(Picture|图片)$/]],
  ['/articles', ['button', /^(More actions for|.*更多操作)/]],
  ['/articles', ['button', /^(Export|导出)$/]],
  ['/articles', ['button', /^(Saved views|已存视图)$/]],
  ['/articles', ['button', /^(Saved views|已存视图)$/], ['menuitem', /^(Save this view…|保存当前视图…)$/]],
  ['/pages/{page}', ['button', /^(History|历史记录)$/], ['button', /^(Compare|对比)$/]],
  ['/backups', ['button', /^(More actions for|.*更多操作)/], ['menuitem', /^(Restore…|恢复…)$/]],
  ['/categories', ['button', /^(New category|新建分类)$/]],
  ['/tags', ['button', /^(New tag|新建标签)$/]],
  ['/users', ['button', /^(New user|新建用户)$/]],
  ['/tokens', ['button', /^(New token|新建令牌)$/]],
  ['/webhooks', ['button', /^(New webhook|新建 Webhook)$/]],
  ['/sites', ['button', /^(New site|新建站点)$/]],
]

/** An article with an author and a category that the site does not have. */
const WORDPRESS = {
  name: 'export.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Elsewhere</title><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Hello</title><dc:creator>mary</dc:creator><content:encoded>Text</content:encoded>
<wp:post_id>1</wp:post_id><wp:post_name>hello</wp:post_name><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><category domain="category" nicename="news">News</category></item>
</channel></rss>`),
}

async function fill() {
  const { admin, anonymous, defaultCategoryId } = service.site
  await admin.put('/api/settings', { comment_captcha: 0 })
  const { data: tag } = await admin.post('/api/tags', { name: 'Tag' })
  const article = {
    title: 'An article that is seen on every screen',
    content:
      '<h2>Heading</h2><p>Text with <a href="https://example.com">a link</a>.</p><details><summary>Island</summary>x</details>',
    category_id: defaultCategoryId,
    tag_ids: [tag.id],
  }
  const { data: published } = await admin.post('/api/articles', { ...article, status: 1, is_top: 1 })
  const { data: draft } = await admin.post('/api/articles', article)
  await admin.post('/api/articles', { ...article, status: 1, publish_time: '2099-01-01 00:00:00' })
  await admin.put(`/api/articles/${draft.id}`, { content: '<p>Other text.</p>' })
  const guest = { nickname: 'Guest', email: 'guest@example.com' }
  await anonymous.post('/api/comments', {
    article_id: published.id,
    content: 'A comment of a guest.',
    ...guest,
  })
  const { data: page } = await admin.post('/api/pages', { title: 'A page', content: '<p>Page.</p>' })
  await admin.put(`/api/pages/${page.id}`, { content: '<p>Changed.</p>' })
  await admin.post('/api/backups', { kind: 'database' })
  await expect.poll(async () => (await admin.get('/api/backups')).data.total).toBe(1)
  await admin.delete(`/api/articles/${(await admin.post('/api/articles', article)).data.id}`)
  return { id: String(draft.id), page: String(page.id) }
}
let filled: ReturnType<typeof fill> | undefined

/** Every look at one state. Gives what is wrong. */
async function failuresOf(page: Page, screen: string): Promise<string[]> {
  const failures: string[] = []
  for (const { viewport, colorScheme, rules } of EVERY_LOOK) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await page.evaluate<{ wide: number; violations: string[] }>(lookAt(rules))
    const name = `${screen}, ${viewport.width} px, ${colorScheme}`
    if (found.wide > 0) failures.push(`${name} is ${found.wide} pixels too wide`)
    failures.push(...found.violations.map((violation) => `${name}: ${violation}`))
  }
  await page.setViewportSize(desk)
  return failures
}

/** A state takes a second, and longer on a busy machine. */
const PATIENTLY = { timeout: 900_000 }

/** The policy of the page lets nothing in that is not of the console: axe is put there from outside. */
async function withAxe(page: Page): Promise<void> {
  await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`)
  // A running colour transition would be measured half way.
  await page.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  })
}

for (const locale of ['en-US', 'zh-CN'])
  test.concurrent(
    `every screen and dialog is accessible and does not scroll sideways, ${locale}`,
    PATIENTLY,
    async ({ expect }) => {
      filled ??= fill()
      const made = await filled
      const failures: string[] = []
      const stranger = await service.open('/', undefined, { locale, viewport: desk })
      await stranger.page.locator('input[type=password]').waitFor()
      await withAxe(stranger.page)
      const look = async (at: Page, screen: string) => {
        failures.push(...(await failuresOf(at, screen)))
      }
      await look(stranger.page, 'signing in')
      await stranger.end()
      const { page, end } = await service.open('/', service.site.admin, { locale, viewport: desk })
      await settled(page)
      await withAxe(page)
      for (const screen of screens) {
        await go(page, screen)
        await look(page, screen)
      }
      for (const [path, ...presses] of opened) {
        await go(
          page,
          path.replace(/{(id|page)}/, (_, name: keyof typeof made) => made[name]),
        )
        for (const [role, label] of presses) await page.getByRole(role, { name: label }).first().click()
        await page.locator('[role=dialog], [role=menu], [role=search]').first().waitFor()
        await settled(page)
        await look(page, `${path} ${presses.at(-1)?.[1]}`)
        await page.keyboard.press('Escape')
        await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'detached' })
      }
      await go(page, '/imports')
      await page.locator('input[type=file]').setInputFiles(WORDPRESS)
      await page.getByRole('button', { name: /^(Check file|检查文件)$/ }).click()
      await page.getByRole('textbox', { name: /^(Category for News|News 对应的分类)$/ }).waitFor()
      await look(page, '/imports with a mapping')
      expect(failures).toEqual([])
      await end()
    },
  )
