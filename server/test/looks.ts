import axe from 'axe-core'
import type { Page } from 'playwright-core'

export const DESK = { width: 1280, height: 860 }
export const PHONE = { width: 390, height: 844 }
/** How a page is opened that is looked at. Nothing moves. */
export const AT_DESK = { viewport: DESK, reducedMotion: 'reduce' } as const

interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}
/**
 * Names, structure and widths can be wrong in one language and right in the other: they are looked at in both, at both
 * widths. Colours are the same in both: each theme is looked at once at each width.
 */
export const LOOKS_IN: Readonly<Record<string, readonly Look[]>> = {
  'en-US': [
    { viewport: DESK, colorScheme: 'light' },
    { viewport: PHONE, colorScheme: 'dark' },
  ],
  'zh-CN': [
    { viewport: DESK, colorScheme: 'dark' },
    { viewport: PHONE, colorScheme: 'light' },
  ],
}

/**
 * How much wider than the window the page or the opened part is, and what axe-core finds in it. What is behind an opened
 * part was looked at before. Style sheets are not fetched a second time: of the rules that run, none reads them. Frames show
 * what somebody wrote, without scripts: axe-core cannot be in them, and would wait for an answer.
 */
const lookAt = (part: string) => `(async () => {
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
  // A part of a strip that is moved sideways.
  if (part !== '') seen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = seen.getBoundingClientRect()
  const onTop = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
  if (part !== '' && onTop && !seen.contains(onTop) && !onTop.closest('#overlays'))
    return { wide: 0, violations: ['it is behind ' + onTop.className] }
  const { violations } = await axe.run(part === '' ? document : seen, {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    iframes: false,
  })
  const { left, right } = box
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
const leaveOut = (without: string, behind: string) => `{
  for (const node of document.querySelectorAll('[data-left-out]')) node.removeAttribute('data-left-out')
  const leaveOut = (selector, how) => {
    if (selector !== '') for (const node of document.querySelectorAll(selector)) node.setAttribute('data-left-out', how)
  }
  leaveOut(${JSON.stringify(behind)}, 'seen')
  leaveOut(${JSON.stringify(without)}, 'gone')
}`
const WALK_PAST_LEFT_OUT = `{
  const walk = document.createTreeWalker
  const acceptNode = (node) =>
    node.hasAttribute('data-left-out') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT
  document.createTreeWalker = (root, what) =>
    walk.call(document, root, what, root === document.body ? { acceptNode } : null)
}`

interface Looking {
  readonly looks: readonly Look[]
  /** The selector of what is looked at: its last element, or the whole page. */
  readonly part?: string
  /** What was looked at before. */
  readonly without?: string
  /** What is behind it and does not shine through. It stays, because the part belongs to a button in it. */
  readonly behind?: string
  /** The mouse is held over it. */
  readonly fades?: boolean
}

/** Looks at the page, or a part of it, in each of the looks. Gives what is wrong. */
export async function failuresOf(
  page: Page,
  name: string,
  { looks, part = '', without = '', behind = '', fades = false }: Looking,
): Promise<string[]> {
  const failures: string[] = []
  await page.evaluate(leaveOut(without, behind))
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    if (fades) await page.locator(part).last().hover()
    const found = await page.evaluate<{ wide: number; violations: string[] }>(lookAt(part))
    const look = `${name}, ${viewport.width} px, ${colorScheme}`
    if (found.wide > 0) failures.push(`${look} is ${found.wide} pixels too wide`)
    failures.push(...found.violations.map((violation) => `${look}: ${violation}`))
  }
  await page.evaluate(leaveOut('', ''))
  await page.setViewportSize(DESK)
  return failures
}

/** The policy of the page lets nothing in that is not of the console: axe is put there from outside. */
export async function withAxe(page: Page): Promise<void> {
  await page.evaluate(`${axe.source}; axe.configure({ noHtml: true }); ${WALK_PAST_LEFT_OUT}`)
  // A running colour transition would be measured half way.
  await page.addStyleTag({
    content: `*, ::before, ::after { transition: none !important; animation: none !important }
      [data-left-out=gone] { display: none !important }`,
  })
}
