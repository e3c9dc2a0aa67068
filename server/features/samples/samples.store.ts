import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import type { ArticleCategoryTable, ArticleTable, ArticleTagTable } from '../articles/articles.table.ts'
import type { CategoryTable } from '../categories/categories.table.ts'
import type { ArticleCounterTable } from '../counters/counters.table.ts'
import type { TagTable } from '../tags/tags.table.ts'

/** Sample content is written in whole batches: article by article would take many minutes. */

export async function insertCategories(tx: Tx, rows: Insertable<CategoryTable>[]): Promise<number[]> {
  const made = await tx
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['site_id', 'alias']).doUpdateSet({ updated_at: tx.now }))
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

export async function insertTags(
  tx: Tx,
  rows: Insertable<TagTable>[],
): Promise<{ id: number; name: string }[]> {
  return tx
    .insertInto('tags')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['site_id', 'alias']).doUpdateSet({ updated_at: tx.now }))
    .returning(['id', 'name'])
    .execute()
}

export async function insertArticles(tx: Tx, rows: Insertable<ArticleTable>[]): Promise<number[]> {
  const made = await tx.insertInto('articles').values(rows).returning('id').execute()
  return made.map(({ id }) => id).sort((one, other) => one - other)
}

export async function insertLinks(
  tx: Tx,
  categories: Insertable<ArticleCategoryTable>[],
  tags: Insertable<ArticleTagTable>[],
  counters: Insertable<ArticleCounterTable>[],
): Promise<void> {
  await tx.insertInto('article_categories').values(categories).execute()
  if (tags.length > 0) await tx.insertInto('article_tags').values(tags).execute()
  await tx.insertInto('article_counters').values(counters).execute()
}

/** Counts the kept totals of a site anew, from the rows themselves. */
export async function recountTotals(tx: Tx, siteId: number): Promise<void> {
  await tx.deleteFrom('article_totals').where('site_id', '=', siteId).execute()
  await sql`insert into article_totals (site_id, kind, ref_id, listed, total)
    select ${siteId}, 'site', 0, listed, count(*) from article_counters where site_id = ${siteId} group by listed`.execute(
    tx,
  )
  for (const [kind, table, column] of [
    ['category', 'article_categories', 'category_id'],
    ['tag', 'article_tags', 'tag_id'],
  ] as const)
    await sql`insert into article_totals (site_id, kind, ref_id, listed, total)
      select ${siteId}, ${sql.lit(kind)}, ${sql.ref(`l.${column}`)}, l.listed, count(*)
      from ${sql.table(table)} l join article_counters c on c.article_id = l.article_id
      where c.site_id = ${siteId} group by ${sql.ref(`l.${column}`)}, l.listed`.execute(tx)
}

export async function refreshStatistics(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx)
}
