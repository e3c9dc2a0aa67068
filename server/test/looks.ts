import axe from 'axe-core'
import type { Page } from 'playwright-core'

export const DESK = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  /** The rules that can be broken here and were not looked at before. */
  readonly rules: 'all' | 'colours'
}
/** In a second theme only colours can differ. Each look differs from the one before in one thing: a change costs a layout. */
const EVERY_LOOK: readonly Look[] = [
  { viewport: DESK, colorScheme: 'light', rules: 'all' },
  { viewport: DESK, colorScheme: 'dark', rules: 'colours' },
  { viewport: PHONE, colorScheme: 'dark', rules: 'colours' },
  { viewport: PHONE, colorScheme: 'light', rules: 'all' },
]
const ONLY: Readonly<Record<Look['rules'], string>> = {
  all: '',
  colours: "runOnly: ['color-contrast', 'link-in-text-block'],",
}

/**
 * How much wider than the window the page or the opened part is, and what axe-core finds in it. What is behind an opened
 * part was looked at before. Style sheets are not fetched a second time: of the rules that run, none reads them.
 */
const lookAt = (rules: Look['rules'], part: string) => `(async () => {
  const frames = async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  }
  await frames()
  const part = ${JSON.stringify(part)}
  // What belongs to a button is hidden while the button is out of view.
  const opener = part !== '' && [...document.querySelectorAll(part)].at(-1)?.getAttribute('aria-labelledby')
  if (opener) {
    document.getElementById(opener)?.scrollIntoView({ block: 'center', inline: 'center' })
    dispatchEvent(new Event('resize'))
    await frames()
  }
  const seen = part === '' ? document.documentElement : [...document.querySelectorAll(part)].findLast((node) => node.checkVisibility())
  if (!seen) return { wide: 0, violations: ['it is closed'] }
  const { violations } = await axe.run(part === '' ? document : seen, {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    ${ONLY[rules]}
  })
  const { left, right } = seen.getBoundingClientRect()
  return {
    wide: Math.ceil(Math.max(
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      seen.scrollWidth - seen.clientWidth - (part === '' ? 0 : 1),
      part === '' ? 0 : right - innerWidth,
      part === '' ? 0 : -left,
    )),
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ target, any }) =>
      target.join(' ') + ' ' + (any[0]?.message ?? '').slice(0, 130)).join(' | ')),
  }
})()`

/**
 * What was looked at before is not drawn again: the page under a modal dialog, and the frame of every screen but the first.
 * axe-core walks through all of the page to see what is behind a text, so it is led past that too.
 */
const leaveOut = (selector: string) => `{
  for (const node of document.querySelectorAll('[data-left-out]')) node.removeAttribute('data-left-out')
  const selector = ${JSON.stringify(selector)}
  if (selector !== '') for (const node of document.querySelectorAll(selector)) node.setAttribute('data-left-out', '')
}`
const WALK_PAST_LEFT_OUT = `{
  const walk = document.createTreeWalker
  const acceptNode = (node) =>
    node.hasAttribute('data-left-out') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  document.createTreeWalker = (root, what) =>
    walk.call(document, root, what, root === document.body ? { acceptNode } : null)
}`

interface Looking {
  /** The selector of what is looked at: its last element, or the whole page. */
  readonly part?: string
  /** What was looked at before. */
  readonly without?: string
}

/** Looks at the page, or a part of it, in every look. Gives what is wrong. */
export async function failuresOf(
  page: Page,
  name: string,
  { part = '', without = '' }: Looking,
): Promise<string[]> {
  const failures: string[] = []
  await page.evaluate(leaveOut(without))
  for (const { viewport, colorScheme, rules } of EVERY_LOOK) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await page.evaluate<{ wide: number; violations: string[] }>(lookAt(rules, part))
    const look = `${name}, ${viewport.width} px, ${colorScheme}`
    if (found.wide > 0) failures.push(`${look} is ${found.wide} pixels too wide`)
    failures.push(...found.violations.map((violation) => `${look}: ${violation}`))
  }
  await page.evaluate(leaveOut(''))
  await page.setViewportSize(DESK)
  return failures
}

/** The policy of the page lets nothing in that is not of the console: axe is put there from outside. */
export async function withAxe(page: Page): Promise<void> {
  await page.evaluate(`${axe.source}; axe.configure({ noHtml: true }); ${WALK_PAST_LEFT_OUT}`)
  // A running colour transition would be measured half way.
  await page.addStyleTag({
    content: `*, ::before, ::after { transition: none !important; animation: none !important }
      [data-left-out] { display: none !important }`,
  })
}
