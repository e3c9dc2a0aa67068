import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { boundsOf } from '../../platform/page.ts'
import { findByKeyword } from '../search/keyword.actions.ts'
import type { Sight } from './articles.policy.ts'
import { knownTotal } from './kept-totals.store.ts'
import { orderOf, readPage } from './list-pages.store.ts'
import { type Plan, planOf } from './list-plans.store.ts'
import type { ArticleQuery, Asked } from './list-query.rules.ts'

/** The ids of one page, and how many there are in all. Both are read from indexes, whatever the filters. */
export async function findArticleIds(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  page: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const asked = await askedBy(db, siteId, sight, query)
  const plan = planOf({ engine: db.engine, siteId }, sight, asked)
  const { limit, offset } = boundsOf(page)
  const total = await knownTotal(db, siteId, sight, asked)
  if (total !== undefined && total <= offset) return { ids: [], total }
  const ids = await readPage(db, plan, { limit, offset }, total)
  return { ids, total: total ?? (await countRows(db, plan)) }
}

/** Where a reading that goes through everything piece by piece has come to. */
export interface Mark {
  readonly id: number
  readonly created_at: number
}

/** The next so many from the mark on, the newest first: for work that goes through all of them. */
export async function findArticlesBefore(
  db: Db,
  siteId: number,
  sight: Sight,
  query: ArticleQuery,
  mark: Mark | undefined,
  limit: number,
): Promise<Mark[]> {
  const shelf = { engine: db.engine, siteId }
  const plan = planOf(shelf, sight, {
    ...(await askedBy(db, siteId, sight, query)),
    sort: 'create_time',
    order: 'desc',
  })
  const older = mark ? [sql<SqlBool>`(a.created_at, a.id) < (${mark.created_at}, ${mark.id})`] : []
  const where = sql.join([...plan.conditions, ...older], sql` and `)
  const { rows } = await sql<Mark>`
    select a.id, a.created_at from ${plan.source} where ${where} order by ${orderOf(plan)} limit ${limit}
  `.execute(db)
  return rows
}

async function countRows(db: Db, { source, conditions, counted }: Plan): Promise<number> {
  const rows = counted ?? sql`select 1 from ${source} where ${sql.join(conditions, sql` and `)}`
  const { rows: answers } = await sql<{
    total: number
  }>`select count(*) as total from (${rows}) as counted`.execute(db)
  return answers[0]?.total ?? 0
}

async function askedBy(
  db: Db,
  siteId: number,
  sight: Sight,
  { keyword, ...rest }: ArticleQuery,
): Promise<Asked> {
  return keyword ? { ...rest, found: await findByKeyword(db, siteId, sight, rest.status, keyword) } : rest
}
