import { createHash } from 'node:crypto'
import type { Tx } from '../../database.ts'
import { categoryPaths, importCategory } from '../categories/categories.actions.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { importTag, tagByName } from '../tags/tags.actions.ts'
import { importAuthor, userByName } from '../users/users.actions.ts'
import { insertItem } from './imports.store.ts'
import type { ImportedArticle, ImportedAuthor, ImportedCategory, ImportedPage, ImportedTag } from './items.ts'
import type { Ledger } from './ledger.actions.ts'

/** Finds or creates authors, categories and tags by their names in the source. */
export type Names = ReturnType<typeof createNames>

const MAX_CATEGORY_LENGTH = 100
const MAX_TAG_LENGTH = 50
const MAX_NICKNAME_LENGTH = 50
const MAX_DESCRIPTION_LENGTH = 2000
const SEPARATOR = '\n'

interface Mappings {
  readonly authors: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
}

export function createNames(
  { engine, actor }: Uploading,
  ledger: Ledger,
  { authors: mapped, categories: mappedPaths }: Mappings,
) {
  const { siteId } = actor
  const authors = new Map<string, number>()
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const authorFacts = new Map<string, ImportedAuthor>()

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

  const pathsOf = ({ categories: paths }: ImportedArticle) =>
    paths.length > 0 ? paths.map(placeOf) : [UNCATEGORIZED]

  async function note(tx: Tx, type: 'author' | 'category' | 'tag', name: string, id: number): Promise<void> {
    const origin = type === 'author' ? `author ${name}` : `${type} ${id}`
    await insertItem(tx, { import_id: ledger.importId, site_id: siteId, origin, type, ref_id: id })
  }

  async function author(tx: Tx, name: string): Promise<number> {
    const facts = authorFacts.get(name)
    const username = usernameFor(name)
    const known =
      (await userByName(tx, mapped.get(name) ?? name)) ??
      (mapped.has(name) ? undefined : await userByName(tx, username))
    if (mapped.has(name) && !known)
      ledger.addLoss(name, `user ${mapped.get(name)} does not exist: a new user is created`)
    if (known) return known.id
    const nickname = (facts?.nickname || name).slice(0, MAX_NICKNAME_LENGTH).toWellFormed()
    const made = await importAuthor(tx, { username, nickname, email: facts?.email ?? '' })
    await note(tx, 'author', name, made)
    return made
  }

  async function category(
    tx: Tx,
    path: readonly string[],
    facts?: Pick<ImportedCategory, 'slug' | 'description'>,
  ): Promise<number | null> {
    let parentId: number | null = null
    for (const [at, name] of path.entries()) {
      const key = path.slice(0, at + 1).join(SEPARATOR)
      const known = categories.get(key)
      if (known !== undefined) {
        parentId = known
        continue
      }
      const isLast = at === path.length - 1
      const { id, isNew }: { id: number; isNew: boolean } = await importCategory(tx, siteId, {
        name: name.slice(0, MAX_CATEGORY_LENGTH).toWellFormed(),
        parentId,
        ...(isLast &&
          facts && { alias: facts.slug, description: facts.description.slice(0, MAX_DESCRIPTION_LENGTH) }),
      })
      if (isNew) await note(tx, 'category', name, id)
      categories.set(key, id)
      parentId = id
    }
    return parentId
  }

  async function tag(
    tx: Tx,
    { name, slug, description }: Pick<ImportedTag, 'name' | 'slug' | 'description'>,
  ): Promise<number> {
    const known = tags.get(name)
    if (known !== undefined) return known
    const { id, isNew } = await importTag(tx, siteId, {
      name: name.slice(0, MAX_TAG_LENGTH).toWellFormed(),
      alias: slug,
      description: description.slice(0, MAX_DESCRIPTION_LENGTH),
    })
    if (isNew) await note(tx, 'tag', name, id)
    tags.set(name, id)
    return id
  }

  /** For a dry run: counts each name once. */
  function countOnce(
    known: Map<string, number>,
    key: string,
    type: 'author' | 'category' | 'tag',
    name?: string,
  ): void {
    if (!known.has(key)) ledger.count(type, name)
    known.set(key, 0)
  }

  async function countNew(
    newAuthors: readonly string[],
    paths: readonly (readonly string[])[],
    newTags: readonly string[],
  ): Promise<void> {
    for (const name of newAuthors) {
      const known =
        (await userByName(engine.db, mapped.get(name) ?? name)) ??
        (await userByName(engine.db, usernameFor(name)))
      if (known) authors.set(name, known.id)
      else countOnce(authors, name, 'author', name)
    }
    if (categories.size === 0)
      for (const path of (await categoryPaths(engine.db, siteId)).values())
        categories.set(path.map(({ name }) => name).join(SEPARATOR), 0)
    for (const path of paths)
      for (const at of path.keys()) {
        const part = path.slice(0, at + 1)
        countOnce(categories, part.join(SEPARATOR), 'category', part.join('/'))
      }
    for (const name of newTags)
      if (!tags.has(name) && (await tagByName(engine.db, siteId, name)) !== undefined) tags.set(name, 0)
      else countOnce(tags, name, 'tag')
  }

  return {
    /** In its own transaction, so that the cached ids stay valid if the articles fail. */
    async prepare(items: readonly (ImportedArticle | ImportedPage)[]): Promise<void> {
      const articles = items.filter((item) => item.kind === 'article')
      const names = new Set(
        items.flatMap((item) => [
          ...(item.kind === 'article' ? [item.author] : []),
          ...item.comments.map(({ author }) => author),
        ]),
      )
      const newAuthors = [...names].filter((name) => name !== undefined && !authors.has(name)) as string[]
      const paths = articles.flatMap(pathsOf).filter((path) => !categories.has(path.join(SEPARATOR)))
      const newTags = articles.flatMap((article) => article.tags).filter((name) => !tags.has(name))
      if (ledger.dryRun) return countNew(newAuthors, paths, newTags)
      if (newAuthors.length + paths.length + newTags.length === 0) return
      await engine.transact(async (tx) => {
        for (const name of newAuthors) authors.set(name, await author(tx, name))
        for (const path of paths) await category(tx, path)
        for (const name of newTags) await tag(tx, { name, slug: undefined, description: '' })
      })
    },
    async addCategory(item: ImportedCategory): Promise<void> {
      const path = placeOf(item.path)
      if (ledger.dryRun) await countNew([], [path], [])
      else await engine.transact((tx) => category(tx, path, path === item.path ? item : undefined))
    },
    async addTag(item: ImportedTag): Promise<void> {
      if (ledger.dryRun) await countNew([], [], [item.name])
      else await engine.transact((tx) => tag(tx, item))
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

/** Generates a username if the name is not a valid one. */
function usernameFor(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .slice(0, 50)
    .toWellFormed()
  return plain.length >= 2 ? plain : `author-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}
