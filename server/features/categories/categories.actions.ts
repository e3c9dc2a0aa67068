import type {
  createCategory as createEndpoint,
  updateCategory as updateEndpoint,
} from '@inkstone/contract/categories.ts'
import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorizeActor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasFrom, freeAlias } from '../../platform/texts/alias.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { recordChange } from '../changes/changes.actions.ts'
import { NOBODY } from '../changes/changes.table.ts'
import { keepFormerAlias } from '../former-aliases/former-aliases.actions.ts'
import { relativeFields } from '../media/addresses.actions.ts'
import { canSeeDisabledCategories } from './categories.policy.ts'
import { isCategoryAlias, isPublic, passesThrough, publicOnes, TOP } from './categories.rules.ts'
import {
  type CategoryInTree,
  type CategoryWithCount,
  findAliases,
  findCategories,
  findPath,
  insertCategory,
  lockCategories,
  lockTree,
  readCategory,
  readDefaultCategoryId,
  removeCategoriesOf,
  saveCategory,
  takenAliases,
} from './categories.store.ts'
import type { CategoryRow } from './categories.table.ts'
import { recordCategoryEvent, seenNow } from './recording.actions.ts'

/** The categories of a site that is created or deleted. */
export const categoriesOfSite = {
  create: createDefaultCategory,
  lock: lockDefaultCategory,
  remove: removeCategoriesOf,
}

/** The default category, for articles without another. Each site has one. */
export async function createDefaultCategory(tx: Tx, siteId: number): Promise<number> {
  const { id } = await insertCategory(tx, {
    site_id: siteId,
    parent_id: null,
    show_in_nav: 0,
    name: 'Uncategorized',
    alias: 'uncategorized',
  })
  return id
}

async function lockDefaultCategory(tx: Tx, siteId: number): Promise<void> {
  await lockCategories(tx, siteId, [await readDefaultCategoryId(tx, siteId)])
}

export async function seePublicCategories(db: Db, { siteId }: Actor): Promise<CategoryInTree[]> {
  return publicOnes(await findCategories(db, siteId))
}

/** Disabled ones too. */
export async function seeAllCategories(db: Db, actor: Actor): Promise<CategoryInTree[]> {
  authorizeActor(actor, canSeeDisabledCategories)
  return findCategories(db, actor.siteId)
}

export async function seeCategory(db: Db, actor: Actor, id: number): Promise<CategoryWithCount> {
  const category = await readCategory(db, actor.siteId, id)
  if (!canSeeDisabledCategories(actor) && !isPublic(await findPath(db, actor.siteId, id)))
    throw new Problem('category-not-found')
  return category
}

export async function createCategory(
  tx: Tx,
  actor: Actor,
  fields: BodyOf<typeof createEndpoint>,
): Promise<CategoryWithCount> {
  await lockTree(tx, actor.siteId)
  const { parent_id = TOP, alias, ...simple } = fields
  const { id } = await insertCategory(tx, {
    show_in_nav: 0,
    ...(await relativeFields(tx, simple, ['cover', 'icon'])),
    site_id: actor.siteId,
    parent_id: await parentFor(tx, actor.siteId, parent_id),
    alias: await aliasOf(tx, actor.siteId, alias, simple.name),
  })
  const created = await readCategory(tx, actor.siteId, id)
  await recordCategoryEvent(tx, 'category.created', undefined, await seenNow(tx, created))
  await recordAuditEntry(tx, actor, {
    action: 'category.created',
    targetType: 'category',
    targetId: id,
    after: fields,
  })
  return created
}

/** The aliases of categories that this one, or one with a suffix, could collide with. */
export const takenCategoryAliases: typeof takenAliases = takenAliases

async function aliasOf(
  tx: Tx,
  siteId: number,
  given: string | undefined,
  name: string,
  own?: string,
): Promise<string> {
  if (given) return given
  const wanted = await aliasFrom(name, 'category')
  return freeAlias(wanted, await takenAliases(tx, siteId, wanted), own)
}

/** The parent id for the row: null at the top level. A category cannot be moved under its own descendants. */
async function parentFor(tx: Tx, siteId: number, parentId: number, movedId?: number): Promise<number | null> {
  if (parentId === TOP) return null
  const path = await findPath(tx, siteId, parentId)
  if (path.length === 0) throw invalid('parent_id', 'unknown')
  if (movedId !== undefined && passesThrough(path, movedId)) throw invalid('parent_id', 'beneath-itself')
  return parentId
}

/** For If-Match. Locks are taken in the same order as by the change. */
export async function versionOfCategory(tx: Tx, actor: Actor, id: number): Promise<number> {
  return (await lockForChange(tx, actor.siteId, id)).updated_at
}

async function lockForChange(tx: Tx, siteId: number, id: number): Promise<CategoryRow> {
  await lockTree(tx, siteId)
  const [category] = await lockCategories(tx, siteId, [id])
  if (!category) throw new Problem('category-not-found')
  return category
}

/** Does nothing if nothing changes. */
export async function changeCategory(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<CategoryWithCount> {
  const { siteId } = actor
  const before = await lockForChange(tx, siteId, id)
  const { parent_id, alias, ...simple } = changes
  const saved = {
    ...(await relativeFields(tx, simple, ['cover', 'icon'])),
    ...(parent_id !== undefined && { parent_id: await parentFor(tx, siteId, parent_id, id) }),
    ...(alias !== undefined && {
      alias: await aliasOf(tx, siteId, alias, simple.name ?? before.name, before.alias),
    }),
  }
  if (!differs(before, saved)) return readCategory(tx, siteId, id)
  const seenBefore = await seenNow(tx, before)
  await saveCategory(tx, siteId, id, saved)
  const after = await readCategory(tx, siteId, id)
  await keepFormerAlias(tx, 'category', before, after)
  await recordCategoryEvent(tx, 'category.updated', seenBefore, await seenNow(tx, after))
  await recordAuditEntry(tx, actor, {
    action: 'category.updated',
    targetType: 'category',
    targetId: id,
    after: changes,
  })
  return after
}

/** Every category of the site with its ancestors, from the top level. */
export async function categoryPaths(
  db: Db,
  siteId: number,
): Promise<Map<number, Pick<CategoryInTree, 'id' | 'name' | 'alias'>[]>> {
  const rows = new Map((await findCategories(db, siteId)).map((row) => [row.id, row]))
  const pathTo = (id: number): CategoryInTree[] => {
    const row = rows.get(id)
    if (!row) return []
    return row.parent_id === null ? [row] : [...pathTo(row.parent_id), row]
  }
  return new Map([...rows.keys()].map((id) => [id, pathTo(id)]))
}

/** The id of the category with this path of names. */
export async function categoryByPath(
  db: Db,
  siteId: number,
  names: readonly string[],
): Promise<number | undefined> {
  const wanted = JSON.stringify(names)
  const paths = await categoryPaths(db, siteId)
  for (const [id, steps] of paths) if (JSON.stringify(steps.map(({ name }) => name)) === wanted) return id
  return undefined
}

/** The aliases of these categories. */
export const aliasesOfCategories: typeof findAliases = findAliases

export interface CategoryToImport {
  readonly name: string
  readonly parentId: number | null
  /** Used if it is free and valid. */
  readonly alias?: string | undefined
  readonly description?: string
  readonly extras?: Omit<BodyOf<typeof updateEndpoint>, 'name' | 'alias' | 'parent_id' | 'description'>
}

/** The category with this name under a parent, created if missing. Only recorded in the feed of changes. */
export async function importCategory(
  tx: Tx,
  siteId: number,
  { name, parentId, alias: wanted, description = '', extras = {} }: CategoryToImport,
): Promise<{ id: number; alias: string; isNew: boolean }> {
  await lockTree(tx, siteId)
  const known = (await findCategories(tx, siteId)).find(
    (row) => row.name === name && row.parent_id === parentId,
  )
  if (known) return { id: known.id, alias: known.alias, isNew: false }
  const alias = isCategoryAlias(wanted)
    ? freeAlias(wanted, await takenAliases(tx, siteId, wanted))
    : await aliasOf(tx, siteId, undefined, name)
  const made = await insertCategory(tx, {
    show_in_nav: 0,
    ...(await relativeFields(tx, extras, ['cover', 'icon'])),
    site_id: siteId,
    parent_id: parentId,
    name,
    alias,
    description,
  })
  const { seen } = await seenNow(tx, made)
  await recordChange(tx, { siteId, type: 'category', id: made.id, alias, before: NOBODY, after: seen })
  return { id: made.id, alias, isNew: true }
}
