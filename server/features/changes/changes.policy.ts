import { type ChangeType, changeTypes } from '@inkstone/contract/changes.ts'
import type { Permission } from '@inkstone/contract/permissions.ts'
import { type Actor, holds } from '../../platform/core/actor.ts'
import type { Interest } from './changes.store.ts'
import { type ChangeRow, READERS, type SeenBy } from './changes.table.ts'

/** Permissions to see everything of a kind, public or not. */
const MANAGES: Readonly<Record<ChangeType, Permission>> = {
  article: 'articles.read.any',
  page: 'pages.manage',
  category: 'categories.manage',
  tag: 'tags.manage',
  media: 'media.manage.own',
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
  const own = OWNS[type]
  return (
    holds(actor, MANAGES[type]) ||
    (own !== undefined && owner_id !== 0 && owner_id === actor.userId && holds(actor, own))
  )
}
