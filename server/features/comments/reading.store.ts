import type { CommentOrder } from '@inkstone/contract/comments.ts'
import type { Flag, PageQuery } from '@inkstone/contract/schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/core/page.ts'
import { prepared, type StatementBuilder } from '../../platform/sql/prepared.ts'
import type { SubjectId } from './subjects.rules.ts'

export interface ThreadRow {
  readonly id: number
  readonly parent_id: number | null
  readonly content: string
  readonly user_id: number | null
  readonly nickname: string
  readonly is_site: Flag
  readonly like_count: number
  readonly created_at: number
  readonly username: string | null
  readonly user_nickname: string | null
  readonly avatar: string | null
}

const ORDERS: ReadonlyMap<CommentOrder, string> = new Map([
  ['latest', 'subject desc, id desc'],
  ['oldest', 'subject, id'],
  ['hot', 'subject desc, like_count desc, id desc'],
])

const SHOWN =
  sql.raw(`c.id, c.parent_id, c.content, c.user_id, c.nickname, c.is_site, c.like_count, c.created_at,
      u.username, u.nickname as user_nickname, u.avatar`)

type Kind = 'article_id' | 'page_id'
interface ThreadQuery {
  readonly subject: number
  readonly limit: number
  readonly offset: number
}
interface TopLevel {
  readonly id: number
  /** The total number of top-level comments, by which pages are counted. */
  readonly threads: number
}
/** The statements, by the kind of the subject and the order. */
const topLevel = new Map<string, ReturnType<typeof prepared<ThreadQuery, TopLevel>>>()

/**
 * A page of top-level comments with all replies, by id. Two statements: in one, SQLite takes ten times as long for an
 * article without comments, and most have none.
 */
export async function findThreads(
  db: Db,
  siteId: number,
  { article_id, page_id }: SubjectId,
  order: CommentOrder,
  page: PageQuery,
): Promise<{ readonly rows: readonly ThreadRow[]; readonly threads: number }> {
  const kind: Kind = page_id === null ? 'article_id' : 'page_id'
  const name = `${kind} ${order}`
  const known = topLevel.get(name)
  const statement = known ?? prepared(topLevelIn(kind, order))
  if (!known) topLevel.set(name, statement)
  const { limit, offset } = boundsOf(page)
  const found = await statement(db, { subject: article_id ?? page_id ?? 0, limit, offset })
  const [first] = found
  if (!first) return { rows: [], threads: 0 }
  const rows = await selectThreads(db, { site: siteId, roots: found.map(({ id }) => id) })
  return { rows: [...rows].sort((one, other) => one.id - other.id), threads: first.threads }
}

/**
 * The plan does not depend on table statistics. The conditions equal those of the partial indexes and are literals,
 * because SQLite does not use a partial index for a parameter. The article as a range leaves PostgreSQL only the index
 * that has both columns; with an equality it might scan the ids of all comments until a page is full.
 */
function topLevelIn(kind: Kind, order: CommentOrder) {
  const ordered = sql.raw((ORDERS.get(order) ?? 'id desc').replace('subject', kind))
  return ({ value }: StatementBuilder<ThreadQuery>) => sql<TopLevel>`
    select id, (select count(*) from comments where ${topLevelOf(kind, value('subject'))}) as threads
    from comments where ${topLevelOf(kind, value('subject'))}
    order by ${ordered} limit ${value('limit')} offset ${value('offset')}`
}

/** The plus signs keep SQLite from using the indexes of the moderation queue. */
const selectThreads = prepared<{ site: number; roots: readonly number[] }, ThreadRow>(
  ({ value, isAmong }) => sql<ThreadRow>`
    select ${SHOWN} from comments c left join users u on u.id = c.user_id
    where ${isAmong(sql`c.id`, 'roots')}
      and +c.status = 1 and c.deleted_at is null and +c.site_id = ${value('site')}
    union all
    select ${SHOWN} from comments c left join users u on u.id = c.user_id
    where ${isAmong(sql`c.root_id`, 'roots')} and c.root_id is not null
      and +c.status = 1 and c.deleted_at is null and +c.site_id = ${value('site')}`,
)

/** For a page past the end, which has no row with the total. */
export async function countThreads(db: Db, { article_id, page_id }: SubjectId): Promise<number> {
  const kind: Kind = page_id === null ? 'article_id' : 'page_id'
  const subject = sql`${article_id ?? page_id}`
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from comments where ${topLevelOf(kind, subject)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The number of top-level comments up to this one, the oldest first. */
export async function countThreadsUpTo(
  db: Db,
  { article_id, page_id }: SubjectId,
  root: number,
): Promise<number> {
  const kind: Kind = page_id === null ? 'article_id' : 'page_id'
  const subject = sql`${article_id ?? page_id}`
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from comments where ${topLevelOf(kind, subject)} and id <= ${root}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The conditions equal those of the partial indexes. Articles and pages have their own. */
function topLevelOf(kind: Kind, subject: RawBuilder<unknown>) {
  const rest = sql`parent_id is null and status = 1 and deleted_at is null`
  return kind === 'article_id'
    ? sql`article_id between ${subject} and ${subject} and ${rest}`
    : sql`page_id between ${subject} and ${subject} and page_id is not null and ${rest}`
}
