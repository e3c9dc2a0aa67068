import type { Readable } from 'node:stream'
import type { ExportFormat } from '@inkstone/contract/exports.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Row } from '../../platform/documents/cells.ts'
import type { PdfSection } from '../../platform/documents/pdf.ts'
import type { PictureFiles } from '../../platform/documents/pdf-pictures.ts'
import type { Zone } from '../../platform/times.ts'
import { type ArticleQuery, articlesInPieces, type WholeArticle } from '../articles/reading.actions.ts'
import { columnsOf, documentTitle, metaOf, rowOf } from './exports.rules.ts'

export interface ExportWishes {
  readonly format: ExportFormat
  readonly query: ArticleQuery
  readonly zone: Zone
  readonly images: PictureFiles
  readonly baseUrl: string
  readonly signal: AbortSignal
}

/** The file as a stream that reads no faster than it is taken. The writers are loaded when somebody exports. */
export async function exportArticles(db: Db, actor: Actor, wishes: ExportWishes): Promise<Readable> {
  const { format, zone, signal } = wishes
  const articles = articlesInPieces(db, actor, wishes.query, signal)
  if (format === 'pdf') {
    const { pdfDocument } = await import('../../platform/documents/pdf.ts')
    return pdfDocument({
      title: documentTitle(actor.language),
      language: actor.language === 'zh' ? 'zh-CN' : 'en',
      sections: sectionsOf(articles, actor, zone),
      images: wishes.images,
      baseUrl: wishes.baseUrl,
    })
  }
  const table = { columns: columnsOf(actor.language), rows: rowsOf(articles, actor, zone) }
  if (format === 'csv') return (await import('../../platform/documents/csv.ts')).csvDocument(table)
  const { xlsxDocument } = await import('../../platform/documents/xlsx.ts')
  return xlsxDocument({ ...table, title: documentTitle(actor.language) })
}

async function* rowsOf(
  articles: AsyncIterable<WholeArticle>,
  { language }: Actor,
  zone: Zone,
): AsyncGenerator<Row> {
  for await (const article of articles) yield rowOf(article, zone, language)
}

async function* sectionsOf(
  articles: AsyncIterable<WholeArticle>,
  { language }: Actor,
  zone: Zone,
): AsyncGenerator<PdfSection> {
  for await (const article of articles)
    yield { title: article.title, meta: metaOf(article, zone, language), html: article.content }
}
