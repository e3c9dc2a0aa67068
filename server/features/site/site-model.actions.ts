import type { Db } from '../../database.ts'
import { navigationOf } from './info.actions.ts'
import type { NavigationLink, SiteModel } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { directionOf } from './words.rules.ts'

/** The site, as every template sees it. Frozen, so that what shows nothing else is rendered once. */
export async function siteModel(
  db: Db,
  reader: SiteReader,
  name: string,
  version: string,
): Promise<SiteModel> {
  const { actor, words, file } = reader
  const { settings } = actor.site
  const local = (url: string) =>
    reader.base !== '' && url.startsWith(`${reader.base}/`) ? url.slice(reader.base.length) : url
  const linked = (items: Awaited<ReturnType<typeof navigationOf>>): NavigationLink[] =>
    items.map((item) => ({
      name: item.name,
      url: item.external_link || local(item.url),
      external: item.external_link !== '',
      children: linked(item.children),
    }))
  return Object.freeze({
    id: actor.siteId,
    alias: actor.site.alias,
    name: settings.site_name || name,
    description: settings.site_description,
    keywords: settings.site_keywords,
    logo: file(settings.site_logo),
    icon: file(settings.site_icon),
    language: settings.site_language,
    direction: directionOf(settings.site_language),
    url: reader.base,
    look: settings.site_look,
    font: settings.site_font,
    accent: settings.site_accent,
    navigation: linked(await navigationOf(db, actor, reader.base)),
    words,
    version,
  })
}
