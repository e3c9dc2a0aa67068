import type { Tx } from '../../database.ts'
import { countPageComments } from '../pages/pages.actions.ts'
import { moveArticleCount } from './comments.store.ts'
import { type CountMove, orderedMoves } from './subjects.rules.ts'

/** Updates the stored counts of approved comments. */
export async function moveCounts(tx: Tx, siteId: number, moves: readonly CountMove[]): Promise<void> {
  for (const { subject, by } of orderedMoves(moves)) {
    if (subject.article_id !== null) await moveArticleCount(tx, subject.article_id, by)
    else if (subject.page_id !== null) await countPageComments(tx, siteId, subject.page_id, by)
  }
}
