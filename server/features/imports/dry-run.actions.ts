import { takenAliases } from '../articles/importing.actions.ts'
import { pageWithAlias } from '../pages/importing.actions.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'

interface Named {
  readonly item: ImportedArticle | ImportedPage
  readonly text: { readonly alias: string | undefined }
}

/** For a dry run: counts what would be written, and reports aliases that are taken here or occur twice in the source. */
export async function countTexts(
  { uploading, ledger }: ImportContext,
  texts: readonly Named[],
): Promise<void> {
  const { engine, actor } = uploading
  const wanted = texts.flatMap(({ item, text }) => (item.kind === 'article' ? (text.alias ?? []) : []))
  const taken = await takenAliases(engine.db, actor, wanted)
  for (const { item, text } of texts) {
    ledger.count(item.kind)
    for (const _ of item.comments) ledger.count('comment')
    const { alias } = text
    if (alias === undefined) continue
    const isTaken =
      item.kind === 'article'
        ? taken.has(alias)
        : (await pageWithAlias(engine.db, actor.siteId, alias)) !== undefined
    const key = `${item.kind} ${alias.toLowerCase()}`
    if (isTaken || ledger.seen.aliases.has(key))
      ledger.addLoss(item.where, `its alias ${alias} is already taken: it gets a suffix`)
    ledger.seen.aliases.add(key)
  }
}
