import type { Tx } from '../../database.ts'
import { type Actor, authorizeActor } from '../../platform/core/actor.ts'
import { invalid } from '../../platform/core/problem.ts'
import { canAssign } from '../article-rights/articles.policy.ts'
import { userExists } from '../users/users.actions.ts'
import type { PreparedChanges } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import { timeAfter } from './times.rules.ts'

type Authorship = Pick<ArticleRow, 'author_id' | 'created_at'>

/** Author and creation time, which an administrator may change. Sending the current values is not a change. */
export async function authorshipAfter(
  tx: Tx,
  actor: Actor,
  before: Authorship,
  { author_id = before.author_id, create_time = before.created_at }: PreparedChanges,
): Promise<Authorship> {
  const created_at = timeAfter(before.created_at, create_time)
  if (author_id === before.author_id && created_at === before.created_at) return { author_id, created_at }
  authorizeActor(actor, canAssign)
  if (created_at > tx.now) throw invalid('create_time', 'future-time')
  if (author_id !== before.author_id && !(await userExists(tx, author_id)))
    throw invalid('author_id', 'unknown')
  return { author_id, created_at }
}
