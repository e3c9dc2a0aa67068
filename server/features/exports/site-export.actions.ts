import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import { iterateArticles } from '../articles/reading.actions.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { articleFiles } from './markdown-export.actions.ts'
import { mediaList } from './media-list.actions.ts'
import { pageFiles } from './pages-export.actions.ts'
import { taxonomyFiles } from './taxonomy.actions.ts'

/** A whole site as Markdown: its articles and pages, their categories and tags, and the files they use. */
export async function* siteFiles(
  db: Db,
  actor: Actor,
  files: FilesByName,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const written = new Set<string>()
  yield* taxonomyFiles(db, actor, files, written)
  yield* articleFiles(db, actor, iterateArticles(db, actor, {}, signal), files, written)
  yield* pageFiles(db, actor, files, written)
  yield* mediaList(db, actor, written)
}
