import type { Actor } from '../../platform/core/actor.ts'
import { dayOf } from '../../platform/times/days.ts'
import type { Zone } from '../../platform/times/times.ts'
import { onOrigin } from '../media/addresses.rules.ts'
import type { PageDependencies, SiteParts } from './parts.rules.ts'
import { createPaths, type Paths } from './paths.rules.ts'
import { type Words, wordsOf } from './words.rules.ts'

/** What every page of a site is made with: who reads, and how addresses, dates and words are written. */
export interface SiteReader {
  /** Nobody in particular: pages show what strangers may see. */
  readonly actor: Actor
  readonly zone: Zone
  /** Where the site is, without a slash at its end. */
  readonly base: string
  readonly paths: Paths
  readonly words: Words
  readonly parts: SiteParts
  /** What the parts depend on that were read for this page. */
  readonly dependencies: PageDependencies
  /** A date in the words of the site's language. */
  date(moment: number): string
  /** The address of an own file as pages name it; others stay. */
  file(address: string): string
  /** The whole address of a path or a file. */
  absolute(address: string): string
  /** HTML with own files named as pages name them, or by their whole addresses. */
  content(html: string, whole?: 'whole'): string
}

interface ReaderOptions extends Pick<SiteReader, 'zone' | 'base' | 'parts' | 'dependencies'> {
  readonly mediaUrl: string | undefined
}

export function createReader(
  actor: Actor,
  { zone, base, mediaUrl, parts, dependencies }: ReaderOptions,
): SiteReader {
  const { settings } = actor.site
  const dateOf = dateFormat(settings.site_language, zone)
  const isFile = (address: string) => address.startsWith('/uploads/')
  const file = (address: string) => (mediaUrl && isFile(address) ? `${mediaUrl}${address}` : address)
  return {
    actor,
    zone,
    base,
    parts,
    dependencies,
    paths: createPaths(settings),
    words: wordsOf(settings.site_language),
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
