import { aliasFrom } from '../../platform/texts/alias.ts'
import { categoryPaths, takenCategoryAliases } from '../categories/categories.actions.ts'
import { isCategoryAlias } from '../categories/categories.rules.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { tagByName, takenTagAliases } from '../tags/tags.actions.ts'
import type { FormerAddress, ImportedAuthor, ImportedTag } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import type { createNameLosses } from './name-losses.ts'

/** Between the names of a path. */
export const SEPARATOR = '\n'

interface DryRun {
  /** The ids here by the names in the source; any number for what would be created. */
  readonly known: {
    readonly authors: Map<string, number | undefined>
    readonly categories: Map<string, number>
    readonly tags: Map<string, number>
  }
  readonly authorFacts: ReadonlyMap<string, ImportedAuthor>
  readonly knownAuthor: (name: string) => Promise<{ id: number | undefined } | undefined>
  readonly createsAuthors: boolean
  readonly losses: ReturnType<typeof createNameLosses>
}

/** For a dry run: counts the authors, categories and tags that would be created, and reports what would not be kept. */
export function createDryRunNames(
  { engine, actor: { siteId } }: Uploading,
  ledger: Ledger,
  { known: { authors, categories, tags }, authorFacts, knownAuthor, createsAuthors, losses }: DryRun,
) {
  const { cut, reportNoMember, reportTakenHere, reportUsername } = losses
  const { aliases: seenAliases, targets } = ledger.seen

  let isLoaded = false

  /** Counts each name once. */
  function countOnce(
    known: Map<string, number | undefined>,
    key: string,
    type: 'author' | 'category' | 'tag',
    name?: string,
  ): void {
    if (!known.has(key)) ledger.count(type, name)
    known.set(key, 0)
  }

  async function countAuthors(names: readonly string[]): Promise<void> {
    for (const name of names) {
      noteTarget(authorFacts.get(name)?.formerList)
      const known = await knownAuthor(name)
      if (known) authors.set(name, known.id)
      else if (!createsAuthors) authors.set(name, reportNoMember(name))
      else {
        countOnce(authors, name, 'author', name)
        reportUsername(name, cut('nickname', name, authorFacts.get(name)?.nickname || name))
      }
    }
  }

  /** The last of each path has this slug; the others get aliases from their names. */
  async function countCategories(paths: readonly (readonly string[])[], slug?: string): Promise<void> {
    if (!isLoaded)
      for (const path of (await categoryPaths(engine.db, siteId)).values())
        categories.set(path.map(({ name }) => name).join(SEPARATOR), 0)
    isLoaded = true
    for (const path of paths)
      for (const [at, name] of path.entries()) {
        const part = path.slice(0, at + 1)
        if (!categories.has(part.join(SEPARATOR))) {
          cut('name of the category', part.join('/'), name)
          const isLast = at === path.length - 1
          if (!isLast || !isCategoryAlias(slug))
            seenAliases.add(`category ${await aliasFrom(name, 'category')}`)
        }
        countOnce(categories, part.join(SEPARATOR), 'category', part.join('/'))
      }
  }

  async function countTags(names: readonly string[]): Promise<void> {
    for (const name of names)
      if (tags.has(name)) continue
      else if ((await tagByName(engine.db, siteId, name)) !== undefined) tags.set(name, 0)
      else {
        countOnce(tags, name, 'tag')
        cut('name of the tag', name, name)
      }
  }

  async function addCategory(
    path: readonly string[],
    slug: string | undefined,
    former: FormerAddress | undefined,
  ): Promise<void> {
    noteTarget(former)
    await countCategories([])
    if (slug !== undefined && !categories.has(path.join(SEPARATOR)))
      reportTakenHere('category', path.join('/'), slug, await takenCategoryAliases(engine.db, siteId, slug))
    await countCategories([path], slug)
  }

  async function addTag({ name, slug, formerList }: ImportedTag): Promise<void> {
    noteTarget(formerList)
    const isNew = !tags.has(name) && (await tagByName(engine.db, siteId, name)) === undefined
    if (isNew && slug !== undefined)
      reportTakenHere('tag', name, slug, await takenTagAliases(engine.db, siteId, slug))
    await countTags([name])
  }

  /** Links can lead there. */
  function noteTarget(former: FormerAddress | undefined): void {
    if (former?.key !== undefined) targets.add(former.key)
  }

  return { countAuthors, countCategories, countTags, addCategory, addTag }
}
