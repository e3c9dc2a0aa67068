import type { SiteSettings } from '@inkstone/contract/settings.ts'

/** The style sheet as a part of pages. */
export interface InlineStyle {
  /** Empty if the sheet is too large. */
  readonly css: string
  readonly bytes: Buffer
  /** For the content security policy, which allows exactly this style sheet. */
  readonly hash: string
}

/** The style sheet with the accent colour of the site, because pages have no inline styles. */
export function styleSheet(css: string, { site_accent }: Pick<SiteSettings, 'site_accent'>): string {
  if (!/^#[0-9a-f]{6}$/i.test(site_accent)) return css
  const light = readable(site_accent, '#fbfaf8')
  const dark = readable(site_accent, '#16171a')
  return `${css}\n:root{--accent:${light}}\n@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n`
}

const CONTRAST = 4.5
const STEP = 0.06

/** The colour itself if text in it is readable on this background, otherwise the nearest darker or lighter one that is. */
function readable(colour: string, ground: string): string {
  const towards = luminance(ground) > 0.5 ? 0 : 255
  let parts = partsOf(colour)
  while (contrast(hex(parts), ground) < CONTRAST && parts.some((part) => part !== towards))
    parts = parts.map((part) => stepped(part, towards))
  return hex(parts)
}

function stepped(part: number, towards: number): number {
  const next = Math.round(part + (towards - part) * STEP)
  return next === part ? towards : next
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#24282e"/><path d="M16 5c4.6 5.6 7 9.4 7 13a7 7 0 0 1-14 0c0-3.6 2.4-7.4 7-13z" fill="#f4f1ea"/></svg>'
