import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { visibleArticle } from '../articles/articles.actions.ts'
import { readAuthor } from '../authors/authors.actions.ts'
import { seeCategory } from '../categories/categories.actions.ts'
import { pathOfMedia } from '../media/media.actions.ts'
import { seePage } from '../pages/pages.actions.ts'
import { pathOf } from '../sites/addresses.rules.ts'
import { seeTag } from '../tags/tags.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { keysOfUrl, listOfFeed } from './former-urls.rules.ts'
import { findAddressed } from './imports.store.ts'
import type { AddressedType } from './imports.table.ts'

interface Target {
  readonly type: AddressedType
  readonly ref_id: number
}

/**
 * The present path of what had this URL on the website that it was imported from. Undefined if nothing was imported from
 * there, or the caller may not see it.
 */
export async function pathByFormerUrl(db: Db, actor: Actor, url: URL): Promise<string | undefined> {
  const path = await firstPath(db, actor, keysOfUrl(url))
  if (path !== undefined) return path
  const list = listOfFeed(url.pathname)
  if (list === undefined || list === '/') return list && '/feed.xml'
  const ofList = new URL(url)
  ofList.pathname = list
  const listPath = await firstPath(db, actor, keysOfUrl(ofList), LISTS)
  return listPath && `${listPath}/feed.xml`
}

async function firstPath(
  db: Db,
  actor: Actor,
  keys: readonly string[],
  types?: ReadonlySet<AddressedType>,
): Promise<string | undefined> {
  const found = await findAddressed(db, actor.siteId, keys.map(hashOfAddress))
  for (const key of keys) {
    const target = found.get(hashOfAddress(key))
    const path = target && (types?.has(target.type) ?? true) && (await pathTo(db, actor, target))
    if (path) return path
  }
  return undefined
}

/** What has feeds. */
const LISTS: ReadonlySet<AddressedType> = new Set(['category', 'tag', 'author'])

async function pathTo(db: Db, actor: Actor, target: Target): Promise<string | undefined> {
  try {
    return await visiblePath(db, actor, target)
  } catch (error) {
    if (error instanceof Problem && error.problem.endsWith('-not-found')) return undefined
    throw error
  }
}

/** Throws a Problem where the caller may not see it. */
async function visiblePath(db: Db, actor: Actor, { type, ref_id }: Target): Promise<string | undefined> {
  const { siteId } = actor
  const { settings } = actor.site
  switch (type) {
    case 'article':
      return pathOf(settings, 'article', (await visibleArticle(db, actor, ref_id)).alias)
    case 'page':
      return pathOf(settings, 'page', (await seePage(db, actor, String(ref_id))).alias)
    case 'category':
      return pathOf(settings, 'category', (await seeCategory(db, actor, ref_id)).alias)
    case 'tag':
      return pathOf(settings, 'tag', (await seeTag(db, actor, ref_id)).alias)
    case 'author':
      return `/authors/${(await readAuthor(db, siteId, ref_id)).id}`
    case 'media':
      return pathOfMedia(db, siteId, ref_id)
  }
}
