import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import { inFormat } from '../content/content.actions.ts'
import { namesIn } from '../media/addresses.rules.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { seeAllPages, seePage } from '../pages/pages.actions.ts'
import { fileOf, pageMatterOf, pathOfFile, withLocalFiles } from './markdown-files.rules.ts'

/** The pages of the site as Markdown. A media file follows the first page that uses it. */
export async function* pageFiles(
  db: Db,
  actor: Actor,
  files: FilesByName,
  written: Set<string>,
): AsyncGenerator<ZipEntry> {
  for (const { id } of await seeAllPages(db, actor)) {
    const page = await seePage(db, actor, String(id))
    const { content: body } = await inFormat(db, 'page', page, 'markdown')
    const present = new Set<string>()
    const added: ZipEntry[] = []
    for (const name of namesIn(`${page.content}\n${body}`)) {
      const content = await (await files(name))?.()
      if (!content) continue
      present.add(name)
      if (written.has(name)) content.destroy()
      else added.push({ path: pathOfFile(name), content, stored: true })
      written.add(name)
    }
    yield {
      path: `pages/${page.alias}.md`,
      content: fileOf(pageMatterOf(page), await withLocalFiles(body, present)),
    }
    yield* added
  }
}
