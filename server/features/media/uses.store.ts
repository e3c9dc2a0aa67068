import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { MediaUse } from '@inkstone/contract/media.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { dialectOf } from '../../platform/sql/dialects.ts'
import { insertRows } from '../../platform/sql/rows.ts'
import { UPLOADS } from './addresses.rules.ts'
import type { MediaUseTable } from './media.table.ts'
import { NAMED, type NamedMedia } from './named-media.store.ts'

export interface ArticleUse extends MediaUse {
  readonly status: number
  readonly author_id: number
}

const PORTION = 500

/** Replaces the rows of one article or page. Writes nothing if nothing changed. */
export async function replaceUses(
  tx: Tx,
  type: MediaUseTable['type'],
  id: number,
  uses: readonly MediaUseTable[],
): Promise<void> {
  const mine = tx.selectFrom('media_uses').selectAll().where('type', '=', type).where('ref_id', '=', id)
  const keyOf = ({ used_as, media_id }: Pick<MediaUseTable, 'used_as' | 'media_id'>) =>
    `${used_as} ${media_id}`
  const before = new Set((await mine.execute()).map(keyOf))
  if (before.size === uses.length && uses.every((use) => before.has(keyOf(use)))) return
  await tx.deleteFrom('media_uses').where('type', '=', type).where('ref_id', '=', id).execute()
  for (let at = 0; at < uses.length; at += PORTION)
    await tx
      .insertInto('media_uses')
      .values(uses.slice(at, at + PORTION))
      .execute()
}

/** The rows of new content. */
export async function insertUses(tx: Tx, uses: readonly MediaUseTable[]): Promise<void> {
  await insertRows(tx, 'media_uses', uses)
}

/**
 * The files of the site in the texts of these articles or pages, by article or page, except those in the recycle bin. The
 * texts are the published ones and unpublished changes of them.
 */
export async function readMediaIn(
  db: Db,
  siteId: number,
  type: MediaUseTable['type'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedMedia[]>> {
  const found = new Map<number, NamedMedia[]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('media_uses as u')
    .innerJoin('media', 'media.id', 'u.media_id')
    .innerJoin('media_objects', 'media_objects.id', 'media.object_id')
    .select(['u.ref_id', ...NAMED])
    .where('u.type', '=', type)
    .where('u.used_as', '=', 'content')
    .where('u.ref_id', 'in', ids)
    .where('media.site_id', '=', siteId)
    .where('media.deleted_at', 'is', null)
    .orderBy('media.id')
    .execute()
  for (const { ref_id, ...media } of rows) found.set(ref_id, [...(found.get(ref_id) ?? []), media])
  return found
}

/**
 * Whether a published article or page shows the file, in its text or as its cover. Unpublished changes of a text use files
 * too, so the text itself is asked.
 */
export async function isShownToReaders(
  db: Db,
  siteId: number,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<boolean> {
  const article = await db
    .selectFrom('media_uses as u')
    .innerJoin('articles as a', 'a.id', 'u.ref_id')
    .select('a.id')
    .where('u.media_id', '=', id)
    .where('u.type', '=', 'article')
    .where('a.site_id', '=', siteId)
    .where('a.status', '=', PUBLISHED)
    .where('a.deleted_at', 'is', null)
    .where(({ or, ref }) => or([holds(db, ref('a.content'), name), holds(db, ref('a.cover'), name)]))
    .limit(1)
    .executeTakeFirst()
  if (article) return true
  const page = await db
    .selectFrom('media_uses as u')
    .innerJoin('pages as p', 'p.id', 'u.ref_id')
    .select('p.id')
    .where('u.media_id', '=', id)
    .where('u.type', '=', 'page')
    .where('p.site_id', '=', siteId)
    .where('p.enabled', '=', 1)
    .where('p.deleted_at', 'is', null)
    .where(({ ref }) => holds(db, ref('p.content'), name))
    .limit(1)
    .executeTakeFirst()
  return page !== undefined
}

/** Newest first, in portions: the caller continues if the actor may see few of them. */
export async function* articlesWith(db: Db, siteId: number, mediaId: number): AsyncGenerator<ArticleUse> {
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('media_uses as u')
      .innerJoin('articles as a', 'a.id', 'u.ref_id')
      .select(['a.id', 'a.title', 'a.status', 'a.author_id'])
      // A cover that is also used in the text is listed as the cover.
      .select(({ fn }) => fn.max('u.used_as').as('used_as'))
      .where('u.media_id', '=', mediaId)
      .where('u.type', '=', 'article')
      .where('u.ref_id', '<', last)
      .where('a.site_id', '=', siteId)
      .where('a.deleted_at', 'is', null)
      .groupBy(['a.id', 'a.title', 'a.status', 'a.author_id'])
      .orderBy('a.id', 'desc')
      .limit(PORTION)
      .execute()
    for (const { used_as, ...row } of rows)
      yield { type: 'article', ...row, as: used_as as 'content' | 'cover' }
    if (rows.length < PORTION) return
    last = rows.at(-1)?.id ?? 0
  }
}

export async function pagesWith(db: Db, siteId: number, mediaId: number, limit: number): Promise<MediaUse[]> {
  const rows = await db
    .selectFrom('media_uses as u')
    .innerJoin('pages as p', 'p.id', 'u.ref_id')
    .select(['p.id', 'p.title'])
    .where('u.media_id', '=', mediaId)
    .where('u.type', '=', 'page')
    .where('p.site_id', '=', siteId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id', 'desc')
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

export async function avatarsWith(
  db: Db,
  path: string,
  limit: number,
  userId: number | undefined,
): Promise<MediaUse[]> {
  const withIt = db
    .selectFrom('users')
    .select(['id', 'username', 'nickname'])
    .where('deleted_at', 'is', null)
    .where(({ ref }) => holds(db, ref('avatar'), path))
    .orderBy('id', 'desc')
    .limit(limit)
  const rows = await (userId === undefined ? withIt : withIt.where('id', '=', userId)).execute()
  return rows.map(({ id, username, nickname }) => ({
    type: 'user',
    id,
    title: nickname || username,
    as: 'avatar',
  }))
}

/** The addresses of files of ours that the categories of the site and all users show. */
export async function addressesBesideTexts(db: Db, siteId: number): Promise<string[]> {
  const isOurs = (column: Expression<string>) => holds(db, column, UPLOADS)
  const categories = await db
    .selectFrom('categories')
    .select(['cover', 'icon'])
    .where('site_id', '=', siteId)
    .where(({ or, ref }) => or([isOurs(ref('cover')), isOurs(ref('icon'))]))
    .execute()
  const users = await db
    .selectFrom('users')
    .select('avatar')
    .where('deleted_at', 'is', null)
    .where(({ ref }) => isOurs(ref('avatar')))
    .execute()
  return [...categories.flatMap(({ cover, icon }) => [cover, icon]), ...users.map(({ avatar }) => avatar)]
}

export async function nameOfSite(db: Db, id: number): Promise<string> {
  const { name } = await db.selectFrom('sites').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

function holds({ engine }: Db, column: Expression<string>, text: string): RawBuilder<SqlBool> {
  return dialectOf(engine).containsText(sql`${column}`, text)
}
