import type { Db, Tx } from '../../database.ts'
import type { SavedViewRow } from './saved-views.table.ts'

export function findSavedViews(db: Db, siteId: number, userId: number): Promise<SavedViewRow[]> {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Replaces a view with the same name. */
export function putSavedView(
  tx: Tx,
  siteId: number,
  userId: number,
  view: { readonly name: string; readonly query: string },
): Promise<SavedViewRow> {
  return tx
    .insertInto('saved_views')
    .values({ site_id: siteId, user_id: userId, ...view, created_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'user_id', 'name']).doUpdateSet({ query: view.query }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeSavedView(tx: Tx, siteId: number, userId: number, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('saved_views')
    .where('site_id', '=', siteId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeSavedViewsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('saved_views').where('user_id', '=', userId).execute()
}

/** On all sites. */
export function findAllSavedViews(db: Db, userId: number): Promise<SavedViewRow[]> {
  return db.selectFrom('saved_views').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}
