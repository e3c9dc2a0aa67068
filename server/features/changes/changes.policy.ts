import { type ChangeType, changeTypes } from '@inkstone/contract/changes.ts'
import type { Permission } from '@inkstone/contract/permissions.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import type { Interest } from './changes.store.ts'
import { type ChangeRow, NOBODY, READERS, type SeenBy } from './changes.table.ts'

/** Permissions to see everything of a kind, public or not. */
const MANAGES: Readonly<Record<ChangeType, Permission>> = {
  article: 'articles.read.any',
  page: 'pages.manage',
  category: 'categories.manage',
  tag: 'tags.manage',
  media: 'media.upload',
  comment: 'comments.moderate',
}

/** Permissions to see one's own items of a kind. */
const OWNS: Partial<Record<ChangeType, Permission>> = {
  article: 'articles.read.own',
}

export function interestOf(actor: Actor): Interest {
  const ownsAny = Object.values(OWNS).some((permission) => holds(actor, permission))
  return {
    managed: changeTypes.filter((type) => holds(actor, MANAGES[type])),
    ownerId: ownsAny ? actor.userId : 0,
  }
}

/** Whether the actor sees an item of this kind in this state. */
export function sees(actor: Actor, { type, owner_id }: ChangeRow, by: SeenBy): boolean {
  if (by === 0) return false
  if (by === READERS) return true
  return holds(actor, MANAGES[type]) || owns(actor, type, owner_id)
}

/** Whether the actor was the owner of an item that has another owner now, and sees it no more. */
export function lost(actor: Actor, { type, owner_id, seen_before, seen_after }: ChangeRow): boolean {
  const isForOwner = seen_before === NOBODY && seen_after === NOBODY
  return isForOwner && !holds(actor, MANAGES[type]) && owns(actor, type, owner_id)
}

function owns(actor: Actor, type: ChangeType, ownerId: number): boolean {
  const own = OWNS[type]
  return own !== undefined && ownerId !== 0 && ownerId === actor.userId && holds(actor, own)
}
