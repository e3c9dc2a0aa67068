import type { CategoryExtras } from '../exports/restored-fields.rules.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { createAuthorNames } from './author-names.actions.ts'
import { createCategoryNames } from './category-names.actions.ts'
import type { ImportedArticle, ImportedAuthor, ImportedCategory, ImportedPage, ImportedTag } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import type { Mappings } from './mappings.actions.ts'
import { createNameLosses } from './name-losses.ts'
import { createNameOrigins } from './name-origins.actions.ts'
import { createTagNames } from './tag-names.actions.ts'

/** Finds or creates authors, categories and tags by their names in the source. */
export type Names = ReturnType<typeof createNames>

export function createNames(uploading: Uploading, ledger: Ledger, mappings: Mappings) {
  const losses = createNameLosses(ledger)
  const context = { uploading, ledger, losses, origins: createNameOrigins(uploading, ledger) }
  const authors = createAuthorNames(context, mappings)
  const categories = createCategoryNames(context, mappings)
  const tags = createTagNames(context)

  return {
    /** In its own transaction, so that the cached ids stay valid if the articles fail. */
    async prepare(
      fresh: readonly (ImportedArticle | ImportedPage)[],
      discussed: readonly (ImportedArticle | ImportedPage)[],
    ): Promise<void> {
      const articles = fresh.filter((item) => item.kind === 'article')
      const comments = [...fresh, ...discussed].flatMap((item) => item.comments)
      const newAuthors = authors.missing([...articles, ...comments].map(({ author }) => author))
      const newPaths = categories.missing(articles)
      const newTags = tags.missing(articles)
      if (ledger.dryRun) {
        await authors.count(newAuthors)
        await categories.count(newPaths)
        return tags.count(newTags)
      }
      if (newAuthors.length + newPaths.length + newTags.length === 0) return
      await uploading.engine.transact(async (tx) => {
        await authors.create(tx, newAuthors)
        for (const path of newPaths) await categories.create(tx, path)
        for (const name of newTags) await tags.create(tx, name)
        // With what was created: a killed import finds it and would not report it again.
        await ledger.write(tx)
      })
    },
    addCategory: (
      item: ImportedCategory,
      extrasOf: (item: ImportedCategory) => Promise<CategoryExtras>,
    ): Promise<void> => categories.add(item, extrasOf),
    addTag: (item: ImportedTag): Promise<void> => tags.add(item),
    noteAuthor: (item: ImportedAuthor): void => authors.note(item),
    /** Finds the users of comments without articles, and creates none. */
    findUsers: (names: readonly (string | undefined)[]): Promise<void> => authors.find(names),
    /** Called when a cached id may no longer exist. */
    clear(): void {
      for (const names of [authors, categories, tags]) names.clear()
    },
    authorId: (name: string | undefined): number => authors.idOf(name) ?? uploading.actor.userId,
    /** The id of a user of the source; undefined for a guest. */
    knownAuthorId: authors.idOf,
    categoryIds: categories.idsOf,
    tagIds: tags.idsOf,
  }
}
