import type { Db } from '../../database.ts'
import { seePublicCategories } from '../categories/categories.actions.ts'
import { idByFormerAlias } from '../former-aliases/former-aliases.actions.ts'
import type { AliasedKind } from '../former-aliases/former-aliases.table.ts'
import { seePublicPages } from '../pages/pages.actions.ts'
import { seeTag } from '../tags/tags.actions.ts'
import type { AliasTarget, FeedForm } from './paths.rules.ts'
import type { SiteReader } from './reader.rules.ts'

/** The path, or that of the feed, of what had one of these aliases before. Articles tell it themselves. */
export async function pathByFormerAliases(
  db: Db,
  reader: SiteReader,
  names: readonly AliasTarget[],
  feed: FeedForm | undefined,
): Promise<string | undefined> {
  for (const { kind, alias } of names) {
    if (kind === 'article' || (feed && kind === 'page')) continue
    const path = await pathByFormerAlias(db, reader, kind, alias)
    if (path !== undefined) return feed ? reader.paths.feed(path, feed) : path
  }
  return undefined
}

/** Undefined for what readers cannot see. */
async function pathByFormerAlias(
  db: Db,
  reader: SiteReader,
  kind: AliasedKind,
  alias: string,
): Promise<string | undefined> {
  const id = await idByFormerAlias(db, reader.actor.siteId, kind, alias)
  if (id === undefined) return undefined
  const found = (await candidates(db, reader, kind, id)).find((one) => one.id === id)
  return found && reader.paths[kind](found.alias)
}

async function candidates(db: Db, { actor }: SiteReader, kind: AliasedKind, id: number) {
  if (kind === 'page') return seePublicPages(db, actor)
  if (kind === 'category') return seePublicCategories(db, actor)
  return [await seeTag(db, actor, id)]
}
