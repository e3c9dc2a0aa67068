import type { CommentOrder } from '@inkstone/contract/comments.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/page.ts'

export interface ThreadRow {
  readonly id: number
  readonly parent_id: number | null
  readonly content: string
  readonly user_id: number | null
  readonly nickname: string
  readonly is_site: number
  readonly like_count: number
  readonly created_at: number
  readonly username: string | null
  readonly user_nickname: string | null
  readonly avatar: string | null
}

const ORDERS: ReadonlyMap<CommentOrder, string> = new Map([
  ['latest', 'id desc'],
  ['oldest', 'id'],
  ['hot', 'like_count desc, id desc'],
])

/**
 * A page of top-level comments and all that stands under them, in one statement. The conditions are those of the
 * partial indexes, word for word, as literals: SQLite does not use such an index for a parameter. Left to itself it
 * walks the comments of the whole site: the plus signs keep it from the indexes of the moderators' queue, and the
 * cross joins from beginning with the comments instead of the page. To PostgreSQL both mean nothing.
 */
export async function findThreads(
  db: Db,
  siteId: number,
  articleId: number,
  order: CommentOrder,
  page: PageQuery,
): Promise<ThreadRow[]> {
  const { limit, offset } = boundsOf(page)
  const { rows } = await sql<ThreadRow>`
    with top as (
      select id from comments
      where article_id = ${articleId} and +site_id = ${siteId}
        and parent_id is null and status = 1 and deleted_at is null
      order by ${sql.raw(ORDERS.get(order) ?? 'id desc')} limit ${limit} offset ${offset}
    ), thread as (
      select id from top
      union all
      select c.id from top cross join comments c
      where c.root_id = top.id and c.root_id is not null and +c.status = 1 and c.deleted_at is null
    )
    select c.id, c.parent_id, c.content, c.user_id, c.nickname, c.is_site, c.like_count, c.created_at,
      u.username, u.nickname as user_nickname, u.avatar
    from thread cross join comments c left join users u on u.id = c.user_id
    where c.id = thread.id order by c.id`.execute(db)
  return rows
}
