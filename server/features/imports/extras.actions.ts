import { categoryByPath, seeCategory } from '../categories/categories.actions.ts'
import type { CategoryExtras } from '../exports/restored-fields.rules.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { seeTag, tagByName } from '../tags/tags.actions.ts'
import { namedFile } from './addresses.rules.ts'
import type { FileImporter } from './files.actions.ts'
import type { ImportedCategory, ImportedTag, Source } from './items.ts'
import type { Ledger } from './ledger.actions.ts'

const LOCAL_FILE = /^media\//
/** Where the paths of the files of categories start. */
const WHERE = 'taxonomy.yaml'

/** The extras of a category with its files imported. A file that cannot be imported is reported and left out. */
export async function importedExtras(
  { source, files, ledger }: { source: Source; files: FileImporter; ledger: Ledger },
  { path, extras = {} }: ImportedCategory,
): Promise<CategoryExtras> {
  const moved: Record<string, unknown> = { ...extras }
  for (const name of ['cover', 'icon'] as const) {
    const address = extras[name] ?? ''
    const location = LOCAL_FILE.test(address) ? source.file(address, WHERE) : undefined
    if (!location) continue
    const result = await files.importFile(location)
    delete moved[name]
    if ('refused' in result)
      ledger.addLoss(path.join('/'), `${namedFile(address, true)} is not imported: ${result.refused}`)
    // In a dry run there is no new URL.
    else if ('address' in result && result.address !== '') moved[name] = result.address
  }
  return moved
}

/** Reports what an existing category keeps, because imports do not change what is there. */
export async function reportKeptCategory(
  { engine, actor }: Uploading,
  ledger: Ledger,
  path: readonly string[],
  extras: CategoryExtras,
): Promise<void> {
  const id =
    Object.keys(extras).length === 0 ? undefined : await categoryByPath(engine.db, actor.siteId, path)
  if (id === undefined) return
  const kept = differing(extras, await seeCategory(engine.db, actor, id))
  if (kept !== '')
    ledger.addLoss(path.join('/'), `the category already exists and keeps its own values of: ${kept}`)
}

/** The same for a tag. */
export async function reportKeptTag(
  { engine, actor }: Uploading,
  ledger: Ledger,
  { name, extras = {} }: ImportedTag,
): Promise<void> {
  const id = Object.keys(extras).length === 0 ? undefined : await tagByName(engine.db, actor.siteId, name)
  if (id === undefined) return
  const kept = differing(extras, await seeTag(engine.db, actor, id))
  if (kept !== '') ledger.addLoss(name, `the tag already exists and keeps its own values of: ${kept}`)
}

function differing(extras: object, row: object): string {
  const present = new Map(Object.entries(row))
  return Object.entries(extras)
    .filter(([name, value]) => present.get(name) !== value)
    .map(([name]) => `\`${name}\``)
    .join(', ')
}
