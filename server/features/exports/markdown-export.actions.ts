import type { Readable } from 'node:stream'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { Problem } from '../../platform/core/problem.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import { type ArticleDetailRow, asSeenBy, oldAliasesOf } from '../articles/reading.actions.ts'
import { categoryPaths } from '../categories/categories.actions.ts'
import { inFormat } from '../content/content.actions.ts'
import { namesIn } from '../media/addresses.rules.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import {
  fileOf,
  frontMatterOf,
  localFile,
  pathOfArticle,
  pathOfFile,
  withLocalFiles,
} from './markdown-files.rules.ts'
import { mediaList } from './media-list.actions.ts'
import { taxonomyFiles } from './taxonomy.actions.ts'

/** The entries of a zip with articles as Markdown, and what they need: categories, tags and files. */
export async function* markdownFiles(
  db: Db,
  actor: Actor,
  articles: AsyncIterable<ArticleDetailRow>,
  files: FilesByName,
): AsyncGenerator<ZipEntry> {
  const written = new Set<string>()
  yield* taxonomyFiles(db, actor, files, written)
  yield* articleFiles(db, actor, articles, files, written)
  yield* mediaList(db, actor, written)
}

/** Articles as Markdown. A media file follows the first article that uses it. */
export async function* articleFiles(
  db: Db,
  actor: Actor,
  articles: AsyncIterable<ArticleDetailRow>,
  files: FilesByName,
  /** The names of media files that have been added. */
  written: Set<string>,
): AsyncGenerator<ZipEntry> {
  const paths = await categoryPaths(db, actor.siteId)
  const namesOf = (id: number) => (paths.get(id) ?? []).map(({ name }) => name)
  for await (const article of articles) {
    const body = await markdownOf(db, article)
    const present = new Set<string>()
    const added: [string, () => Promise<Readable | undefined>][] = []
    for (const name of namesIn(`${article.cover}\n${article.content}\n${body}`)) {
      const open = await files(name)
      if (!open) continue
      present.add(name)
      if (written.has(name)) continue
      written.add(name)
      added.push([name, open])
    }
    const matter = frontMatterOf(asSeenBy(actor)(article), localFile(article.cover, present), {
      oldAliases: await oldAliasesOf(db, article.id),
      categories: [article.category_id, ...article.category_ids].map(namesOf),
    })
    yield {
      path: pathOfArticle(article),
      content: fileOf(matter, await withLocalFiles(body, present)),
    }
    for (const [name, open] of added) {
      const content = await open()
      if (content) yield { path: pathOfFile(name), content, stored: true }
    }
  }
}

/** Markdown, or the HTML itself if the text is too long to convert in time: Markdown may contain HTML. */
async function markdownOf(db: Db, article: ArticleDetailRow): Promise<string> {
  try {
    return (await inFormat(db, 'article', article, 'markdown')).content
  } catch (error) {
    if (error instanceof Problem) return `<!-- -->${article.content}`
    throw error
  }
}
