import type { CommentOrder } from '@inkstone/contract/comments.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import { Problem } from '../../platform/problem.ts'
import { canSee } from '../articles/articles.policy.ts'
import { asTrees, type Branch } from './comments.rules.ts'
import { findCommentedArticle } from './comments.store.ts'
import { countThreads, findThreads, type ThreadRow } from './reading.store.ts'

/** The approved comments of an article that allows them; where it or the site does not, there are none to see. */
export async function readComments(
  db: Db,
  actor: Actor,
  articleId: number,
  order: CommentOrder,
  page: PageQuery,
): Promise<{ rows: Branch<ThreadRow>[]; total: number; threads: number }> {
  const article = await findCommentedArticle(db, actor.siteId, articleId)
  if (!article || !canSee(actor, article)) throw new Problem('article-not-found')
  if (actor.site.settings.comment_enabled === 0 || article.allow_comment === 0)
    return { rows: [], total: 0, threads: 0 }
  const rows = await findThreads(db, actor.siteId, articleId, order, page)
  const told = rows.find(({ parent_id }) => parent_id === null)?.threads
  const threads = told ?? (page.page === 1 ? 0 : await countThreads(db, articleId))
  return { rows: asTrees(rows, order), total: article.comment_count, threads }
}
