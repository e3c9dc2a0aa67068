import { Type } from '@sinclair/typebox'
import { OneOf } from './schema.ts'

const contentFormats = ['html', 'markdown'] as const
export type ContentFormat = (typeof contentFormats)[number]

/** What a text is sent in. */
export const ContentFormatField = OneOf(contentFormats, {
  description:
    'What `content` is written in. Markdown is CommonMark with tables, footnotes and task lists; it is kept, and shown as HTML.',
  examples: ['html'],
})

/** What a text is read in. */
export const ContentQuery = Type.Object({
  format: Type.Optional(
    OneOf(contentFormats, {
      description:
        'markdown: `content` is Markdown, exactly as it was sent while the text was not changed since, else made from the HTML.',
    }),
  ),
})

/** What cleaning took out of the text. */
export const Removed = Type.Array(Type.String(), {
  description: 'The names of the elements and attributes that were not allowed in `content` and are gone.',
  examples: [['script', 'onclick']],
})
