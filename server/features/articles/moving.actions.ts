import type { Engine, Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { reindexArticles } from '../search-index/indexing.actions.ts'
import { lockArticle, saveArticle } from './articles.store.ts'
import { findCopy, saveCopyBase } from './copies.store.ts'
import { lockLinked } from './links.store.ts'
import { recordArticleChange, recordArticleEvent } from './telling.actions.ts'

/** So many articles change in one transaction when a category or a tag is merged or deleted: others get their turn. */
const PORTION = 50

type Kind = 'category' | 'tag'

/** Some articles of a category or a tag, held before it is: in this order who edits an article holds them as well. */
export async function holdPortion(tx: Tx, kind: Kind, id: number): Promise<number[]> {
  return lockLinked(tx, kind, id, PORTION)
}

/** Whether it has articles still, once it is locked itself and nobody can add any. */
export async function hasMore(tx: Tx, kind: Kind, id: number): Promise<boolean> {
  return (await lockLinked(tx, kind, id, 1)).length > 0
}

/** Step after step, each in a transaction of its own, until one has an answer. */
export async function inPortions<Result>(
  engine: Engine,
  step: (tx: Tx) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    const result = await engine.transact(step)
    if (result !== undefined) return result
  }
}

/**
 * After the links of these articles changed: each is a new version, is told of, and is indexed again soon. A working copy
 * goes on where it was: nothing of the writing changed.
 */
export async function touchArticles(tx: Tx, siteId: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const before = await lockArticle(tx, siteId, id, 'anywhere')
    const after = await saveArticle(tx, before, { updated_at: tx.now })
    if (before.working_copy === 1) {
      const copy = await findCopy(tx, siteId, id)
      if (copy?.article_version === before.version) await saveCopyBase(tx, siteId, id, after.version)
    }
    if (after.deleted_at !== null) continue
    await recordArticleEvent(tx, 'article.updated', after, before.status)
    await recordArticleChange(tx, before, after)
  }
  if (ids.length > 0) await enqueue(tx, reindexArticles, { article_ids: ids })
}
