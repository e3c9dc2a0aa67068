import type { NavigationItem, SiteInfo } from '@inkstone/contract/site.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { seePublicCategories } from '../categories/categories.actions.ts'
import { seePublicPages } from '../pages/pages.actions.ts'
import { hasOpenPages, pathOf, siteBase } from '../sites/addresses.rules.ts'
import { siteNames } from '../sites/sites.actions.ts'
import { asNavigation } from './navigation.rules.ts'

export interface SiteInfoOptions {
  readonly publicUrl: string | undefined
  readonly timezone: string
  /** Whether an OpenID provider is configured. */
  readonly hasProvider: boolean
  readonly sendsMail: boolean
}

/** What a front end needs to know about the site before it shows anything. */
export async function siteInfo(
  db: Db,
  actor: Actor,
  { publicUrl, timezone, hasProvider, sendsMail }: SiteInfoOptions,
  origin: string,
): Promise<SiteInfo> {
  const { settings } = actor.site
  const { name, domains } = await siteNames(db, actor.siteId)
  const base = siteBase({ settings, domains, publicUrl, origin })
  return {
    name: settings.site_name || name,
    description: settings.site_description,
    keywords: settings.site_keywords,
    logo: settings.site_logo,
    icon: settings.site_icon,
    language: settings.site_language,
    timezone,
    url: base,
    navigation: await navigationOf(db, actor, base),
    comments: {
      enabled: settings.comment_enabled,
      guests: settings.comment_guests,
      captcha_type: settings.comment_captcha === 1 ? settings.comment_captcha_type : 'none',
      min_length: settings.comment_min_length,
      max_length: settings.comment_max_length,
      max_depth: settings.comment_max_depth,
    },
    sign_in: {
      passkeys: publicUrl === undefined ? 0 : 1,
      single_sign_on: hasProvider ? 1 : 0,
      mail: sendsMail ? 1 : 0,
      registration: settings.registration,
      registration_captcha: settings.registration_captcha,
    },
    paths: {
      article: settings.article_path,
      page: settings.page_path,
      category: settings.category_path,
      tag: settings.tag_path,
    },
    open: hasOpenPages(settings) ? 1 : 0,
    versions: ['v1'],
  }
}

/** The categories and pages that are shown in the navigation, in their order. */
export async function navigationOf(db: Db, actor: Actor, base: string): Promise<NavigationItem[]> {
  const { settings } = actor.site
  const categories = asNavigation(
    await seePublicCategories(db, actor),
    (alias) => `${base}${pathOf(settings, 'category', alias)}`,
  )
  const pages = (await seePublicPages(db, actor)).filter(({ show_in_nav }) => show_in_nav === 1)
  return [
    ...categories,
    ...pages.map(({ id, title, alias }) => ({
      type: 'page' as const,
      id,
      name: title,
      alias,
      url: `${base}${pathOf(settings, 'page', alias)}`,
      external_link: '',
      children: [],
    })),
  ]
}
