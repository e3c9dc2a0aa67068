import type { Db, Tx } from '../../database.ts'
import { importCategory } from '../categories/categories.actions.ts'
import { isCategoryAlias } from '../categories/categories.rules.ts'
import type { CategoryExtras } from '../exports/restored-fields.rules.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { importTag, isTagAlias } from '../tags/tags.actions.ts'
import { importAuthor } from '../users/users.actions.ts'
import { hashOfAddress } from './address-keys.rules.ts'
import { earlierAuthor, earlierTerm } from './earlier.actions.ts'
import { reportKeptCategory, reportKeptTag } from './extras.actions.ts'
import { insertAddresses, insertItem } from './imports.store.ts'
import type {
  FormerAddress,
  ImportedArticle,
  ImportedAuthor,
  ImportedCategory,
  ImportedPage,
  ImportedTag,
} from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import { type Mappings, possibleAuthor } from './mappings.actions.ts'
import { createNameLosses } from './name-losses.ts'
import { usernameFor } from './names.rules.ts'
import { createDryRunNames, SEPARATOR } from './names-dry-run.actions.ts'

/** Finds or creates authors, categories and tags by their names in the source. */
export type Names = ReturnType<typeof createNames>

export function createNames(
  uploading: Uploading,
  ledger: Ledger,
  { authors: mapped, categories: mappedPaths, membersOf }: Mappings,
) {
  const { engine, actor } = uploading
  const { siteId } = actor
  /** Undefined for an author who has no user here. */
  const authors = new Map<string, number | undefined>()
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  /** The keys of categories and tags that were deleted here since an earlier import made them. */
  const deleted = new Set<string>()
  const authorFacts = new Map<string, ImportedAuthor>()
  const losses = createNameLosses(ledger)
  const { cut, cutSeo, reportDeleted, reportNoMember, reportTerm, reportTaken, reportUsername } = losses

  /** The category path here: the category or its nearest mapped ancestor is replaced. */
  function placeOf(path: readonly string[]): readonly string[] {
    if (mappedPaths.size === 0) return path
    for (let length = path.length; length > 0; length--) {
      const target = mappedPaths.get(path.slice(0, length).join('/'))
      if (target !== undefined)
        return [...target.split('/').map((name) => name.trim()), ...path.slice(length)]
    }
    return path
  }

  /** Content of deleted categories goes to the nearest one above. */
  function livingPath(path: readonly string[]): readonly string[] {
    let length = path.length
    while (length > 0 && deleted.has(`category ${path.slice(0, length).join(SEPARATOR)}`)) length -= 1
    return length === 0 ? UNCATEGORIZED : path.slice(0, length)
  }

  const pathsOf = ({ categories: paths }: ImportedArticle) =>
    paths.length > 0 ? paths.map((path) => livingPath(placeOf(path))) : [UNCATEGORIZED]

  const tagsOf = ({ tags: found }: ImportedArticle) => found.filter((name) => !deleted.has(`tag ${name}`))

  async function note(tx: Tx, type: 'author' | 'category' | 'tag', name: string, id: number): Promise<void> {
    const origin = type === 'author' ? `author ${name}` : `${type} ${id}`
    await insertItem(tx, { import_id: ledger.importId, site_id: siteId, origin, type, ref_id: id })
  }

  /** For the redirects, and for links to it in texts. */
  async function noteFormerList(
    tx: Tx,
    type: 'author' | 'category' | 'tag',
    id: number,
    former: FormerAddress | undefined,
  ): Promise<void> {
    if (!former) return
    await insertAddresses(tx, [
      {
        import_id: ledger.importId,
        site_id: siteId,
        address_hash: hashOfAddress(former.key ?? `list ${former.address}`),
        address: former.address,
        type,
        ref_id: id,
        is_main: 1,
      },
    ])
  }

  /** The user given for an author, who may have been deleted meanwhile, the one with this name, or of an earlier import. */
  async function knownAuthor(db: Db | Tx, name: string): Promise<{ id: number | undefined } | undefined> {
    const given = mapped.get(name)
    const userNamed = (one: string) => possibleAuthor(db, { membersOf }, one)
    const user = given === undefined ? undefined : await userNamed(given)
    if (given !== undefined && !user) ledger.addLoss(name, `user ${given} does not exist: it is not mapped`)
    const present = user ?? (await userNamed(name)) ?? (await userNamed(usernameFor(name)))
    if (present || membersOf !== undefined) return present
    const earlier = await earlierAuthor(db, siteId, name)
    return earlier === 'deleted' ? { id: reportDeleted('author', name) } : earlier
  }

  async function author(tx: Tx, name: string): Promise<number | undefined> {
    const facts = authorFacts.get(name)
    const known = await knownAuthor(tx, name)
    if (!known && membersOf !== undefined) return reportNoMember(name)
    const id = known ? known.id : await newAuthor(tx, name)
    if (id === undefined) return undefined
    await noteFormerList(tx, 'author', id, facts?.formerList)
    return id
  }

  async function newAuthor(tx: Tx, name: string): Promise<number> {
    const facts = authorFacts.get(name)
    const username = usernameFor(name)
    const nickname = cut('nickname', name, facts?.nickname || name)
    const email = facts?.email ?? ''
    const { id, keptEmail } = await importAuthor(tx, { username, nickname, email })
    if (email !== '' && !keptEmail)
      ledger.addLoss(
        name,
        'the e-mail address of the author is not imported: it is invalid or already in use',
      )
    reportUsername(name, nickname)
    await note(tx, 'author', name, id)
    return id
  }

  async function category(
    tx: Tx,
    path: readonly string[],
    facts?: Pick<ImportedCategory, 'slug' | 'description' | 'extras'>,
  ): Promise<number | null> {
    let parentId: number | null = null
    for (const [at, name] of path.entries()) {
      const key = path.slice(0, at + 1).join(SEPARATOR)
      if (deleted.has(`category ${key}`)) continue
      const known = categories.get(key)
      if (known !== undefined) {
        parentId = known
        continue
      }
      const isLast = at === path.length - 1
      const where = path.slice(0, at + 1).join('/')
      const { id, alias, isNew }: Awaited<ReturnType<typeof importCategory>> = await importCategory(
        tx,
        siteId,
        {
          name: cut('name of the category', where, name),
          parentId,
          ...(isLast &&
            facts && {
              alias: facts.slug,
              description: cut('description', where, facts.description),
              extras: facts.extras ?? {},
            }),
        },
      )
      if (isNew) {
        await note(tx, 'category', name, id)
        if (isLast) reportTaken('category', where, facts?.slug, alias)
      }
      categories.set(key, id)
      parentId = id
    }
    return parentId
  }

  async function tag(
    tx: Tx,
    { name, slug, description, extras = {} }: Omit<ImportedTag, 'kind'>,
  ): Promise<number> {
    const known = tags.get(name)
    if (known !== undefined) return known
    const { id, alias, isNew } = await importTag(tx, siteId, {
      name: cut('name of the tag', name, name),
      alias: slug,
      description: cut('description', name, description),
      extras: cutSeo(name, extras),
    })
    if (isNew) {
      await note(tx, 'tag', name, id)
      reportTaken('tag', name, slug, alias)
    }
    tags.set(name, id)
    return id
  }

  const dryRun = createDryRunNames(uploading, ledger, {
    known: { authors, categories, tags },
    authorFacts,
    knownAuthor: (name) => knownAuthor(engine.db, name),
    createsAuthors: membersOf === undefined,
    losses,
  })

  return {
    /** In its own transaction, so that the cached ids stay valid if the articles fail. */
    async prepare(
      fresh: readonly (ImportedArticle | ImportedPage)[],
      discussed: readonly (ImportedArticle | ImportedPage)[],
    ): Promise<void> {
      const articles = fresh.filter((item) => item.kind === 'article')
      const comments = [...fresh, ...discussed].flatMap((item) => item.comments)
      const names = new Set([...articles, ...comments].map(({ author }) => author))
      const newAuthors = [...names].filter((name) => name !== undefined && !authors.has(name)) as string[]
      const paths = articles.flatMap(pathsOf).filter((path) => !categories.has(path.join(SEPARATOR)))
      const newTags = articles.flatMap(tagsOf).filter((name) => !tags.has(name))
      if (ledger.dryRun) {
        await dryRun.countAuthors(newAuthors)
        await dryRun.countCategories(paths)
        return dryRun.countTags(newTags)
      }
      if (newAuthors.length + paths.length + newTags.length === 0) return
      await engine.transact(async (tx) => {
        for (const name of newAuthors) authors.set(name, await author(tx, name))
        for (const path of paths) await category(tx, path)
        for (const name of newTags) await tag(tx, { name, slug: undefined, description: '' })
        // With what was created: a killed import finds it and would not report it again.
        await ledger.write(tx)
      })
    },
    /** A category that is mapped to another gets nothing from the source. */
    async addCategory(
      item: ImportedCategory,
      extrasOf: (item: ImportedCategory) => Promise<CategoryExtras>,
    ): Promise<void> {
      const path = placeOf(item.path)
      const isOwn = path === item.path
      if (isOwn) reportTerm(item, path.join('/'), isCategoryAlias(item.slug))
      const earlier = isOwn ? await earlierTerm(uploading, 'category', item.formerList, path) : undefined
      if (earlier === 'deleted') {
        deleted.add(`category ${path.join(SEPARATOR)}`)
        return reportDeleted('category', path.join('/'))
      }
      if (earlier) categories.set(path.join(SEPARATOR), earlier.id)
      const extras = isOwn ? await extrasOf(item) : {}
      await reportKeptCategory(uploading, ledger, path, extras)
      if (ledger.dryRun) return dryRun.addCategory(path, isOwn ? item.slug : undefined, item.formerList)
      await engine.transact(async (tx) => {
        const id = await category(tx, path, isOwn ? { ...item, extras } : undefined)
        if (id !== null) await noteFormerList(tx, 'category', id, item.formerList)
        await ledger.write(tx)
      })
    },
    async addTag(item: ImportedTag): Promise<void> {
      reportTerm(item, item.name, isTagAlias(item.slug))
      const earlier = await earlierTerm(uploading, 'tag', item.formerList, [item.name])
      if (earlier === 'deleted') {
        deleted.add(`tag ${item.name}`)
        return reportDeleted('tag', item.name)
      }
      if (earlier) tags.set(item.name, earlier.id)
      await reportKeptTag(uploading, ledger, item)
      if (ledger.dryRun) return dryRun.addTag(item)
      await engine.transact(async (tx) => {
        await noteFormerList(tx, 'tag', await tag(tx, item), item.formerList)
        await ledger.write(tx)
      })
    },
    noteAuthor: (item: ImportedAuthor): void => void authorFacts.set(item.name, item),
    /** Called when a cached id may no longer exist. */
    clear(): void {
      for (const known of [authors, categories, tags]) known.clear()
    },
    authorId: (name: string | undefined): number =>
      name === undefined ? actor.userId : (authors.get(name) ?? actor.userId),
    /** The id of a user of the source; undefined for a guest. */
    knownAuthorId: (name: string | undefined): number | undefined =>
      name === undefined ? undefined : authors.get(name),
    categoryIds: (article: ImportedArticle): number[] => [
      ...new Set(pathsOf(article).flatMap((path) => categories.get(path.join(SEPARATOR)) ?? [])),
    ],
    tagIds: (names: readonly string[]): number[] => [
      ...new Set(names.flatMap((name) => tags.get(name) ?? [])),
    ],
  }
}

/** The category of articles without one. */
const UNCATEGORIZED: readonly string[] = ['Uncategorized']
