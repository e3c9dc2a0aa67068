import type { Readable } from 'node:stream'
import { stringify } from 'yaml'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { ZipEntry } from '../../platform/documents/zip.ts'
import {
  categoryPaths,
  seeAllCategories,
  seeCategory,
  seePublicCategories,
} from '../categories/categories.actions.ts'
import { canSeeDisabledCategories } from '../categories/categories.policy.ts'
import { namesIn } from '../media/addresses.rules.ts'
import type { FilesByName } from '../media/serving.actions.ts'
import { seeTags } from '../tags/tags.actions.ts'
import { canSeeDisabledTags } from '../tags/tags.policy.ts'
import { localFile, pathOfFile } from './markdown-files.rules.ts'
import { CategoryExtras, extrasOf, TagExtras } from './restored-fields.rules.ts'

const PAGE = 100

type Category = Awaited<ReturnType<typeof seeCategory>>
type Tag = Awaited<ReturnType<typeof seeTags>>['rows'][number]

/** All categories that the actor may see, parents before children. */
export async function* allCategories(
  db: Db,
  actor: Actor,
): AsyncGenerator<{ category: Category; path: string[] }> {
  const see = canSeeDisabledCategories(actor) ? seeAllCategories : seePublicCategories
  const seen = new Set((await see(db, actor)).map(({ id }) => id))
  const paths = [...(await categoryPaths(db, actor.siteId))].filter(([id]) => seen.has(id))
  paths.sort(([, one], [, other]) => one.length - other.length)
  for (const [id, path] of paths)
    yield { category: await seeCategory(db, actor, id), path: path.map(({ name }) => name) }
}

export async function* allTags(db: Db, actor: Actor): AsyncGenerator<Tag> {
  const all = canSeeDisabledTags(actor) ? 1 : 0
  for (let page = 1; ; page++) {
    const { rows } = await seeTags(db, actor, { page, page_size: PAGE, all })
    yield* rows
    if (rows.length < PAGE) return
  }
}

/** Categories and tags with their fields, which front matter cannot contain, and the files that categories use. */
export async function* taxonomyFiles(
  db: Db,
  actor: Actor,
  files: FilesByName,
  written: Set<string>,
): AsyncGenerator<ZipEntry> {
  const added: [string, () => Promise<Readable | undefined>][] = []
  const categories: object[] = []
  for await (const { category, path } of allCategories(db, actor)) {
    for (const name of namesIn(`${category.cover}\n${category.icon}`)) {
      const open = written.has(name) ? undefined : await files(name)
      if (!open) continue
      written.add(name)
      added.push([name, open])
    }
    categories.push({
      path,
      alias: category.alias,
      ...(category.description !== '' && { description: category.description }),
      ...extrasOf(CategoryExtras, {
        ...category,
        cover: localFile(category.cover, written, ''),
        icon: localFile(category.icon, written, ''),
      }),
    })
  }
  const tags: object[] = []
  for await (const tag of allTags(db, actor))
    tags.push({
      name: tag.name,
      alias: tag.alias,
      ...(tag.description !== '' && { description: tag.description }),
      ...extrasOf(TagExtras, tag),
    })
  const text = stringify({ categories, tags }, { lineWidth: 0, aliasDuplicateObjects: false })
  yield { path: 'taxonomy.yaml', content: text }
  for (const [name, open] of added) {
    const content = await open()
    if (content) yield { path: pathOfFile(name), content, stored: true }
  }
}
