import type { Insertable } from 'kysely'
import type { Tx } from '../../database.ts'
import type { ArticleCategoryTable, ArticleTable, ArticleTagTable } from '../articles/articles.table.ts'
import type { CategoryTable } from '../categories/categories.table.ts'
import type { ArticleCounterTable } from '../counters/counters.table.ts'
import type { TagTable } from '../tags/tags.table.ts'

/** Writes sample content in batches: one by one it would take many minutes. */

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

export async function readHighestArticleId(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('articles')
    .select(({ fn, val }) => fn.coalesce(fn.max('id'), val(0)).as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
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
