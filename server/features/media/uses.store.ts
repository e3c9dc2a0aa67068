import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'

export interface MediaUse {
  readonly type: 'article' | 'page' | 'category'
  readonly id: number
  readonly title: string
  readonly as: 'content' | 'cover' | 'icon'
}
export interface ArticleUse extends MediaUse {
  readonly status: number
  readonly author_id: number
}

/** Reading a hundred thousand texts in one statement would keep everybody else waiting. */
const PIECE = 2_000

export async function* articlesWith(db: Db, siteId: number, path: string): AsyncGenerator<ArticleUse> {
  const newest = await db
    .selectFrom('articles')
    .select('id')
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  for (let last = newest?.id ?? 0; last > 0; last -= PIECE) {
    const rows = await db
      .selectFrom('articles')
      .select(({ ref }) => [
        'id',
        'title',
        'status',
        'author_id',
        holds(db, ref('cover'), path).as('is_cover'),
      ])
      .where('site_id', '=', siteId)
      .where('id', '<=', last)
      .where('id', '>', last - PIECE)
      .where('deleted_at', 'is', null)
      .where(({ or, ref }) => or([holds(db, ref('cover'), path), holds(db, ref('content'), path)]))
      .orderBy('id', 'desc')
      .execute()
    for (const { is_cover, ...row } of rows)
      yield { type: 'article', ...row, as: is_cover ? 'cover' : 'content' }
  }
}

export async function pagesWith(db: Db, siteId: number, path: string, limit: number): Promise<MediaUse[]> {
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'title'])
    .where('site_id', '=', siteId)
    .where('deleted_at', 'is', null)
    .where(({ ref }) => holds(db, ref('content'), path))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ type: 'page', ...row, as: 'content' }))
}

export async function categoriesWith(
  db: Db,
  siteId: number,
  path: string,
  limit: number,
): Promise<MediaUse[]> {
  const rows = await db
    .selectFrom('categories')
    .select(({ ref }) => ['id', 'name', holds(db, ref('cover'), path).as('is_cover')])
    .where('site_id', '=', siteId)
    .where(({ or, ref }) => or([holds(db, ref('cover'), path), holds(db, ref('icon'), path)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, is_cover }) => ({
    type: 'category',
    id,
    title: name,
    as: is_cover ? 'cover' : 'icon',
  }))
}

function holds({ engine }: Db, column: Expression<string>, text: string) {
  return engine === 'sqlite'
    ? sql<SqlBool>`instr(${column}, ${text}) > 0`
    : sql<SqlBool>`strpos(${column}, ${text}) > 0`
}
