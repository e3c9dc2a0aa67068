import type { Db } from '../../database.ts'
import { mediaAt, showCoverMedia } from '../media/shown-media.actions.ts'
import type { SiteReader } from './reader.rules.ts'
import { pictureOf } from './site.view.ts'
import type { Picture } from './text.rules.ts'

/** The pictures with these URLs that are files of the site, by URL. */
export async function picturesAt(
  db: Db,
  reader: SiteReader,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>()
  for (const [address, media] of await mediaAt(db, reader.actor.siteId, addresses)) {
    const picture = pictureOf(reader, address, showCoverMedia(media))
    if (picture) pictures.set(address, picture)
  }
  return pictures
}

/** Any picture, with its size and variants if it is a file of the site; undefined without one. */
export async function pictureAt(db: Db, reader: SiteReader, address: string): Promise<Picture | undefined> {
  const known = await picturesAt(db, reader, [address])
  return known.get(address) ?? pictureOf(reader, address, null)
}
