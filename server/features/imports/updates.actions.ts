import type { Tx } from '../../database.ts'
import { Problem } from '../../platform/core/problem.ts'
import { attempt } from '../../platform/sql/savepoint.ts'
import { importAgain, markOfArticle, markOfImported, outlookOf } from '../articles/importing-again.actions.ts'
import { type ImportedAgain, type Outcome, writtenAtIn } from '../content/imported-again.rules.ts'
import { filedPageText } from '../pages/importing.actions.ts'
import { importPageAgain, markOfPage, pageOutlookOf } from '../pages/importing-again.actions.ts'
import { articleAgain, pageAgain } from './changed-texts.ts'
import { changedFields, type FileMarks, marksIn, storedMarks } from './file-marks.rules.ts'
import type { ImportContext } from './import-context.ts'
import { findItems, type KnownItem } from './imports.store.ts'
import type { ImportedArticle } from './items.ts'
import { saveItem } from './items-again.store.ts'
import { reasonOf } from './outcome.actions.ts'
import type { ImportedText, ReadyText, ReadyUpdate, Update } from './ready-texts.ts'
import { saveAddresses } from './text-origins.actions.ts'

export type MarksByOrigin = ReadonlyMap<string, FileMarks>

/** The items that earlier imports have written of these, by their origins now. */
export async function knownItems(
  { uploading: { engine, actor }, updates }: ImportContext,
  items: readonly ImportedText[],
): Promise<Map<string, KnownItem>> {
  const known = await findItems(
    engine.db,
    actor.siteId,
    items.map(({ origin }) => origin),
  )
  for (const item of updates ? items : []) {
    if (known.has(item.origin)) continue
    const earlier = await updates?.earlierItem(item)
    if (earlier) known.set(item.origin, earlier)
  }
  return known
}

/** The texts to update. What cannot be updated is reported. */
export async function changedTexts(
  context: ImportContext,
  living: readonly ImportedText[],
  known: ReadonlyMap<string, KnownItem>,
  marksByOrigin: MarksByOrigin,
): Promise<Update[]> {
  const found: Update[] = []
  for (const item of context.updates ? living : []) {
    const [earlier, marks] = [known.get(item.origin), marksByOrigin.get(item.origin)]
    if (!earlier || !marks) continue
    const changed = changesOf(context, item, earlier, marks)
    if (changed) found.push({ item, known: earlier, marks, changed })
  }
  return found
}

/** The fields that changed in its file, or none if it was only moved; undefined if nothing changed, or it stays. */
function changesOf(
  { updates, ledger }: ImportContext,
  item: ImportedText,
  known: KnownItem,
  marks: FileMarks,
): ReadonlySet<string> | undefined {
  const before = marksIn(known.file_marks)
  const changed = before && changedFields(before, marks)
  if (before && changed?.size === 0 && known.origin === item.origin)
    return Object.keys(marks).every((name) => name in before) ? undefined : changed
  if (updates?.endedAt(known.import_id) === undefined) {
    ledger.addLoss(item.where, 'it was imported from another folder: it is not updated')
    return undefined
  }
  if (known.type !== item.kind) {
    const [now, here] = item.kind === 'page' ? ['a page', 'article'] : ['an article', 'page']
    ledger.addLoss(item.where, `it is ${now} in the file now: the ${here} here stays as it is`)
    return undefined
  }
  if (!before)
    ledger.addLoss(
      item.where,
      'an earlier version imported it: changes of its file are taken over from now on',
    )
  return changed ?? new Set()
}

export function readyUpdates(updates: readonly Update[], ready: readonly ReadyText[]): ReadyUpdate[] {
  const texts = new Map(ready.map(({ item, text }) => [item, text]))
  return updates.flatMap((update) => {
    const text = texts.get(update.item)
    return text ? [{ ...update, text }] : []
  })
}

/** For a dry run. */
export async function countUpdates(context: ImportContext, updates: readonly ReadyUpdate[]): Promise<void> {
  const { engine, actor } = context.uploading
  const now = Date.now()
  for (const update of updates) {
    const { ref_id } = update.known
    const done = isArticle(update)
      ? await outlookOf(engine.db, actor, ref_id, articleAgain(context, update, now))
      : await pageOutlookOf(engine.db, actor.siteId, ref_id, pageAgain(update))
    report(context, update, done)
    if (done.outcome === 'changed') context.ledger.seen.updated.push(update.item.where)
  }
}

const isArticle = (update: ReadyUpdate): update is ReadyUpdate & { readonly item: ImportedArticle } =>
  update.item.kind === 'article'

/** An invalid one does not affect the others. They are locked in one order. */
export async function writeUpdates(
  tx: Tx,
  context: ImportContext,
  updates: readonly ReadyUpdate[],
): Promise<void> {
  const inOrder = [...updates].sort((one, other) => one.known.ref_id - other.known.ref_id)
  for (const update of inOrder)
    try {
      await attempt(tx, () => writeUpdate(tx, context, update))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      context.ledger.addLoss(update.item.where, `not updated: ${reasonOf(error)}`)
      // A category or tag may have been deleted in the meantime, so cached ids are cleared.
      context.names.clear()
    }
}

async function writeUpdate(tx: Tx, context: ImportContext, update: ReadyUpdate): Promise<void> {
  const { item, known, marks, text } = update
  const done = isArticle(update)
    ? await writeArticle(tx, context, update)
    : await writePage(tx, context, update)
  report(context, update, done)
  if (done.mark === undefined) return
  await saveItem(tx, known.id, {
    origin: item.origin,
    place: item.where,
    file_marks: storedMarks(marksAfter(known, marks, done.keptAlias)),
    written: writtenAfter(context, known, { ...done, mark: done.mark }),
    ...(done.outcome === 'changed' && { updated_in: context.ledger.importId }),
    ...(text.openLinks.length > 0 && { open_links: 1 }),
  })
  // Of the import that it came with: undoing this one leaves the text.
  await saveAddresses(tx, context.uploading, [{ item, id: known.ref_id, importId: known.import_id }])
}

/** An alias that was taken is tried again. */
function marksAfter(known: KnownItem, marks: FileMarks, keptAlias: string | undefined): FileMarks {
  const before = marksIn(known.file_marks)
  const after = { ...before, ...marks }
  if (keptAlias === undefined) return after
  const { slug: _, ...others } = after
  return { ...others, ...(before?.slug !== undefined && { slug: before.slug }) }
}

/** How the import wrote the text: what was edited here does not become its own when only other fields change. */
function writtenAfter(
  context: ImportContext,
  known: KnownItem,
  { mark, wasEdited }: { readonly mark: string; readonly wasEdited?: boolean },
): string {
  if (known.file_marks === '') return wasEditedBefore(context, known, mark) ? '' : mark
  return wasEdited ? known.written : mark
}

/** Whether a text that an earlier version imported, which stored no marks, was edited since. */
function wasEditedBefore(
  { updates }: ImportContext,
  { file_marks, import_id }: KnownItem,
  mark: string,
): boolean {
  return file_marks === '' && writtenAtIn(mark) > (updates?.endedAt(import_id) ?? 0)
}

async function writeArticle(
  tx: Tx,
  context: ImportContext,
  update: ReadyUpdate & { readonly item: ImportedArticle },
) {
  const again = articleAgain(context, update, tx.now)
  const done = await importAgain(tx, context.uploading.actor, update.known.ref_id, again)
  return { ...done, mark: done.written && markOfArticle(done.written) }
}

async function writePage(tx: Tx, context: ImportContext, update: ReadyUpdate) {
  const done = await importPageAgain(tx, context.uploading.actor, update.known.ref_id, pageAgain(update))
  return { ...done, mark: done.written && markOfPage(done.written) }
}

const REASONS: Readonly<Partial<Record<ImportedAgain, string>>> = {
  edited: 'changed here and in the file: the text here stays as it is',
  open: 'changed in the file, but it has unpublished changes here: it stays as it is',
  binned: 'changed in the file, but it is in the recycle bin here: it stays as it is',
}

function report(
  { ledger }: ImportContext,
  { item, text }: ReadyUpdate,
  { outcome, keptAlias }: Outcome<unknown>,
): void {
  const reason = REASONS[outcome]
  if (reason !== undefined) ledger.addLoss(item.where, reason)
  else if (keptAlias !== undefined)
    ledger.addLoss(item.where, `its alias ${text.alias} is already taken: it keeps ${keptAlias}`)
}

/** Reports the texts whose files are gone. They stay. */
export async function reportGone(context: ImportContext): Promise<void> {
  const { engine, actor } = context.uploading
  for (const { type, ref_id, place } of context.updates?.gone() ?? []) {
    const read = type === 'page' ? filedPageText : markOfImported
    if (await read(engine.db, actor.siteId, ref_id))
      context.ledger.addLoss(place, 'its file is gone: the text stays here')
  }
}
