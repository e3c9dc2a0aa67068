import type { Actor } from '../../platform/core/actor.ts'
import type { Zone } from '../../platform/times/times.ts'
import { onOrigin } from '../media/addresses.rules.ts'
import type { PageDependencies, SiteParts } from './parts.rules.ts'
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
  /** A date in the language of the site. */
  date(moment: number): string
  /** The URL of one of our files for use in pages. Other URLs are unchanged. */
  file(address: string): string
  /** The absolute URL of a path or a file. */
  absolute(address: string): string
  /** HTML with the URLs of our files as used in pages, or absolute. */
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
