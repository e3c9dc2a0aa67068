import { type Actor, holds } from '../../platform/actor.ts'

export function canSeeDisabledCategories(actor: Actor): boolean {
  return holds(actor, 'categories.manage')
}
