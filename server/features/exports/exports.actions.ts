import { Readable } from 'node:stream'
import type { ExportFormat } from '@inkstone/contract/exports.ts'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Row } from '../../platform/documents/cells.ts'
import type { PdfSection } from '../../platform/documents/pdf/pdf.ts'
import type { PictureFiles } from '../../platform/documents/pdf/pictures.ts'
import type { Zone } from '../../platform/times/times.ts'
import { showArticle } from '../articles/articles.view.ts'
import {
  type ArticleDetailRow,
  type ArticleQuery,
  asSeenBy,
  iterateArticles,
  oldAliasesOf,
} from '../articles/reading.actions.ts'
import { categoryPaths } from '../categories/categories.actions.ts'
import { onOrigin } from '../media/addresses.rules.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { columnsOf, documentTitle, metaOf, rowOf } from './exports.rules.ts'

export interface ExportOptions {
  readonly format: ExportFormat
  readonly query: ArticleQuery
  readonly zone: Zone
  readonly images: PictureFiles
  readonly files: FilesByName
  readonly baseUrl: string
  /** The base URL of uploaded files. */
  readonly filesUrl: string
  readonly signal: AbortSignal
}

interface Exporting extends ExportOptions {
  readonly db: Db
  readonly actor: Actor
  readonly articles: AsyncGenerator<ArticleDetailRow>
}

/** The writer of each format, loaded on first use. */
const writers: Readonly<Record<ExportFormat, (exporting: Exporting) => Promise<Readable>>> = {
  async pdf({ articles, actor, zone, images, baseUrl }) {
    const { pdfDocument } = await import('../../platform/documents/pdf/pdf.ts')
    return pdfDocument({
      title: documentTitle(actor.language),
      language: actor.language === 'zh' ? 'zh-CN' : 'en',
      sections: sectionsOf(articles, actor, zone),
      images,
      baseUrl,
    })
  },
  async markdown({ db, actor, articles, files }) {
    const { zipDocument } = await import('../../platform/documents/zip.ts')
    const { markdownFiles } = await import('./markdown-export.actions.ts')
    return zipDocument(markdownFiles(db, actor, articles, files))
  },
  async json(exporting) {
    const { inChunks } = await import('../../platform/documents/chunks.ts')
    const { db, articles, actor } = exporting
    return Readable.from(inChunks(articleLines(db, articles, actor, exporting)), { objectMode: false })
  },
  async csv(exporting) {
    return (await import('../../platform/documents/csv.ts')).csvDocument(tableOf(exporting))
  },
  async excel(exporting) {
    const { xlsxDocument } = await import('../../platform/documents/xlsx/xlsx.ts')
    return xlsxDocument({ ...tableOf(exporting), title: documentTitle(exporting.actor.language) })
  },
}

function tableOf({ articles, actor, zone }: Exporting) {
  return { columns: columnsOf(actor.language), rows: rowsOf(articles, actor, zone) }
}

/** The file as a stream with backpressure: articles are read as fast as the client receives them. */
export async function exportArticles(db: Db, actor: Actor, options: ExportOptions): Promise<Readable> {
  const articles = iterateArticles(db, actor, options.query, options.signal)
  return writers[options.format]({ ...options, db, actor, articles })
}

async function* rowsOf(
  articles: AsyncIterable<ArticleDetailRow>,
  { language }: Actor,
  zone: Zone,
): AsyncGenerator<Row> {
  for await (const article of articles) yield rowOf(article, zone, language)
}

async function* sectionsOf(
  articles: AsyncIterable<ArticleDetailRow>,
  { language }: Actor,
  zone: Zone,
): AsyncGenerator<PdfSection> {
  for await (const article of articles)
    yield { title: article.title, meta: metaOf(article, zone, language), html: article.content }
}

/** Each article as in GET /api/articles/{id}, with its former aliases and the path of its category. */
export async function* articleLines(
  db: Db,
  articles: AsyncIterable<ArticleDetailRow>,
  actor: Actor,
  { zone, filesUrl }: Pick<ExportOptions, 'zone' | 'filesUrl'>,
): AsyncGenerator<string> {
  const paths = await categoryPaths(db, actor.siteId)
  for await (const article of articles) {
    const { can: _, ...shown } = showArticle(zone, actor)(asSeenBy(actor)(article))
    const line = JSON.stringify({
      ...shown,
      old_aliases: await oldAliasesOf(db, article.id),
      category_path: (paths.get(article.category_id) ?? []).map(({ name }) => name),
    })
    yield `${onOrigin(line, filesUrl)}\n`
  }
}
