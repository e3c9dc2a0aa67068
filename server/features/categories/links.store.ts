import type { Db, Tx } from '../../database.ts'

const IN_RECYCLE_BIN = -1

/** Articles outside the recycle bin. Those inside do not prevent deletion. */
export async function hasArticles(db: Db, categoryId: number): Promise<boolean> {
  const link = await db
    .selectFrom('article_categories')
    .select('article_id')
    .where('category_id', '=', categoryId)
    .where('listed', '>', IN_RECYCLE_BIN)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** Each article is in the target once. The target is its main category if either was. */
export async function moveArticles(
  tx: Tx,
  siteId: number,
  fromId: number,
  toId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const linkedTo = (categoryId: number) =>
    tx
      .selectFrom('article_categories')
      .select('article_id')
      .where('category_id', '=', categoryId)
      .where('article_id', 'in', ids)
  await tx
    .updateTable('article_categories')
    .set({ is_main: 1 })
    .where('category_id', '=', toId)
    .where('article_id', 'in', linkedTo(fromId).where('is_main', '=', 1))
    .execute()
  await tx
    .deleteFrom('article_categories')
    .where('category_id', '=', fromId)
    .where('article_id', 'in', linkedTo(toId))
    .execute()
  await tx
    .updateTable('article_categories')
    .set({ category_id: toId })
    .where('category_id', '=', fromId)
    .where('article_id', 'in', ids)
    .execute()
  await tx
    .updateTable('articles')
    .set({ category_id: toId })
    .where('site_id', '=', siteId)
    .where('category_id', '=', fromId)
    .where('id', 'in', ids)
    .execute()
}

export async function dropSecondaryLinks(tx: Tx, categoryId: number): Promise<void> {
  await tx
    .deleteFrom('article_categories')
    .where('category_id', '=', categoryId)
    .where('is_main', '=', 0)
    .execute()
}
