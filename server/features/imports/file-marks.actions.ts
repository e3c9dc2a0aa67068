import { type FileMarks, marksOf } from './file-marks.rules.ts'
import type { ImportContext } from './import-context.ts'
import { filesIn } from './late-files.actions.ts'
import type { ImportedText } from './ready-texts.ts'
import type { MarksByOrigin } from './updates.actions.ts'

/** The marks of texts that can be imported again with changes, by their origins. */
export async function fileMarks(
  context: ImportContext,
  items: readonly ImportedText[],
): Promise<MarksByOrigin> {
  const marks = new Map<string, FileMarks>()
  if (!context.source.places) return marks
  for (const item of items) marks.set(item.origin, marksOf(item, await filesOf(context, item)))
  return marks
}

/** The files that a text uses. A changed file has another origin. */
async function filesOf({ source, files }: ImportContext, item: ImportedText): Promise<string[] | undefined> {
  if (!files.isOn) return undefined
  const addresses = await filesIn({ source }, item, item)
  if (item.kind === 'article' && item.cover !== undefined) addresses.add(item.cover)
  const found: string[] = []
  for (const address of [...addresses].sort()) {
    const location = source.file(address, item.where)
    const origin = location && (await files.originOf(location))
    if (origin !== undefined) found.push(`${address} ${origin}`)
  }
  return found
}
