import type { Db } from '../../database.ts'
import { highlightCode } from '../../platform/html/highlight.ts'
import { mediaAt, showCoverMedia } from '../media/covers.actions.ts'
import type { SiteReader } from './reader.rules.ts'
import { type Picture, pictureOf } from './site.view.ts'
import { pictureSources, presented } from './text.rules.ts'

/** The text of an article or a page as the site shows it. */
export async function presentText(db: Db, reader: SiteReader, html: string): Promise<string> {
  const sources = pictureSources(html)
  const known = await mediaAt(db, sources)
  const pictures = new Map<string, Picture>()
  for (const [source, media] of known) {
    const picture = pictureOf(reader, source, showCoverMedia(media))
    if (picture) pictures.set(source, picture)
  }
  return reader.content(await highlightCode(presented(html, pictures)))
}
