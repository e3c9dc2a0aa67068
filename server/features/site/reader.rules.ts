import type { Actor } from '../../platform/core/actor.ts'
import { dayOf } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'
import { onOrigin } from '../media/addresses.rules.ts'
import type { OpenCategories, PageDependencies, SiteParts } from './parts.rules.ts'
import { createPaths, type Paths } from './paths.rules.ts'
import { type Words, wordsOf } from './words.rules.ts'

/** What every page needs: the reader, and how URLs, dates and words are written. */
export interface SiteReader {
  /** Always anonymous: pages show public content only. */
  readonly actor: Actor
  readonly zone: Zone
  /** The base URL of the site, without a trailing slash. */
  readonly base: string
  readonly paths: Paths
  readonly words: Words
  readonly parts: SiteParts
  /** Collects the cache dependencies of the parts of this page. */
  readonly dependencies: PageDependencies
  /** Whether the theme mentions this variable. What only some themes show is not read for the others. */
  isInTheme(name: string): boolean
  /** Whether readers can open the category: it and all its ancestors are enabled. */
  opens(categoryId: number): boolean
  /** The category and its ancestors, from the top; empty if readers cannot open it. */
  trailTo(categoryId: number): Step[]
  /** A date in the language of the site. */
  date(moment: number): string
  /** The URL of one of our files for use in pages. Other URLs are unchanged. */
  file(address: string): string
  /** The absolute URL of a path or a file. */
  absolute(address: string): string
  /** HTML with the URLs of our files as used in pages, or absolute. */
  content(html: string, whole?: 'whole'): string
}

/** A step of the breadcrumbs. */
export interface Step {
  readonly name: string
  readonly url: string
}

interface ReaderOptions extends Pick<SiteReader, 'zone' | 'base' | 'parts' | 'dependencies' | 'isInTheme'> {
  readonly mediaUrl: string | undefined
  readonly categories: OpenCategories
}

export function createReader(
  actor: Actor,
  { zone, base, mediaUrl, parts, dependencies, categories, isInTheme }: ReaderOptions,
): SiteReader {
  const { settings } = actor.site
  const dateOf = dateFormat(settings.site_language, zone)
  const paths = createPaths(settings)
  const isFile = (address: string) => address.startsWith('/uploads/')
  const file = (address: string) => (mediaUrl && isFile(address) ? `${mediaUrl}${address}` : address)
  return {
    actor,
    zone,
    base,
    parts,
    dependencies,
    isInTheme,
    paths,
    words: wordsOf(settings.site_language),
    opens: (categoryId) => categories.has(categoryId),
    trailTo(categoryId) {
      const trail: Step[] = []
      for (let found = categories.get(categoryId); found; found = categories.get(found.parent_id ?? 0))
        trail.unshift({ name: found.name, url: paths.category(found.alias) })
      return trail
    },
    date: dateOf,
    file,
    absolute: (address) => {
      const found = file(address)
      return found.startsWith('/') && !found.startsWith('//') ? `${base}${found}` : found
    },
    content: (html, whole) => {
      const origin = mediaUrl ?? (whole ? base : undefined)
      return origin === undefined ? html : onOrigin(html, origin)
    },
  }
}

type DateFormat = (moment: number) => string
const formats = new Map<string, DateFormat>()
const MAX_FORMATS = 200
const MAX_DATES = 4_000

/** Dates are cached by day: `Intl` takes longer for one than a card of a list takes for everything else. */
function dateFormat(language: string, zone: Zone): DateFormat {
  const key = `${language} ${zone.name}`
  const known = formats.get(key)
  if (known) return known
  const { format } = new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone: zone.name })
  const dates = new Map<string, string>()
  const made: DateFormat = (moment) => {
    const day = dayOf(zone, moment)
    const shown = dates.get(day) ?? format(moment)
    if (dates.size < MAX_DATES) dates.set(day, shown)
    return shown
  }
  if (formats.size < MAX_FORMATS) formats.set(key, made)
  return made
}
