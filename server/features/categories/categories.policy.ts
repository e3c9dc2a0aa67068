import { type Actor, holds } from '../../platform/core/actor.ts'

export function canSeeDisabledCategories(actor: Actor): boolean {
  return holds(actor, 'categories.manage')
}
