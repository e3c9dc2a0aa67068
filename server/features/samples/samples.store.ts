import type { Insertable, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { FLAG_IDS } from '../articles/articles.rules.ts'
import type {
  ArticleCategoryTable,
  ArticleTable,
  ArticleTagTable,
  TotalKind,
} from '../articles/articles.table.ts'
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
  const ofArticle = (kind: TotalKind, refId: RawBuilder<unknown>, condition = sql`true`) =>
    keepTotals(tx, siteId, kind, refId, sql`articles a`, condition)
  const ofLink = (kind: TotalKind, table: string, refId: string) =>
    keepTotals(
      tx,
      siteId,
      kind,
      sql.ref(`l.${refId}`),
      sql`${sql.table(table)} l join articles a on a.id = l.article_id`,
    )
  await ofArticle('site', sql.lit(0))
  await ofArticle('author', sql`a.author_id`)
  for (const [flag, id] of Object.entries(FLAG_IDS))
    await ofArticle('flag', sql.lit(id), sql`${sql.ref(`a.${flag}`)} = 1`)
  await ofLink('category', 'article_categories', 'category_id')
  await ofLink('tag', 'article_tags', 'tag_id')
}

async function keepTotals(
  tx: Tx,
  siteId: number,
  kind: TotalKind,
  refId: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
  condition = sql`true`,
): Promise<void> {
  await sql`insert into article_totals (site_id, kind, ref_id, listed, total)
    select ${siteId}, ${sql.lit(kind)}, ref_id, listed, count(*) from (
      select ${refId} as ref_id, case when a.deleted_at is null then a.status else -1 end as listed
      from ${source} where a.site_id = ${siteId} and ${condition}
    ) as counted group by ref_id, listed`.execute(tx)
}

export async function refreshStatistics(tx: Tx): Promise<void> {
  await sql`analyze`.execute(tx)
}
