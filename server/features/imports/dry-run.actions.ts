import { isReservedPath } from '@inkstone/contract/site-paths.ts'
import { takenAliases } from '../articles/importing.actions.ts'
import { pageWithAlias } from '../pages/importing.actions.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedArticle, ImportedPage } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import { leadsToOurs } from './links.actions.ts'
import type { PreparedText } from './texts.actions.ts'

interface Named {
  readonly item: ImportedArticle | ImportedPage
  readonly text: Pick<PreparedText, 'alias' | 'openLinks'>
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
    noteLinks(ledger, item, text.openLinks)
    const { alias } = text
    if (alias === undefined) continue
    const isTaken =
      item.kind === 'article'
        ? taken.has(alias)
        : isReservedPath(alias) || (await pageWithAlias(engine.db, actor.siteId, alias)) !== undefined
    const key = `${item.kind} ${alias.toLowerCase()}`
    if (isTaken || ledger.seen.aliases.has(key))
      ledger.addLoss(item.where, `its alias ${alias} is already taken: it gets a suffix`)
    ledger.seen.aliases.add(key)
  }
}

function noteLinks(
  { seen }: Ledger,
  { where, addresses, formerAddresses = [] }: ImportedArticle | ImportedPage,
  links: PreparedText['openLinks'],
): void {
  for (const key of [...addresses, ...formerAddresses.flatMap(({ key }) => key ?? [])]) seen.targets.add(key)
  for (const [address, key] of links) if (!seen.targets.has(key)) seen.openLinks.push({ where, address, key })
}

/** At the end: reports links without a target. */
export async function reportOpenLinks(context: ImportContext): Promise<void> {
  const { source, ledger } = context
  const { openLinks, targets } = ledger.seen
  for (const { where, address, key } of openLinks)
    if (!targets.has(key) && source.leadsToText(address, where) && !(await leadsToOurs(context, address)))
      ledger.addLoss(where, `the link to ${address} is unchanged: nothing was imported from there`)
}
