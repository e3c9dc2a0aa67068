import type { EventKind } from '@inkstone/contract/events.ts'
import type { Tx } from '../../database.ts'
import { recordChange, recordChanges } from '../changes/changes.actions.ts'
import { MANAGERS, NOBODY, READERS, type SeenBy } from '../changes/changes.table.ts'
import { recordEvent } from '../events/events.actions.ts'
import { isPublic } from './categories.rules.ts'
import { findEnabledBeneath, findPath } from './categories.store.ts'
import type { CategoryRow } from './categories.table.ts'

type CategoryEvent = Extract<EventKind, `category.${string}`>

/** A category and who could see it. */
export interface SeenCategory {
  readonly category: CategoryRow
  readonly seen: SeenBy
}

/** Who sees the category now: readers only if all its ancestors are enabled. */
export async function seenNow(tx: Tx, category: CategoryRow): Promise<SeenCategory> {
  const open = isPublic(await findPath(tx, category.site_id, category.id))
  return { category, seen: open ? READERS : MANAGERS }
}

/**
 * Records a category event for webhooks and the feed of changes. If readers gain or lose access to it, this applies to
 * the descendants that they see with it.
 */
export async function recordCategoryEvent(
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
  const beneath = await findEnabledBeneath(tx, site_id, category.id)
  await recordChanges(
    tx,
    beneath.map(({ id, alias }) => ({ siteId: site_id, type: 'category', id, alias, ...seen })),
  )
}

/** The same for a category that moved from a parent that these people saw. */
export async function recordMovedCategory(
  tx: Tx,
  category: CategoryRow,
  formerParent: SeenBy,
): Promise<void> {
  const seen = category.enabled === 1 ? formerParent : MANAGERS
  await recordCategoryEvent(tx, 'category.updated', { category, seen }, await seenNow(tx, category))
}
