import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import { isPublic } from './categories.rules.ts'
import { findBeneath, findPath } from './categories.store.ts'
import type { CategoryRow } from './categories.table.ts'

type CategoryEvent = Extract<EventKind, `category.${string}`>

/** A category, and who could see it. */
export interface SeenCategory {
  readonly category: CategoryRow
  readonly seen: SeenBy
}

/** Who sees the category as things stand now: readers only where nothing above it is disabled. */
export async function seenNow(tx: Tx, category: CategoryRow): Promise<SeenCategory> {
  const open = isPublic(await findPath(tx, category.site_id, category.id))
  return { category, seen: open ? READERS : MANAGERS }
}

/**
 * Records what happened to a category, for webhooks and for those who follow the changes. Where readers gain or lose sight
 * of it, they gain or lose everything beneath it too.
 */
export async function tellOfCategory(
  tx: Tx,
  kind: CategoryEvent,
  before: SeenCategory | undefined,
  after: SeenCategory | undefined,
): Promise<void> {
  const category = (after ?? before)?.category
  if (!category) return
  const { site_id, name, alias, parent_id, enabled } = category
  await recordEvent(tx, site_id, kind, category, () => ({
    name,
    alias,
    parent_id: parent_id ?? 0,
    enabled,
    site_id,
  }))
  const seen = { before: before?.seen ?? NOBODY, after: after?.seen ?? NOBODY }
  await recordChange(tx, { siteId: site_id, type: 'category', id: category.id, alias, ...seen })
  if (!before || !after || seen.before === seen.after) return
  for (const beneath of await findBeneath(tx, site_id, category.id)) {
    if (beneath.id === category.id) continue
    const open = isPublic(await findPath(tx, site_id, beneath.id))
    // One that is disabled itself, or stands under another that is, changes for nobody.
    if (seen.after === READERS ? open : beneath.enabled === 1)
      await recordChange(tx, {
        siteId: site_id,
        type: 'category',
        id: beneath.id,
        alias: beneath.alias,
        ...seen,
      })
  }
}
