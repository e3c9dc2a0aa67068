import { Type } from '@sinclair/typebox'
import { ArticleFilters } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { IdList, OneOf } from './schema.ts'

const MOST_EXPORTED_IDS = 1000

const exportFormats = ['excel', 'csv', 'pdf', 'markdown', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportArticles = endpoint({
  method: 'GET',
  path: '/api/articles/export',
  tokenInQuery: true,
  access: 'articles.export',
  tokens: ['draft'],
  tag: 'Export',
  summary: 'Export articles as a file',
  description:
    'Exports the articles with the given ids, or those that match the list filters, as far as the caller may read them, newest first. The response is streamed. `markdown` is a zip with a Markdown file with front matter for each article, and the files they use. `json` has one article as JSON per line.',
  query: Type.Object({
    format: OneOf(exportFormats),
    ids: Type.Optional(IdList(MOST_EXPORTED_IDS)),
    ...ArticleFilters.properties,
  }),
  file: {
    mediaTypes: [
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/pdf',
      'application/zip',
      'application/x-ndjson',
    ],
    description: 'The file. Its name is in Content-Disposition.',
  },
})
