import { isDeepStrictEqual } from 'node:util'
import type { BodyOf, QueryOf } from '@inkstone/contract/endpoint.ts'
import type {
  listMedia as listEndpoint,
  MediaUse,
  updateMedia as updateEndpoint,
} from '@inkstone/contract/media.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { canSee } from '../article-rights/articles.policy.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { recordEvent } from '../events/events.actions.ts'
import { namesIn, pathOf, publicNameIn } from './addresses.rules.ts'
import { findDescribed } from './described.store.ts'
import { canChange } from './media.policy.ts'
import {
  countStored,
  findByUploader,
  findMedia,
  findName,
  lockMedia,
  readMedia,
  saveMedia,
  type WholeMedia,
} from './media.store.ts'
import type { MediaRow } from './media.table.ts'
import { urlOf } from './media.view.ts'
import { recordMediaChange } from './recording.actions.ts'
import {
  addressesBesideTexts,
  articlesWith,
  avatarsWith,
  categoriesWith,
  nameOfSite,
  pagesWith,
} from './uses.store.ts'

export async function mediaOf(
  db: Db,
  actor: Actor,
  query: QueryOf<typeof listEndpoint>,
): Promise<Found<WholeMedia>> {
  const { type, keyword, mine, used } = query
  const filters = {
    ...(type !== undefined && { type }),
    ...(keyword !== undefined && { keyword }),
    ...(mine === 1 && { uploaderId: actor.userId }),
    ...(used !== undefined && {
      used: { wanted: used === 1, otherNames: await namesUsedBesideTexts(db, actor) },
    }),
  }
  return findMedia(db, actor.siteId, filters, query)
}

/** The number of files of the site and the size of their originals. */
export function storedOn(db: Db, siteId: number): Promise<{ files: number; bytes: number }> {
  return countStored(db, siteId)
}

const AT_A_TIME = 100

/** Every file of the site, newest first. */
export async function* allMedia(db: Db, { siteId }: Actor): AsyncGenerator<WholeMedia> {
  for (let page = 1; ; page++) {
    const { rows } = await findMedia(db, siteId, {}, { page, page_size: AT_A_TIME })
    yield* rows
    if (rows.length < AT_A_TIME) return
  }
}

export async function seeMedia(db: Db, actor: Actor, id: number): Promise<WholeMedia> {
  return readMedia(db, actor.siteId, id)
}

const MAX_USES = 100

/** Where the URL of a file is used, as far as the actor may see. */
export async function usesOf(
  db: Db,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<MediaUse[]> {
  const uses = await usesOfSite(db, actor, name)
  for await (const use of articlesWith(db, actor.siteId, id)) {
    if (canSee(actor, use)) uses.push(use)
    if (uses.length === MAX_USES) return uses
  }
  uses.push(...(await pagesWith(db, actor.siteId, id, MAX_USES)))
  uses.push(...(await categoriesWith(db, actor.siteId, pathOf(name), MAX_USES)))
  const whose = holds(actor, 'users.manage') ? undefined : actor.userId
  uses.push(...(await avatarsWith(db, pathOf(name), MAX_USES, whose)))
  return uses.slice(0, MAX_USES)
}

/** The files that categories, the site itself and users show. What texts use is in `media_uses`. */
async function namesUsedBesideTexts(db: Db, { site }: Actor): Promise<string[]> {
  const { site_logo, site_icon } = site.settings
  return namesIn([site_logo, site_icon, ...(await addressesBesideTexts(db, site.id))].join(' '))
}

async function usesOfSite(db: Db, { site }: Actor, name: string): Promise<MediaUse[]> {
  const { site_name, site_logo, site_icon } = site.settings
  const found = [
    { as: 'logo', address: site_logo },
    { as: 'icon', address: site_icon },
  ] as const
  const used = found.filter(({ address }) => publicNameIn(address) === name)
  if (used.length === 0) return []
  const title = site_name || (await nameOfSite(db, site.id))
  return used.map(({ as }) => ({ type: 'site', id: site.id, title, as }))
}

export async function changeMedia(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
  origin: string,
): Promise<WholeMedia> {
  const before = await lockMedia(tx, actor.siteId, id)
  authorize(canChange(actor, before))
  const described = descriptionOf(before)
  const after = { ...described, ...changes }
  if (!isDeepStrictEqual(after, described)) {
    await saveMedia(tx, actor.siteId, id, { ...after, updated_at: tx.now })
    await recordAuditEntry(tx, actor, {
      action: 'media.updated',
      targetType: 'media',
      targetId: id,
      before: described,
      after,
    })
    await recordMediaEvent(tx, actor, 'media.updated', await readMedia(tx, actor.siteId, id), origin)
  }
  return readMedia(tx, actor.siteId, id)
}

function descriptionOf({ alt, title, focus_x, focus_y }: MediaRow) {
  return { alt, title, focus_x, focus_y }
}

/** The path of a file of the site; undefined if it no longer exists. */
export async function pathOfMedia(db: Db, siteId: number, id: number): Promise<string | undefined> {
  const name = await findName(db, siteId, id)
  return name === undefined ? undefined : pathOf(name)
}

/** What people wrote about the files of the site with these names. */
export const describedMedia: typeof findDescribed = findDescribed

/** Details of an imported file. Only the feed of changes contains it. */
export async function describeImported(
  tx: Tx,
  siteId: number,
  id: number,
  texts: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  const media = await lockMedia(tx, siteId, id)
  await saveMedia(tx, siteId, id, { ...texts, updated_at: tx.now })
  await recordMediaChange(tx, siteId, media, 'media.updated')
}

export async function deleteMedia(tx: Tx, actor: Actor, id: number, origin: string): Promise<void> {
  authorize(canChange(actor, await lockMedia(tx, actor.siteId, id)))
  const media = await readMedia(tx, actor.siteId, id)
  await saveMedia(tx, actor.siteId, id, { deleted_at: tx.now, deleted_by: actor.userId })
  await recordMediaEvent(tx, actor, 'media.deleted', media, origin)
}

/** The event for webhooks and the audit log entry. */
export async function recordMediaEvent(
  tx: Tx,
  actor: Actor,
  kind: 'media.created' | 'media.updated' | 'media.deleted',
  media: WholeMedia,
  origin: string,
): Promise<void> {
  const { id, filename, size, mime_type, alt, title } = media
  await recordEvent(tx, actor.siteId, kind, { id }, () => ({
    filename,
    url: urlOf(origin, media),
    size,
    mime_type,
    alt,
    title,
    site_id: actor.siteId,
  }))
  await recordMediaChange(tx, actor.siteId, media, kind)
  if (kind === 'media.updated') return
  const [told, state] = [{ filename, size, mime_type }, kind === 'media.created' ? 'after' : 'before']
  await recordAuditEntry(tx, actor, { action: kind, targetType: 'media', targetId: id, [state]: told })
}

/** The uploads of a user on all sites. */
export const filesBy: typeof findByUploader = findByUploader
