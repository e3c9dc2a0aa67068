import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { badQuery, invalid, Problem } from '../../platform/problem.ts'
import { moveLinksOfCopies } from '../articles/copies.actions.ts'
import { recountLinked } from '../articles/totals.actions.ts'
import { recordDeed } from '../audit-log/audit-log.actions.ts'
import { passesThrough } from './categories.rules.ts'
import {
  type CategoryWithCount,
  findPath,
  hasChildren,
  lockCategories,
  moveChildren,
  readCategory,
  readDefaultCategoryId,
  removeCategory,
  takeTurnIn,
} from './categories.store.ts'
import type { CategoryRow } from './categories.table.ts'
import { dropSecondaryLinks, hasArticles, lockArticles, moveArticles } from './links.store.ts'
import { seenNow, tellOfCategory } from './telling.actions.ts'

/** Without `moveTo` it must be empty; what only the recycle bin still holds is kept for the site's default category. */
export async function deleteCategory(
  tx: Tx,
  actor: Actor,
  id: number,
  moveTo: number | undefined,
): Promise<void> {
  const { siteId } = actor
  await takeTurnIn(tx, siteId)
  const defaultId = await readDefaultCategoryId(tx, siteId)
  const targetId = moveTo ?? defaultId
  const category = await lockSource(tx, siteId, id, targetId)
  if (id === defaultId) throw invalid('id', 'default-stays')
  if (moveTo === undefined) await requireEmpty(tx, siteId, id)
  else {
    const path = await findPath(tx, siteId, moveTo)
    if (path.length === 0) throw badQuery('move_to', 'unknown')
    if (passesThrough(path, id)) throw badQuery('move_to', 'beneath-itself')
  }
  const seen = await seenNow(tx, category)
  await absorb(tx, siteId, id, targetId)
  await tellOfCategory(tx, 'category.deleted', seen, undefined)
  await recordDeed(tx, actor, {
    action: 'category.deleted',
    targetType: 'category',
    targetId: id,
    before: nameOf(category),
    ...(moveTo !== undefined && { after: { move_to: moveTo } }),
  })
}

async function requireEmpty(tx: Tx, siteId: number, id: number): Promise<void> {
  if ((await hasChildren(tx, siteId, id)) || (await hasArticles(tx, id))) throw invalid('id', 'has-content')
  await dropSecondaryLinks(tx, id)
}

export async function mergeCategory(
  tx: Tx,
  actor: Actor,
  id: number,
  targetId: number,
): Promise<CategoryWithCount> {
  const { siteId } = actor
  await takeTurnIn(tx, siteId)
  const category = await lockSource(tx, siteId, id, targetId)
  if (id === (await readDefaultCategoryId(tx, siteId))) throw invalid('id', 'default-stays')
  const path = await findPath(tx, siteId, targetId)
  if (path.length === 0) throw invalid('target_id', 'unknown')
  if (passesThrough(path, id)) throw invalid('target_id', 'beneath-itself')
  const seen = await seenNow(tx, category)
  await absorb(tx, siteId, id, targetId)
  await tellOfCategory(tx, 'category.deleted', seen, undefined)
  await recordDeed(tx, actor, {
    action: 'category.merged',
    targetType: 'category',
    targetId: id,
    before: nameOf(category),
    after: { target_id: targetId },
  })
  return readCategory(tx, siteId, targetId)
}

async function lockSource(tx: Tx, siteId: number, id: number, targetId: number): Promise<CategoryRow> {
  await lockArticles(tx, id)
  const locked = await lockCategories(tx, siteId, [id, targetId])
  const source = locked.find((category) => category.id === id)
  if (!source) throw new Problem('category-not-found')
  return source
}

/** Everything in the one goes to the other, and the one is gone. Both are locked. */
async function absorb(tx: Tx, siteId: number, id: number, targetId: number): Promise<void> {
  await moveArticles(tx, siteId, id, targetId)
  await moveLinksOfCopies(tx, siteId, 'category', id, targetId)
  await moveChildren(tx, siteId, id, targetId)
  await recountLinked(tx, siteId, 'category', [id, targetId])
  await removeCategory(tx, siteId, id)
}

function nameOf({ name, alias }: CategoryRow) {
  return { name, alias }
}
