import { type MediaType, mediaTypes } from '@inkstone/contract/media.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { dialectOf } from '../../platform/sql/dialects.ts'
import { beginsWith, containsInAnyCase } from '../../platform/sql/like.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { MediaObjectRow, MediaObjectTable, MediaRow, MediaTable } from './media.table.ts'

const FACTS = ['hash', 'extension', 'mime_type', 'size', 'width', 'height', 'blur_placeholder'] as const

/** A record with details of its stored file and its uploader. */
export type WholeMedia = MediaRow &
  Pick<MediaObjectRow, (typeof FACTS)[number]> & { username: string | null; nickname: string | null }

function living(db: Db, siteId: number) {
  return db
    .selectFrom('media')
    .innerJoin('media_objects', 'media_objects.id', 'media.object_id')
    .leftJoin('users', 'users.id', 'media.uploader_id')
    .where('media.site_id', '=', siteId)
    .where('media.deleted_at', 'is', null)
}

export interface MediaFilters {
  readonly type?: string
  readonly keyword?: string
  readonly uploaderId?: number
  readonly used?: UseFilter
}

interface UseFilter {
  readonly wanted: boolean
  /** Files that are used by something that has no rows in `media_uses`. */
  readonly otherNames: readonly string[]
}

export async function findMedia(
  db: Db,
  siteId: number,
  filters: MediaFilters,
  page: PageQuery,
): Promise<Found<WholeMedia>> {
  const { limit, offset } = boundsOf(page)
  const found = filtered(db, siteId, filters)
  const rows = await found
    .selectAll('media')
    .select(FACTS)
    .select(['users.username', 'users.nickname'])
    .orderBy('media.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

function filtered(db: Db, siteId: number, { type, keyword, uploaderId, used }: MediaFilters) {
  let found = living(db, siteId)
  if (type !== undefined)
    found = isMediaType(type) ? found.where('media.type', '=', type) : found.where('mime_type', '=', type)
  if (uploaderId !== undefined) found = found.where('media.uploader_id', '=', uploaderId)
  if (keyword)
    found = found.where(({ or, ref }) =>
      or(
        (['media.filename', 'media.title', 'media.alt'] as const).map((column) =>
          containsInAnyCase(db, ref(column), keyword),
        ),
      ),
    )
  if (used) {
    const isUsed = inUse(db, used.otherNames)
    found = found.where(({ not }) => (used.wanted ? isUsed : not(isUsed)))
  }
  return found
}

function inUse({ engine }: Db, otherNames: readonly string[]): Expression<SqlBool> {
  const { isAmong, listOf } = dialectOf(engine)
  const inTexts = sql<SqlBool>`exists (select 1 from media_uses where media_id = media.id)`
  if (otherNames.length === 0) return inTexts
  return sql<SqlBool>`(${inTexts} or ${isAmong(sql`media.name`, sql`${listOf(otherNames)}`)})`
}

function isMediaType(text: string): text is MediaType {
  return (mediaTypes as readonly string[]).includes(text)
}

export async function readMedia(db: Db, siteId: number, id: number): Promise<WholeMedia> {
  const row = await living(db, siteId)
    .where('media.id', '=', id)
    .selectAll('media')
    .select(FACTS)
    .select(['users.username', 'users.nickname'])
    .executeTakeFirst()
  if (!row) throw new Problem('media-not-found')
  return row
}

/** The public name of a file; undefined if it is in the recycle bin or no longer exists. */
export async function findName(db: Db, siteId: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('media')
    .select('name')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.name
}

export async function lockMedia(tx: Tx, siteId: number, id: number): Promise<MediaRow> {
  const query = tx
    .selectFrom('media')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  const row = await forUpdate(tx, query).executeTakeFirst()
  if (!row) throw new Problem('media-not-found')
  return row
}

export async function insertMedia(
  tx: Tx,
  media: Omit<Insertable<MediaTable>, 'created_at' | 'updated_at' | 'deleted_at' | 'deleted_by'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('media')
    .values({ ...media, created_at: tx.now, updated_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveMedia(
  tx: Tx,
  siteId: number,
  id: number,
  changes: Updateable<MediaTable>,
): Promise<void> {
  await tx
    .updateTable('media')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** The file of a public name, on any site: anyone who knows the name may read it. */
export async function findServed(
  db: Db,
  name: string,
): Promise<(MediaObjectRow & { filename: string }) | undefined> {
  return db
    .selectFrom('media')
    .innerJoin('media_objects', 'media_objects.id', 'media.object_id')
    .innerJoin('sites', 'sites.id', 'media.site_id')
    .selectAll('media_objects')
    .select('media.filename')
    .where('media.name', '=', name)
    .where('media.deleted_at', 'is', null)
    .where('sites.enabled', '=', 1)
    .executeTakeFirst()
}

export async function knowsObject(db: Db, hash: string, extension: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_objects')
    .select('id')
    .where('hash', '=', hash)
    .where('extension', '=', extension)
    .executeTakeFirst()
  return row !== undefined
}

export async function findObject(db: Db, id: number): Promise<MediaObjectRow | undefined> {
  return db.selectFrom('media_objects').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locked, so that it is not purged before the new record exists. */
export async function lockObject(
  tx: Tx,
  hash: string,
  extension: string,
): Promise<MediaObjectRow | undefined> {
  const query = tx
    .selectFrom('media_objects')
    .selectAll()
    .where('hash', '=', hash)
    .where('extension', '=', extension)
  return forUpdate(tx, query).executeTakeFirst()
}

/** Undefined if someone else has just stored the same content. */
export async function insertObject(
  tx: Tx,
  object: Omit<Insertable<MediaObjectTable>, 'created_at'>,
): Promise<MediaObjectRow | undefined> {
  return tx
    .insertInto('media_objects')
    .values({ ...object, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['hash', 'extension']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function claims(db: Db, storageKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_objects')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
  return row !== undefined
}

/** All objects in portions, by id. */
export async function* objectsInPortions(db: Db, size: number): AsyncGenerator<MediaObjectRow[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('media_objects')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(size)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id ?? last
  }
}

/** Whether a job with this key prefix is waiting or running. */
export async function isToBeRemoved(db: Db, beginningOfKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where(({ ref }) => beginsWith(ref('unique_key'), beginningOfKey))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Identical files share one object, which is counted once. */
export async function countStored(db: Db, siteId: number): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select cast(coalesce(sum(files), 0) as bigint) as files, cast(coalesce(sum(size), 0) as bigint) as bytes
    from (select o.size, count(*) as files from media m join media_objects o on o.id = m.object_id
      where m.site_id = ${siteId} and m.deleted_at is null group by o.id, o.size) as stored`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

const MAX_LISTED = 10_000

/** The uploads of a user on all sites, including the recycle bin. */
export async function findByUploader(
  db: Db,
  uploaderId: number,
): Promise<{ id: number; site_id: number; title: string }[]> {
  return db
    .selectFrom('media')
    .select(['id', 'site_id', 'filename as title'])
    .where('uploader_id', '=', uploaderId)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
}
