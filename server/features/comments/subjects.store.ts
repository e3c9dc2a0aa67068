import type { Db } from '../../database.ts'
import type { SubjectId } from './subjects.rules.ts'

interface Shared extends SubjectId {
  readonly title: string
  readonly allow_comment: number
  /** Approved comments. */
  readonly comment_count: number
}
interface CommentedArticle extends Shared {
  readonly type: 'article'
  readonly status: number
  readonly author_id: number
}
interface CommentedPage extends Shared {
  readonly type: 'page'
  readonly enabled: number
}
/** An article or page with the fields that the comment rules need. */
export type Subject = CommentedArticle | CommentedPage

/** Undefined if it does not exist or is in the recycle bin. */
export async function findSubject(
  db: Db,
  siteId: number,
  { article_id, page_id }: SubjectId,
): Promise<Subject | undefined> {
  if (article_id !== null) return findArticle(db, siteId, article_id)
  return page_id === null ? undefined : findPage(db, siteId, page_id)
}

async function findArticle(db: Db, siteId: number, id: number): Promise<CommentedArticle | undefined> {
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('article_counters as n', 'n.article_id', 'a.id')
    .select(['a.title', 'a.status', 'a.author_id', 'a.allow_comment', 'n.comment_count'])
    .where('a.site_id', '=', siteId)
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, type: 'article', article_id: id, page_id: null }
}

async function findPage(db: Db, siteId: number, id: number): Promise<CommentedPage | undefined> {
  const row = await db
    .selectFrom('pages')
    .select(['title', 'enabled', 'allow_comment', 'comment_count'])
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, type: 'page', article_id: null, page_id: id }
}
