import type { Db, Tx } from '../../database.ts'
import { type Issue, Problem } from '../../platform/core/problem.ts'
import { together } from '../../platform/sql/together.ts'
import type { Links } from './articles.rules.ts'
import { defaultCategoryOf, lockExisting, lockTargets, readLinks } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'

export const linksOf: (db: Db, articleId: number) => Promise<Links> = readLinks

/** Linked categories and tags must exist in this site. Returns the names of the tags. */
export async function requireTargets(
  tx: Tx,
  siteId: number,
  categoryId: number,
  { categoryIds, tagIds }: Links,
): Promise<string[]> {
  const [categories, tags] = await together(
    lockExisting(tx, 'categories', siteId, [categoryId, ...categoryIds]),
    lockExisting(tx, 'tags', siteId, tagIds),
  )
  const wrong = new Map<string, Issue[]>()
  if (!categories.has(categoryId)) wrong.set('category_id', [{ name: 'unknown' }])
  for (const [field, ids, existing] of [
    ['category_ids', categoryIds, categories],
    ['tag_ids', tagIds, tags],
  ] as const) {
    const values = ids.filter((id) => !existing.has(id)).join(', ')
    if (values !== '') wrong.set(field, [{ name: 'unknown-ids', fill: { values } }])
  }
  if (wrong.size > 0) throw new Problem('invalid', { fields: wrong })
  return tagIds.map((id) => tags.get(id) ?? '')
}

/**
 * The links of an article, with their categories and tags locked: a concurrent merge waits or has ended, and then the
 * links are its result.
 */
export async function lockLinks(tx: Tx, article: ArticleRow): Promise<Links> {
  const [, links] = await together(lockTargets(tx, article.id), readLinks(tx, article.id))
  return links
}

/** The links of an earlier version that still exist; the default category of the site if the main category does not. */
export async function existingLinks(
  tx: Tx,
  siteId: number,
  wanted: { category_id: number; category_ids: readonly number[]; tag_ids: readonly number[] },
): Promise<{ category_id: number; category_ids: number[]; tag_ids: number[] }> {
  const categories = await lockExisting(tx, 'categories', siteId, [
    wanted.category_id,
    ...wanted.category_ids,
  ])
  const tags = await lockExisting(tx, 'tags', siteId, wanted.tag_ids)
  return {
    category_id: categories.has(wanted.category_id)
      ? wanted.category_id
      : await defaultCategoryOf(tx, siteId),
    category_ids: wanted.category_ids.filter((id) => categories.has(id)),
    tag_ids: wanted.tag_ids.filter((id) => tags.has(id)),
  }
}
