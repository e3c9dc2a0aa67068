import { type Actor, holds } from '../../platform/core/actor.ts'
import type { TagRow } from './tags.table.ts'

export function canSeeDisabledTags(actor: Actor): boolean {
  return holds(actor, 'tags.manage')
}

export function canSee(actor: Actor, tag: TagRow): boolean {
  return tag.enabled === 1 || canSeeDisabledTags(actor)
}
