import type { Db } from '../../database.ts'
import { highlightCode } from '../../platform/html/highlight.ts'
import { headingsIn, withHeadingIds } from './headings.rules.ts'
import type { RenderedText } from './parts.rules.ts'
import { picturesAt } from './pictures.actions.ts'
import type { SiteReader } from './reader.rules.ts'
import { directionOfText, isForPreviews, languageOf, pictureSources, presented } from './text.rules.ts'
import { minutesToRead } from './words.rules.ts'

/** Renders the text of an article or a page, with its language and reading time. */
export async function renderText(db: Db, reader: SiteReader, html: string): Promise<RenderedText> {
  const sources = pictureSources(html)
  const pictures = await picturesAt(db, reader, sources)
  const { site_language } = reader.actor.site.settings
  const named = withHeadingIds(html)
  const language = languageOf(html, site_language)
  return {
    content: reader.content(await highlightCode(presented(named, pictures))),
    headings: headingsIn(named),
    language,
    direction: directionOfText(language, site_language),
    minutes: minutesToRead(html),
    first_picture: sources.map((source) => pictures.get(source)).find(isForPreviews),
  }
}
