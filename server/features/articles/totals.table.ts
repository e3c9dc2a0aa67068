import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type Generated, type RawBuilder, sql } from 'kysely'

export type TotalKind = 'site' | 'category' | 'tag' | 'author' | 'flag'

/**
 * The number of articles of each subject in each status, updated with every change and never recounted. It is the sum
 * of its parts: concurrent transactions update different ones.
 */
export interface ArticleTotalTable {
  site_id: number
  kind: TotalKind
  ref_id: number
  listed: number
  part: Generated<number>
  total: number
}

/** The number of published articles of a category, tag or author, as an expression in a query. */
export function publishedTotal(
  siteId: number | RawBuilder<number>,
  kind: TotalKind,
  refId: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql<number>`coalesce((select sum(total) from article_totals
    where site_id = ${siteId} and kind = ${sql.lit(kind)} and ref_id = ${refId} and listed = ${sql.lit(PUBLISHED)}), 0)`
}
