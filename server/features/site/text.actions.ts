import type { Db } from '../../database.ts'
import { highlightCode } from '../../platform/html/highlight.ts'
import { mediaAt, showCoverMedia } from '../media/shown-media.actions.ts'
import { withHeadingIds } from './headings.rules.ts'
import type { RenderedText } from './parts.rules.ts'
import type { SiteReader } from './reader.rules.ts'
import { pictureOf } from './site.view.ts'
import { directionOfText, languageOf, type Picture, pictureSources, presented } from './text.rules.ts'
import { minutesToRead } from './words.rules.ts'

/** Renders the text of an article or a page, with its language and reading time. */
export async function renderText(db: Db, reader: SiteReader, html: string): Promise<RenderedText> {
  const known = await mediaAt(db, reader.actor.siteId, pictureSources(html))
  const pictures = new Map<string, Picture>()
  for (const [source, media] of known) {
    const picture = pictureOf(reader, source, showCoverMedia(media))
    if (picture) pictures.set(source, picture)
  }
  const { site_language } = reader.actor.site.settings
  const language = languageOf(html, site_language)
  return {
    content: reader.content(await highlightCode(presented(withHeadingIds(html), pictures))),
    language,
    direction: directionOfText(language, site_language),
    minutes: minutesToRead(html),
  }
}
