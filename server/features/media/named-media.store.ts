import type { Db } from '../../database.ts'
import type { WholeMedia } from './media.store.ts'

/** The fields of a file that texts and covers show. */
export const NAMED = [
  'media.id',
  'media.name',
  'media.alt',
  'media.focus_x',
  'media.focus_y',
  'media.deleted_at',
  'mime_type',
  'size',
  'width',
  'height',
  'blur_placeholder',
] as const

const MAX_NAMES_PER_QUERY = 500

export type NamedMedia = Pick<
  WholeMedia,
  | 'id'
  | 'name'
  | 'alt'
  | 'focus_x'
  | 'focus_y'
  | 'deleted_at'
  | 'mime_type'
  | 'size'
  | 'width'
  | 'height'
  | 'blur_placeholder'
>

/**
 * The records with these names, including the recycle bin. Without a site of any site, to find out whether an address is
 * one of ours: what a record says is for its own site.
 */
export async function findByNames(db: Db, names: readonly string[], siteId?: number): Promise<NamedMedia[]> {
  const wanted = [...new Set(names)]
  const found: NamedMedia[] = []
  for (let at = 0; at < wanted.length; at += MAX_NAMES_PER_QUERY)
    found.push(
      ...(await db
        .selectFrom('media')
        .innerJoin('media_objects', 'media_objects.id', 'media.object_id')
        .select(NAMED)
        .where('media.name', 'in', wanted.slice(at, at + MAX_NAMES_PER_QUERY))
        .$if(siteId !== undefined, (found) => found.where('media.site_id', '=', siteId ?? 0))
        .execute()),
    )
  return found
}
