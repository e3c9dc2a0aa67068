import type { Engine, Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { reindexArticles } from '../search-index/indexing.actions.ts'
import { lockArticle, saveArticle } from './articles.store.ts'
import { findCopy, saveCopyBase } from './copies.store.ts'
import { isLinked, lockLinked } from './links.store.ts'
import { recordArticleChange, recordArticleEvent } from './recording.actions.ts'

/** The number of articles changed in one transaction of a merge or deletion, so that other writers get a turn. */
const PORTION = 50

type Kind = 'category' | 'tag'

/** Some articles of a category or tag, locked before it, in the same order as an edit locks them. */
export async function lockPortion(tx: Tx, kind: Kind, id: number): Promise<number[]> {
  return lockLinked(tx, kind, id, PORTION)
}

/**
 * Whether it still has articles. It is locked, so none are added. Locking one of them now would be the wrong order: an
 * edit that holds it may be waiting for the category or tag.
 */
export const hasMore: (tx: Tx, kind: Kind, id: number) => Promise<boolean> = isLinked

/** Runs steps, each in its own transaction, until one returns a result. */
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
 * After the links of these articles changed: each gets a new version, is recorded in the feed and reindexed soon.
 * Working copies stay valid, because the content did not change.
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
