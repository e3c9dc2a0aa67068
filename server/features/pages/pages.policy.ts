import { type Actor, holds } from '../../platform/core/actor.ts'
import type { PageRow } from './pages.table.ts'

export function canSeeDisabledPages(actor: Actor): boolean {
  return holds(actor, 'pages.manage')
}

export function canSee(actor: Actor, page: Pick<PageRow, 'enabled'>): boolean {
  return page.enabled === 1 || canSeeDisabledPages(actor)
}
