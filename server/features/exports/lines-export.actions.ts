import { Readable } from 'node:stream'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import type { Zone } from '../../platform/times/times.ts'
import { iterateArticles } from '../articles/reading.actions.ts'
import { showCategory } from '../categories/categories.view.ts'
import { showModerated } from '../comments/comments.view.ts'
import { allComments } from '../comments/moderating.actions.ts'
import { pathOf } from '../media/addresses.rules.ts'
import { allMedia } from '../media/media.actions.ts'
import { showMedia } from '../media/media.view.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { seeAllPages, seePage } from '../pages/pages.actions.ts'
import { showPage } from '../pages/pages.view.ts'
import { siteSettings } from '../settings/settings.actions.ts'
import { showTag } from '../tags/tags.view.ts'
import { articleLines } from './exports.actions.ts'
import { pathOfFile } from './markdown-files.rules.ts'
import { allCategories, allTags } from './taxonomy.actions.ts'

export interface LinesExportOptions {
  readonly zone: Zone
  readonly files: FilesByName
  readonly signal: AbortSignal
}

/** Everything of a site except secrets, as JSON Lines: one file per content type, and the media files. */
export async function* lineFiles(
  db: Db,
  actor: Actor,
  options: LinesExportOptions,
): AsyncGenerator<ZipEntry> {
  const { zone, files, signal } = options
  const file = (name: string, rows: AsyncIterable<object>): ZipEntry => ({
    path: `${name}.jsonl`,
    content: Readable.from(lines(rows), { objectMode: false }),
  })
  const articles = iterateArticles(db, actor, {}, signal)
  yield file('settings', settingsOf(db, actor))
  yield file('categories', shownCategories(db, actor, zone))
  yield file('tags', mapped(allTags(db, actor), showTag))
  yield file('pages', pagesOf(db, actor, zone))
  yield {
    path: 'articles.jsonl',
    content: Readable.from(articleLines(db, articles, actor, { zone, filesUrl: '' }), { objectMode: false }),
  }
  yield file('comments', mapped(allComments(db, actor), showModerated(zone)))
  yield file(
    'media',
    mapped(allMedia(db, actor), (media) => ({ ...showMedia(zone, '')(media), url: pathOf(media.name) })),
  )
  for await (const { name } of allMedia(db, actor)) {
    const content = await (await files(name))?.()
    if (content) yield { path: pathOfFile(name), content, stored: true }
  }
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

async function* mapped<Row, Shown>(
  rows: AsyncIterable<Row>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown> {
  for await (const row of rows) yield show(row)
}

async function* settingsOf(db: Db, { siteId }: Actor): AsyncGenerator<object> {
  yield await siteSettings(db, siteId)
}

async function* shownCategories(db: Db, actor: Actor, zone: Zone): AsyncGenerator<object> {
  for await (const { category, path } of allCategories(db, actor))
    yield { ...showCategory(zone)(category), path }
}

async function* pagesOf(db: Db, actor: Actor, zone: Zone): AsyncGenerator<object> {
  for (const { id } of await seeAllPages(db, actor))
    yield showPage(zone)(await seePage(db, actor, String(id)))
}
