import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { badQuery, invalid, Problem } from '../../platform/core/problem.ts'
import { moveLinksOfCopies } from '../articles/copies.actions.ts'
import { hasMore, inPortions, lockPortion, touchArticles } from '../articles/moving.actions.ts'
import { recountLinked } from '../articles/totals.actions.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { keepAliasesOfMerged } from '../former-aliases/former-aliases.actions.ts'
import { passesThrough } from './categories.rules.ts'
import {
  type CategoryWithCount,
  findPath,
  hasChildren,
  lockCategories,
  lockTree,
  moveChildren,
  readCategory,
  readDefaultCategoryId,
  removeCategory,
} from './categories.store.ts'
import type { CategoryRow } from './categories.table.ts'
import { dropSecondaryLinks, hasArticles, moveArticles } from './links.store.ts'
import { recordCategoryEvent, recordMovedCategory, type SeenCategory, seenNow } from './recording.actions.ts'

/**
 * Without `moveTo` it must be empty; articles in the recycle bin move to the default category. It may contain a hundred
 * thousand articles, so they move in portions, and the last one deletes the category.
 */
export async function deleteCategory(
  engine: Engine,
  actor: Actor,
  id: number,
  moveTo: number | undefined,
): Promise<void> {
  const { siteId } = actor
  await inPortions(engine, async (tx) => {
    await lockTree(tx, siteId)
    const defaultId = await readDefaultCategoryId(tx, siteId)
    const targetId = moveTo ?? defaultId
    const { category, target, ids } = await lockSource(tx, siteId, id, targetId)
    if (id === defaultId) throw invalid('id', 'default-stays')
    if (moveTo === undefined) await requireEmpty(tx, siteId, id)
    else {
      const path = await findPath(tx, siteId, moveTo)
      if (path.length === 0) throw badQuery('move_to', 'unknown')
      if (passesThrough(path, id)) throw badQuery('move_to', 'beneath-itself')
    }
    const seen = await seenNow(tx, category)
    if (!(await absorb(tx, seen, targetId, ids))) return undefined
    if (moveTo !== undefined) await keepAliasesOfMerged(tx, 'category', category, moveTo)
    await recordCategoryEvent(tx, 'category.deleted', seen, undefined)
    await recordAuditEntry(tx, actor, {
      action: 'category.deleted',
      targetType: 'category',
      targetId: id,
      before: nameOf(category),
      ...(moveTo !== undefined && { after: { move_to: moveTo, target_name: target?.name } }),
    })
    return 'gone'
  })
}

async function requireEmpty(tx: Tx, siteId: number, id: number): Promise<void> {
  if ((await hasChildren(tx, siteId, id)) || (await hasArticles(tx, id))) throw invalid('id', 'has-content')
  await dropSecondaryLinks(tx, id)
}

export function mergeCategory(
  engine: Engine,
  actor: Actor,
  id: number,
  targetId: number,
): Promise<CategoryWithCount> {
  const { siteId } = actor
  return inPortions(engine, async (tx) => {
    await lockTree(tx, siteId)
    const { category, target, ids } = await lockSource(tx, siteId, id, targetId)
    if (id === (await readDefaultCategoryId(tx, siteId))) throw invalid('id', 'default-stays')
    const path = await findPath(tx, siteId, targetId)
    if (path.length === 0) throw invalid('target_id', 'unknown')
    if (passesThrough(path, id)) throw invalid('target_id', 'beneath-itself')
    const seen = await seenNow(tx, category)
    if (!(await absorb(tx, seen, targetId, ids))) return undefined
    await keepAliasesOfMerged(tx, 'category', category, targetId)
    await recordCategoryEvent(tx, 'category.deleted', seen, undefined)
    await recordAuditEntry(tx, actor, {
      action: 'category.merged',
      targetType: 'category',
      targetId: id,
      before: nameOf(category),
      after: { target_id: targetId, target_name: target?.name },
    })
    return readCategory(tx, siteId, targetId)
  })
}

async function lockSource(tx: Tx, siteId: number, id: number, targetId: number) {
  const ids = await lockPortion(tx, 'category', id)
  const locked = await lockCategories(tx, siteId, [id, targetId])
  const category = locked.find((one) => one.id === id)
  if (!category) throw new Problem('category-not-found')
  return { category, target: locked.find((one) => one.id === targetId), ids }
}

/**
 * Moves these articles to the other category. When none is left, moves the rest and deletes the category. Both are
 * locked.
 */
async function absorb(
  tx: Tx,
  { category: { id, site_id }, seen }: SeenCategory,
  targetId: number,
  ids: readonly number[],
): Promise<boolean> {
  await moveArticles(tx, site_id, id, targetId, ids)
  await recountLinked(tx, site_id, 'category', [id, targetId])
  await touchArticles(tx, site_id, ids)
  if (await hasMore(tx, 'category', id)) return false
  await moveLinksOfCopies(tx, site_id, 'category', id, targetId)
  for (const child of await moveChildren(tx, site_id, id, targetId))
    await recordMovedCategory(tx, child, seen)
  await removeCategory(tx, site_id, id)
  return true
}

function nameOf({ name, alias }: CategoryRow) {
  return { name, alias }
}
