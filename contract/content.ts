import { Type } from '@sinclair/typebox'
import { OneOf, WordList } from './schema.ts'

const contentFormats = ['html', 'markdown'] as const
export type ContentFormat = (typeof contentFormats)[number]

/** The format of a text in a request. */
export const ContentFormatField = OneOf(contentFormats, {
  description:
    'The format of `content`. Markdown is CommonMark with tables, footnotes and task lists. The source is stored, and readers get HTML.',
  examples: ['html'],
})

/** The format of a text in a response. */
export const FormatQuery = Type.Object({
  format: Type.Optional(
    OneOf(contentFormats, {
      description:
        'markdown: `content` is Markdown. It is the original source if the text was not changed since, otherwise it is generated from the HTML.',
    }),
  ),
})

/** The same, and what is returned with the text. */
export const ContentQuery = Type.Object({
  include: Type.Optional(
    WordList(['media'], 'Include the files of this site that the content uses, with their sizes.'),
  ),
  ...FormatQuery.properties,
})

/** The elements and attributes that cleaning removed from the text. */
export const Removed = Type.Array(Type.String(), {
  description:
    'The names of the elements and attributes that were removed from `content` because they are not allowed.',
  examples: [['script', 'onclick']],
})
