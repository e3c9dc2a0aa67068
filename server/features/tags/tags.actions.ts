import type { BodyOf, QueryOf } from '@inkstone/contract/endpoint.ts'
import type {
  createTag as createEndpoint,
  listTags as listEndpoint,
  updateTag as updateEndpoint,
} from '@inkstone/contract/tags.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorizeActor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import type { Found } from '../../platform/core/page.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasFrom, freeAlias } from '../../platform/texts/alias.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { NOBODY } from '../changes/changes.table.ts'
import { keepFormerAlias } from '../former-aliases/former-aliases.actions.ts'
import { reindexArticlesOfTag } from '../search-index/indexing.actions.ts'
import { findLatestArticles } from './links.store.ts'
import { recordTagEvent, seenBy } from './recording.actions.ts'
import { canSee, canSeeDisabledTags } from './tags.policy.ts'
import {
  findAliases,
  findTagByName,
  findTagId,
  findTags,
  insertTag,
  isNameOfDisabled,
  lockAliases,
  lockTags,
  readTag,
  saveEnabled,
  saveTag,
  type TagWithCount,
  takenAliases,
} from './tags.store.ts'
import type { TagRow } from './tags.table.ts'
import type { TagWithArticles } from './tags.view.ts'

export async function seeTags(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof listEndpoint>,
): Promise<Found<TagWithCount>> {
  if (query.all === 1) authorizeActor(actor, canSeeDisabledTags)
  return findTags(db, actor.siteId, query)
}

export async function seeTag(db: Db, actor: Actor, id: number): Promise<TagWithArticles> {
  const tag = await readTag(db, actor.siteId, id)
  if (!canSee(actor, tag)) throw new Problem('tag-not-found')
  return withArticles(db, tag)
}

/** For URLs of the site, which contain tag aliases. Visibility is checked with the tag. */
export async function tagIdByAlias(db: Db, actor: Actor, alias: string): Promise<number> {
  const id = await findTagId(db, actor.siteId, alias)
  if (id === undefined) throw new Problem('tag-not-found')
  return id
}

export async function withArticles(db: Db, tag: TagWithCount): Promise<TagWithArticles> {
  return { ...tag, articles: await findLatestArticles(db, tag.site_id, tag.id) }
}

export async function createTag(
  tx: Tx,
  actor: Actor,
  fields: BodyOf<typeof createEndpoint>,
): Promise<TagWithArticles> {
  await lockAliases(tx, actor.siteId)
  // Who cannot see the disabled one would create it a second time.
  if (!canSeeDisabledTags(actor) && (await isNameOfDisabled(tx, actor.siteId, fields.name)))
    throw invalid('name', 'name-of-disabled-tag')
  const tag = await insertTag(tx, {
    ...fields,
    site_id: actor.siteId,
    alias: await aliasOf(tx, actor.siteId, fields.alias, fields.name),
  })
  await recordTagEvent(tx, 'tag.created', undefined, tag)
  await recordAuditEntry(tx, actor, {
    action: 'tag.created',
    targetType: 'tag',
    targetId: tag.id,
    after: fields,
  })
  return { ...tag, article_count: 0, articles: [] }
}

async function aliasOf(
  tx: Tx,
  siteId: number,
  given: string | undefined,
  name: string,
  own?: string,
): Promise<string> {
  if (given) return given
  const wanted = await aliasFrom(name, 'tag')
  return freeAlias(wanted, await takenAliases(tx, siteId, wanted), own)
}

/** For If-Match. Locks are taken in the same order as by the change. */
export async function versionOfTag(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<number> {
  return (await lockForChange(tx, actor.siteId, id, changes)).updated_at
}

async function lockForChange(
  tx: Tx,
  siteId: number,
  id: number,
  { alias }: BodyOf<typeof updateEndpoint>,
): Promise<TagRow> {
  if (alias !== undefined) await lockAliases(tx, siteId)
  const [tag] = await lockTags(tx, siteId, [id])
  if (!tag) throw new Problem('tag-not-found')
  return tag
}

/** Does nothing if nothing changes. */
export async function changeTag(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<TagWithArticles> {
  const { siteId } = actor
  const before = await lockForChange(tx, siteId, id, changes)
  const { alias, ...simple } = changes
  const saved = {
    ...simple,
    ...(alias !== undefined && {
      alias: await aliasOf(tx, siteId, alias, simple.name ?? before.name, before.alias),
    }),
  }
  if (!differs(before, saved)) return withArticles(tx, await readTag(tx, siteId, id))
  await saveTag(tx, siteId, id, saved)
  const { enabled = before.enabled } = simple
  const isSwitched = enabled !== before.enabled
  if (isSwitched) await saveEnabled(tx, siteId, id, enabled)
  if (isSwitched || (simple.name !== undefined && simple.name !== before.name))
    await reindexArticlesOfTag(tx, id)
  await recordAuditEntry(tx, actor, {
    action: 'tag.updated',
    targetType: 'tag',
    targetId: id,
    after: changes,
  })
  const after = await readTag(tx, siteId, id)
  await keepFormerAlias(tx, 'tag', before, after)
  await recordTagEvent(tx, 'tag.updated', before, after)
  return withArticles(tx, after)
}

export function nameOf({ name, alias }: TagRow) {
  return { name, alias }
}

/** The aliases of these tags. */
export const aliasesOfTags: typeof findAliases = findAliases

/** The tag with this name, if any. */
export const tagByName: typeof findTagByName = findTagByName

export interface TagToImport {
  readonly name: string
  /** Used if it is free and valid. */
  readonly alias?: string | undefined
  readonly description?: string
  readonly extras?: Omit<BodyOf<typeof updateEndpoint>, 'name' | 'alias' | 'description'>
}

/** The tag with this name, created if missing. Only recorded in the feed of changes. */
export async function importTag(
  tx: Tx,
  siteId: number,
  { name, alias: wanted, description = '', extras = {} }: TagToImport,
): Promise<{ id: number; alias: string | undefined; isNew: boolean }> {
  await lockAliases(tx, siteId)
  const known = await findTagByName(tx, siteId, name)
  if (known !== undefined) return { id: known, alias: undefined, isNew: false }
  const alias = isTagAlias(wanted)
    ? freeAlias(wanted, await takenAliases(tx, siteId, wanted))
    : await aliasOf(tx, siteId, undefined, name)
  const made = await insertTag(tx, { ...extras, site_id: siteId, name, alias, description })
  const { id } = made
  await recordChange(tx, { siteId, type: 'tag', id, alias, before: NOBODY, after: seenBy(made) })
  return { id, alias, isNew: true }
}

/** The aliases of tags that this one, or one with a suffix, could collide with. */
export const takenTagAliases: typeof takenAliases = takenAliases

/** Whether an imported tag can have this alias. */
export function isTagAlias(text: string | undefined): text is string {
  return text !== undefined && /^(?!\d+$)[a-z0-9-]{1,64}$/.test(text)
}
