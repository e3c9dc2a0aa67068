import type { Flag } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
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
  readonly enabled: Flag
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

/** What these comments are on, by their ids, also of those in the recycle bin. */
export async function findSubjectsOf(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SubjectId>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'article_id', 'page_id'])
    .where('site_id', '=', siteId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

interface SubjectQuery {
  readonly site: number
  readonly id: number
}

const selectArticle = prepared<SubjectQuery, Omit<CommentedArticle, 'type' | keyof SubjectId>>(
  ({ value }) => sql`select a.title, a.status, a.author_id, a.allow_comment, n.comment_count
    from articles a join article_counters n on n.article_id = a.id
    where a.site_id = ${value('site')} and a.id = ${value('id')} and a.deleted_at is null`,
)

async function findArticle(db: Db, site: number, id: number): Promise<CommentedArticle | undefined> {
  const [row] = await selectArticle(db, { site, id })
  return row && { ...row, type: 'article', article_id: id, page_id: null }
}

const selectPage = prepared<SubjectQuery, Omit<CommentedPage, 'type' | keyof SubjectId>>(
  ({ value }) => sql`select title, enabled, allow_comment, comment_count from pages
    where site_id = ${value('site')} and id = ${value('id')} and deleted_at is null`,
)

async function findPage(db: Db, site: number, id: number): Promise<CommentedPage | undefined> {
  const [row] = await selectPage(db, { site, id })
  return row && { ...row, type: 'page', article_id: null, page_id: id }
}
