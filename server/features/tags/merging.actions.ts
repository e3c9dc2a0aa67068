import type { Engine, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { moveLinksOfCopies } from '../articles/copies.actions.ts'
import { hasMore, inPortions, lockPortion, touchArticles } from '../articles/moving.actions.ts'
import { recountLinked } from '../articles/totals.actions.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { keepAliasesOfMerged } from '../former-aliases/former-aliases.actions.ts'
import { moveArticles, unlinkArticles } from './links.store.ts'
import { recordTagEvent } from './recording.actions.ts'
import { nameOf, withArticles } from './tags.actions.ts'
import { lockTags, readTag, removeTag } from './tags.store.ts'
import type { TagRow } from './tags.table.ts'
import type { TagWithArticles } from './tags.view.ts'

/** A tag may have a hundred thousand articles, so they lose it in portions, and the last one deletes the tag. */
export async function deleteTag(engine: Engine, actor: Actor, id: number): Promise<void> {
  await inPortions(engine, (tx) => deleteTagPortion(tx, actor, id))
}

/** One portion; undefined if there are more. */
export async function deleteTagPortion(tx: Tx, actor: Actor, id: number): Promise<'gone' | undefined> {
  const { siteId } = actor
  const ids = await lockPortion(tx, 'tag', id)
  const [tag] = await lockTags(tx, siteId, [id])
  if (!tag) throw new Problem('tag-not-found')
  await unlinkArticles(tx, id, ids)
  await recountLinked(tx, siteId, 'tag', [id])
  await touchArticles(tx, siteId, ids)
  if (await hasMore(tx, 'tag', id)) return undefined
  await removeTag(tx, siteId, id)
  await recordTagEvent(tx, 'tag.deleted', tag, undefined)
  await recordAuditEntry(tx, actor, {
    action: 'tag.deleted',
    targetType: 'tag',
    targetId: id,
    before: nameOf(tag),
  })
  return 'gone'
}

/** The same in portions: an interrupted merge resumes. */
export function mergeTag(
  engine: Engine,
  actor: Actor,
  id: number,
  targetId: number,
): Promise<TagWithArticles> {
  const { siteId } = actor
  return inPortions(engine, async (tx) => {
    const ids = await lockPortion(tx, 'tag', id)
    const { source, target } = await lockBoth(tx, siteId, id, targetId)
    await moveArticles(tx, id, targetId, ids)
    await recountLinked(tx, siteId, 'tag', [id, targetId])
    await touchArticles(tx, siteId, ids)
    if (await hasMore(tx, 'tag', id)) return undefined
    await moveLinksOfCopies(tx, siteId, 'tag', id, targetId)
    await removeTag(tx, siteId, id)
    await keepAliasesOfMerged(tx, 'tag', source, targetId)
    await recordTagEvent(tx, 'tag.deleted', source, undefined)
    await recordAuditEntry(tx, actor, {
      action: 'tag.merged',
      targetType: 'tag',
      targetId: id,
      before: nameOf(source),
      after: { target_id: targetId, target_name: target.name },
    })
    return withArticles(tx, await readTag(tx, siteId, targetId))
  })
}

async function lockBoth(
  tx: Tx,
  siteId: number,
  id: number,
  targetId: number,
): Promise<{ source: TagRow; target: TagRow }> {
  const locked = await lockTags(tx, siteId, [id, targetId])
  const source = locked.find((tag) => tag.id === id)
  if (!source) throw new Problem('tag-not-found')
  if (id === targetId) throw invalid('target_id', 'itself')
  const target = locked.find((tag) => tag.id === targetId)
  if (!target) throw invalid('target_id', 'unknown')
  return { source, target }
}
