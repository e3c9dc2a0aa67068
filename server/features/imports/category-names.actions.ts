import type { Tx } from '../../database.ts'
import { aliasFrom } from '../../platform/texts/alias.ts'
import { categoryPaths, importCategory, takenCategoryAliases } from '../categories/categories.actions.ts'
import { isCategoryAlias } from '../categories/categories.rules.ts'
import type { CategoryExtras } from '../exports/restored-fields.rules.ts'
import { keyOfPath, livingPath, mappedPath, UNCATEGORIZED } from './category-paths.rules.ts'
import { earlierTerm } from './earlier.actions.ts'
import { reportKeptCategory } from './extras.actions.ts'
import type { ImportedArticle, ImportedCategory } from './items.ts'
import type { Mappings } from './mappings.actions.ts'
import type { NameContext } from './name-origins.actions.ts'

type Path = readonly string[]
type Facts = Pick<ImportedCategory, 'slug' | 'description' | 'extras'>

/** Finds or creates categories by their paths in a source. */
export function createCategoryNames(
  { uploading, ledger, losses, origins }: NameContext,
  { categories: mapped }: Pick<Mappings, 'categories'>,
) {
  const { engine, actor } = uploading
  const ids = new Map<string, number>()
  /** Those that were deleted here since an earlier import made them. */
  const deleted = new Set<string>()

  const pathsOf = ({ categories: paths }: ImportedArticle): Path[] =>
    paths.length > 0 ? paths.map((path) => livingPath(deleted, mappedPath(mapped, path))) : [UNCATEGORIZED]

  /** Creates what is missing of a path; the facts are those of its last category. */
  async function create(tx: Tx, path: Path, facts?: Facts): Promise<number | null> {
    let parentId: number | null = null
    for (const at of path.keys()) {
      const part = path.slice(0, at + 1)
      const key = keyOfPath(part)
      if (deleted.has(key)) continue
      const id: number =
        ids.get(key) ?? (await createOne(tx, part, parentId, at === path.length - 1 ? facts : undefined))
      ids.set(key, id)
      parentId = id
    }
    return parentId
  }

  async function createOne(tx: Tx, path: Path, parentId: number | null, facts: Facts | undefined) {
    const where = path.join('/')
    const name = path.at(-1) ?? ''
    const { id, alias, isNew } = await importCategory(tx, actor.siteId, {
      name: losses.cut('name of the category', where, name),
      parentId,
      ...(facts && {
        alias: facts.slug,
        description: losses.cut('description', where, facts.description),
        extras: facts.extras ?? {},
      }),
    })
    if (isNew) {
      await origins.noteCreated(tx, 'category', name, id)
      losses.reportTaken('category', where, facts?.slug, alias)
    }
    return id
  }

  const dryRun = createDryRun({ uploading, ledger, losses, origins }, ids)

  return {
    missing: (articles: readonly ImportedArticle[]): Path[] =>
      articles.flatMap(pathsOf).filter((path) => !ids.has(keyOfPath(path))),
    create: (tx: Tx, path: Path) => create(tx, path),
    count: dryRun.count,
    /** A category that is mapped to another gets nothing from the source. */
    async add(
      item: ImportedCategory,
      extrasOf: (item: ImportedCategory) => Promise<CategoryExtras>,
    ): Promise<void> {
      const path = mappedPath(mapped, item.path)
      const isOwn = path === item.path
      if (isOwn) losses.reportTerm(item, path.join('/'), isCategoryAlias(item.slug))
      const earlier = isOwn ? await earlierTerm(uploading, 'category', item.formerList, path) : undefined
      if (earlier === 'deleted') {
        deleted.add(keyOfPath(path))
        return losses.reportDeleted('category', path.join('/'))
      }
      if (earlier) ids.set(keyOfPath(path), earlier.id)
      const extras = isOwn ? await extrasOf(item) : {}
      await reportKeptCategory(uploading, ledger, path, extras)
      if (ledger.dryRun) return dryRun.add(path, isOwn ? item : { formerList: item.formerList })
      await engine.transact(async (tx) => {
        const id = await create(tx, path, isOwn ? { ...item, extras } : undefined)
        if (id !== null) await origins.noteFormerList(tx, 'category', id, item.formerList)
        await ledger.write(tx)
      })
    },
    idsOf: (article: ImportedArticle): number[] => [
      ...new Set(pathsOf(article).flatMap((path) => ids.get(keyOfPath(path)) ?? [])),
    ],
    clear: (): void => ids.clear(),
  }
}

/** Counts the categories that would be created, and reports what would not be kept. `ids` has any number for them. */
function createDryRun(
  { uploading: { engine, actor }, ledger, losses, origins }: NameContext,
  ids: Map<string, number>,
) {
  let isLoaded = false

  async function loadPaths(): Promise<void> {
    if (isLoaded) return
    for (const path of (await categoryPaths(engine.db, actor.siteId)).values())
      ids.set(keyOfPath(path.map(({ name }) => name)), 0)
    isLoaded = true
  }

  /** The last has this slug; the others get aliases from their names. */
  async function countMissing(path: Path, slug?: string): Promise<void> {
    for (const [at, name] of path.entries()) {
      const part = path.slice(0, at + 1)
      if (ids.has(keyOfPath(part))) continue
      losses.cut('name of the category', part.join('/'), name)
      const isLast = at === path.length - 1
      if (!isLast || !isCategoryAlias(slug))
        ledger.seen.aliases.add(`category ${await aliasFrom(name, 'category')}`)
      ledger.count('category', part.join('/'))
      ids.set(keyOfPath(part), 0)
    }
  }

  return {
    async count(paths: readonly Path[]): Promise<void> {
      await loadPaths()
      for (const path of paths) await countMissing(path)
    },
    async add(
      path: Path,
      { slug, formerList }: Pick<ImportedCategory, 'formerList'> & { slug?: string | undefined },
    ): Promise<void> {
      origins.seeFormerList(formerList)
      await loadPaths()
      if (slug !== undefined && !ids.has(keyOfPath(path))) {
        const taken = await takenCategoryAliases(engine.db, actor.siteId, slug)
        losses.reportTakenHere('category', path.join('/'), slug, taken)
      }
      await countMissing(path, slug)
    },
  }
}
