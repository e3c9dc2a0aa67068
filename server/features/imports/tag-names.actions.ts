import type { Tx } from '../../database.ts'
import { importTag, isTagAlias, tagByName, takenTagAliases } from '../tags/tags.actions.ts'
import { earlierTerm } from './earlier.actions.ts'
import { reportKeptTag } from './extras.actions.ts'
import type { ImportedArticle, ImportedTag } from './items.ts'
import type { NameContext } from './name-origins.actions.ts'

/** Finds or creates tags by their names in a source. */
export function createTagNames({ uploading, ledger, losses, origins }: NameContext) {
  const { engine, actor } = uploading
  const ids = new Map<string, number>()
  /** Those that were deleted here since an earlier import made them. */
  const deleted = new Set<string>()

  async function create(
    tx: Tx,
    { name, slug, description, extras = {} }: Omit<ImportedTag, 'kind'>,
  ): Promise<number> {
    const known = ids.get(name)
    if (known !== undefined) return known
    const { id, alias, isNew } = await importTag(tx, actor.siteId, {
      name: losses.cut('name of the tag', name, name),
      alias: slug,
      description: losses.cut('description', name, description),
      extras: losses.cutSeo(name, extras),
    })
    if (isNew) {
      await origins.noteCreated(tx, 'tag', name, id)
      losses.reportTaken('tag', name, slug, alias)
    }
    ids.set(name, id)
    return id
  }

  const isHere = async (name: string) => (await tagByName(engine.db, actor.siteId, name)) !== undefined

  async function countOne(name: string): Promise<void> {
    if (ids.has(name)) return
    if (!(await isHere(name))) {
      ledger.count('tag')
      losses.cut('name of the tag', name, name)
    }
    // Any number: a dry run creates no tag.
    ids.set(name, 0)
  }

  async function addInDryRun({ name, slug, formerList }: ImportedTag): Promise<void> {
    origins.seeFormerList(formerList)
    if (slug !== undefined && !ids.has(name) && !(await isHere(name)))
      losses.reportTakenHere('tag', name, slug, await takenTagAliases(engine.db, actor.siteId, slug))
    await countOne(name)
  }

  return {
    missing: (articles: readonly ImportedArticle[]): string[] =>
      articles.flatMap(({ tags }) => tags).filter((name) => !deleted.has(name) && !ids.has(name)),
    create: (tx: Tx, name: string): Promise<number> => create(tx, { name, slug: undefined, description: '' }),
    /** For a dry run. */
    async count(names: readonly string[]): Promise<void> {
      for (const name of names) await countOne(name)
    },
    async add(item: ImportedTag): Promise<void> {
      losses.reportTerm(item, item.name, isTagAlias(item.slug))
      const earlier = await earlierTerm(uploading, 'tag', item.formerList, [item.name])
      if (earlier === 'deleted') {
        deleted.add(item.name)
        return losses.reportDeleted('tag', item.name)
      }
      if (earlier) ids.set(item.name, earlier.id)
      await reportKeptTag(uploading, ledger, item)
      if (ledger.dryRun) return addInDryRun(item)
      await engine.transact(async (tx) => {
        await origins.noteFormerList(tx, 'tag', await create(tx, item), item.formerList)
        await ledger.write(tx)
      })
    },
    idsOf: (names: readonly string[]): number[] => [...new Set(names.flatMap((name) => ids.get(name) ?? []))],
    clear: (): void => ids.clear(),
  }
}
