import type { Tx } from '../../database.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import { snapshotOf } from './revisions.rules.ts'
import { insertRevision } from './revisions.store.ts'

/** Keeps the writing that a change is about to replace, with who wrote it and when. */
export async function keepRevision(
  tx: Tx,
  article: ArticleRow,
  links: { categoryIds: readonly number[]; tagIds: readonly number[] },
): Promise<void> {
  await insertRevision(tx, {
    article_id: article.id,
    site_id: article.site_id,
    saved_by: article.written_by,
    token_id: article.written_token_id,
    saved_at: article.written_at,
    snapshot: JSON.stringify(snapshotOf(article, links)),
  })
}
