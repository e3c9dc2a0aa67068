import type { SiteSettings } from '@inkstone/contract/settings.ts'
import type { Tables } from '../../database.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { ArticleItemRow } from '../articles/reading.actions.ts'
import type { Heading } from './headings.rules.ts'
import type { Picture } from './text.rules.ts'
import type { Words } from './words.rules.ts'

/** The site, as every template sees it. */
export type SiteModel = {
  readonly id: number
  readonly alias: string
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

/** The rendered text of an article or a page, with its language and reading time. */
export interface RenderedText {
  readonly content: string
  readonly headings: readonly Heading[]
  /** Set if it clearly differs from the language of the site. */
  readonly language: string
  /** Empty if it is the direction of the site. */
  readonly direction: string
  readonly minutes: number
  /** For link previews, where there is no cover. */
  readonly first_picture: Picture | undefined
}

/** The categories that readers can open, by id. */
export type OpenCategories = ReadonlyMap<
  number,
  { readonly name: string; readonly alias: string; readonly parent_id: number | null }
>

interface SiteFrame {
  /** Empty if no URL is configured: then pages use the host of the request. */
  readonly base: string
  readonly categories: OpenCategories
  readonly site: SiteModel
}

export interface SiteParts {
  readonly frames: Cache<Tables, SiteFrame>
  readonly texts: Cache<Tables, RenderedText>
  /** The articles that pages of other articles mention. */
  readonly items: Cache<Tables, ArticleItemRow>
}

/** The cache dependencies of a page: those of all its parts. Undefined if unknown. */
export interface PageDependencies {
  slots: readonly number[] | undefined
}
