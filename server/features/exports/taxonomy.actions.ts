import { stringify } from 'yaml'
import type { Db } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { categoryPaths, seeCategories, seeCategory } from '../categories/categories.actions.ts'
import { canSeeDisabledCategories } from '../categories/categories.policy.ts'
import { seeTags } from '../tags/tags.actions.ts'
import { canSeeDisabledTags } from '../tags/tags.policy.ts'

const PAGE = 100

type Category = Awaited<ReturnType<typeof seeCategory>>
type Tag = Awaited<ReturnType<typeof seeTags>>['rows'][number]

/** All categories that the actor may see, parents before children. */
export async function* allCategories(
  db: Db,
  actor: Actor,
): AsyncGenerator<{ category: Category; path: string[] }> {
  const seen = new Set((await seeCategories(db, actor, canSeeDisabledCategories(actor))).map(({ id }) => id))
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

/** Categories and tags with their aliases, which front matter cannot contain. */
export async function taxonomyFile(db: Db, actor: Actor): Promise<string> {
  const categories: object[] = []
  for await (const { category, path } of allCategories(db, actor))
    categories.push({
      path,
      alias: category.alias,
      ...(category.description !== '' && { description: category.description }),
    })
  const tags: object[] = []
  for await (const { name, alias, description } of allTags(db, actor))
    tags.push({ name, alias, ...(description !== '' && { description }) })
  return stringify({ categories, tags }, { lineWidth: 0, aliasDuplicateObjects: false })
}
