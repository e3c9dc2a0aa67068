import type { CommentOrder } from '@inkstone/contract/comments.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import { seePage } from '../pages/pages.actions.ts'
import { canSeeSubject } from './comments.policy.ts'
import { asTrees, type Branch, THREADS_ON_PAGE } from './comments.rules.ts'
import type { CommentRow } from './comments.table.ts'
import { countThreads, countThreadsUpTo, findThreads, type ThreadRow } from './reading.store.ts'
import { onPage, type SubjectId } from './subjects.rules.ts'
import { findSubject, findSubjectsOf, type Subject } from './subjects.store.ts'

export interface ReadThreads {
  readonly rows: Branch<ThreadRow>[]
  readonly total: number
  /** The number of top-level comments, by which pages are counted. */
  readonly threads: number
}

/** The approved comments of an article or page. Empty if it or the site does not allow comments. */
export async function readComments(
  db: Db,
  actor: Actor,
  id: SubjectId,
  order: CommentOrder,
  page: PageQuery,
): Promise<ReadThreads> {
  const subject = await findSubject(db, actor.siteId, id)
  if (!subject || !canSeeSubject(actor, subject))
    throw new Problem(id.page_id === null ? 'article-not-found' : 'page-not-found')
  return readThreads(db, actor, id, subject, order, page)
}

/** The same for a subject that was read before. */
export async function readThreads(
  db: Db,
  actor: Actor,
  id: SubjectId,
  { allow_comment, comment_count }: Pick<Subject, 'allow_comment' | 'comment_count'>,
  order: CommentOrder,
  page: PageQuery,
): Promise<ReadThreads> {
  if (actor.site.settings.comment_enabled === 0 || allow_comment === 0)
    return { rows: [], total: 0, threads: 0 }
  const { rows, threads } = await findThreads(db, actor.siteId, id, order, page)
  const isPastEnd = rows.length === 0 && page.page > 1
  return {
    rows: asTrees(rows, order),
    total: comment_count,
    threads: isPastEnd ? await countThreads(db, id) : threads,
  }
}

/** The same for a page, by its alias or id. */
export async function readPageComments(
  db: Db,
  actor: Actor,
  name: string,
  order: CommentOrder,
  page: PageQuery,
): Promise<ReadThreads> {
  const { id } = await seePage(db, actor, name)
  return readComments(db, actor, onPage(id), order, page)
}

/** The page of the public site's comments that shows this comment. */
export async function pageWithComment(
  db: Db,
  comment: Pick<CommentRow, 'id' | 'root_id'> & SubjectId,
): Promise<number> {
  const threads = await countThreadsUpTo(db, comment, comment.root_id ?? comment.id)
  return Math.max(1, Math.ceil(threads / THREADS_ON_PAGE))
}

/** What comments are on, for the feed of changes. */
export const subjectsOfComments: typeof findSubjectsOf = findSubjectsOf
