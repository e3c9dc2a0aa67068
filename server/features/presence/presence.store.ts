import type { Tx } from '../../database.ts'

interface Here {
  readonly siteId: number
  readonly articleId: number
  readonly userId: number
}

/** A user who was away for too long starts again. */
export async function putPresence(tx: Tx, here: Here, staleBefore: number): Promise<void> {
  await tx
    .deleteFrom('article_presence')
    .where('article_id', '=', here.articleId)
    .where('seen_at', '<', staleBefore)
    .execute()
  await tx
    .insertInto('article_presence')
    .values({
      article_id: here.articleId,
      user_id: here.userId,
      site_id: here.siteId,
      since: tx.now,
      seen_at: tx.now,
    })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doUpdateSet({ seen_at: tx.now }))
    .execute()
}

export function findOthers(tx: Tx, { siteId, articleId, userId }: Here) {
  return tx
    .selectFrom('article_presence as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.username', 'u.nickname', 'p.since'])
    .where('p.site_id', '=', siteId)
    .where('p.article_id', '=', articleId)
    .where('p.user_id', '<>', userId)
    .orderBy('p.since')
    .orderBy('u.id')
    .execute()
}

export async function removePresence(tx: Tx, { siteId, articleId, userId }: Here): Promise<void> {
  await tx
    .deleteFrom('article_presence')
    .where('site_id', '=', siteId)
    .where('article_id', '=', articleId)
    .where('user_id', '=', userId)
    .execute()
}

export async function removeStale(tx: Tx, staleBefore: number): Promise<void> {
  await tx.deleteFrom('article_presence').where('seen_at', '<', staleBefore).execute()
}
