import { Type } from '@sinclair/typebox'
import { ArticleFilters } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { IdList, OneOf } from './schema.ts'

const MAX_EXPORTED_IDS = 1000

/** Every format, with the extension and media type of its file. */
export const exportFormats = {
  excel: { ending: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  csv: { ending: 'csv', mediaType: 'text/csv; charset=utf-8' },
  pdf: { ending: 'pdf', mediaType: 'application/pdf' },
  markdown: { ending: 'zip', mediaType: 'application/zip' },
  json: { ending: 'jsonl', mediaType: 'application/x-ndjson' },
} as const
export type ExportFormat = keyof typeof exportFormats
const formats = Object.keys(exportFormats) as ExportFormat[]

export const exportArticles = endpoint({
  method: 'GET',
  path: '/api/articles/export',
  tokenInQuery: true,
  access: 'articles.export',
  tag: 'Export',
  summary: 'Export articles as a file',
  description:
    'Exports the articles with the given ids, or those that match the list filters, as far as the caller may read them, newest first. The response is streamed. `markdown` is a zip with a Markdown file with front matter for each article, and the files they use. `json` has one article as JSON per line.',
  query: Type.Object({
    format: OneOf(formats),
    ids: Type.Optional(IdList(MAX_EXPORTED_IDS)),
    ...ArticleFilters.properties,
  }),
  file: {
    mediaTypes: formats.map((format) => exportFormats[format].mediaType.replace(/;.*/, '')),
    description: 'The file. Its name is in Content-Disposition.',
  },
})
