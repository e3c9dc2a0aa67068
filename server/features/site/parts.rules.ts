import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Tables } from '../../database.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Words } from './words.rules.ts'

/** What every page shows of the site. */
export type SiteModel = {
  readonly name: string
  readonly description: string
  readonly keywords: string
  readonly logo: string
  readonly icon: string
  readonly language: SiteSettings['site_language']
  readonly direction: 'ltr' | 'rtl'
  readonly url: string
  readonly look: SiteSettings['site_look']
  readonly font: SiteSettings['site_font']
  readonly accent: SiteSettings['site_accent']
  readonly navigation: readonly NavigationLink[]
  readonly words: Words
  readonly version: string
}

export interface NavigationLink {
  readonly name: string
  readonly url: string
  readonly external: boolean
  readonly children: readonly NavigationLink[]
}

/** The text of an article or a page, with what can be said of it. */
export interface RenderedText {
  readonly content: string
  /** Where it is plainly another one than the site's. */
  readonly language: string
  /** Empty where it runs as the site does. */
  readonly direction: string
  readonly minutes: number
}

interface SiteFrame {
  readonly base: string
  readonly site: SiteModel
}

export interface SiteParts {
  readonly frames: Cache<Tables, SiteFrame>
  readonly texts: Cache<Tables, RenderedText>
}

/** What the parts of a page depend on, which is what the page depends on too; undefined where that is not known. */
export interface PageDependencies {
  slots: readonly number[] | undefined
}
