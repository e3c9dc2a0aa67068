import type { Db } from '../../database.ts'
import type { MediaRow } from './media.table.ts'

const DESCRIBED = ['name', 'filename', 'alt', 'title', 'focus_x', 'focus_y'] as const
export type DescribedMedia = Pick<MediaRow, (typeof DESCRIBED)[number]>

/** What people wrote about the files of the site with these names. */
export async function findDescribed(
  db: Db,
  siteId: number,
  names: readonly string[],
): Promise<DescribedMedia[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('media')
    .select(DESCRIBED)
    .where('site_id', '=', siteId)
    .where('name', 'in', [...names])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
