import type { Db } from '../../database.ts'

const joined = (db: Db, siteId: number) =>
  db
    .selectFrom('comments as c')
    .leftJoin('articles as a', 'a.id', 'c.article_id')
    .leftJoin('pages as p', 'p.id', 'c.page_id')
    .innerJoin('sites as s', 's.id', 'c.site_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('comments as q', 'q.id', 'c.answers_id')
    .select([
      'c.id',
      'c.article_id',
      'c.page_id',
      'c.root_id',
      'c.user_id',
      'c.nickname',
      'c.email',
      'c.language',
      'c.is_site',
      'c.content',
      'c.status',
      'c.reason',
      'c.deleted_at',
      'a.title as article_title',
      'a.alias as article_alias',
      'a.status as article_status',
      'a.deleted_at as article_deleted_at',
      'p.title as page_title',
      'p.alias as page_alias',
      'p.enabled as page_enabled',
      'p.deleted_at as page_deleted_at',
      'a.author_id',
      's.name as site_name',
      's.settings as site_settings',
      'u.nickname as user_nickname',
      'u.username',
      'q.user_id as answered_user_id',
      'q.nickname as answered_nickname',
      'q.email as answered_email',
      'q.language as answered_language',
      'q.status as answered_status',
      'q.deleted_at as answered_deleted_at',
    ])
    .where('c.site_id', '=', siteId)

/** A comment with everything needed for a message or e-mail about it. */
export type CommentContext = Awaited<ReturnType<ReturnType<typeof joined>['executeTakeFirstOrThrow']>>

export async function readCommentContext(
  db: Db,
  siteId: number,
  id: number,
): Promise<CommentContext | undefined> {
  return joined(db, siteId).where('c.id', '=', id).executeTakeFirst()
}

export async function readMailboxes(db: Db, userIds: readonly number[]) {
  if (userIds.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'email', 'nickname', 'username', 'language', 'role'])
    .where('id', 'in', userIds)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
}
