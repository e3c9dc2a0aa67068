import type { Actor } from '../../platform/core/actor.ts'
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
  const dates = dateFormat(settings.site_language, zone.name)
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
    date: (moment) => dates.format(moment),
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

const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 200

function dateFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat([language, 'en'], { dateStyle: 'long', timeZone })
  if (formats.size < MAX_FORMATS) formats.set(key, made)
  return made
}
