import { isReservedPath } from '@inkstone/contract/site-paths.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import { saveSource } from '../content/content.actions.ts'
import type { Prepared } from '../content/content.rules.ts'
import { type ImportedAgain, isEditedSince, markOf, type Outcome } from '../content/imported-again.rules.ts'
import { keepFormerAlias } from '../former-aliases/former-aliases.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { findPageDraft } from './history.store.ts'
import { isDigits } from './pages.rules.ts'
import { findPage, findPageId, lockAliases, lockExistingPage, savePage } from './pages.store.ts'
import type { PageRow } from './pages.table.ts'
import { recordPageEvent } from './recording.actions.ts'
import { savePageRevision } from './revisions.actions.ts'

type Changeable = Omit<
  PageRow,
  'id' | 'site_id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at' | 'deleted_by'
>

/** What changed in the source of a page. */
export interface PageAgain {
  readonly changes: Prepared<Partial<Changeable>>
  /** The mark of the text that the import wrote. */
  readonly mark: string
}

const TEXTS = ['title', 'content', 'seo_title', 'seo_keywords', 'seo_description'] as const

export function markOfPage(page: PageRow): string {
  return markOf(page.updated_at, Object.fromEntries(TEXTS.map((field) => [field, page[field]])))
}

/** Undefined if it was deleted permanently. */
export async function markOfImportedPage(db: Db, siteId: number, id: number): Promise<string | undefined> {
  const page = await findPage(db, siteId, id)
  return page && markOfPage(page)
}

/** What `importPageAgain` would do. */
export async function pageOutlookOf(
  db: Db,
  siteId: number,
  id: number,
  given: PageAgain,
): Promise<Outcome<never>> {
  const page = await findPage(db, siteId, id)
  if (!page) return { outcome: 'binned' }
  const { again, keptAlias } = await withFreeAlias(db, page, given)
  return { outcome: await outlook(db, page, again), keptAlias }
}

async function outlook(db: Db, page: PageRow, again: PageAgain): Promise<ImportedAgain> {
  if (page.deleted_at !== null) return 'binned'
  if (await findPageDraft(db, page.site_id, page.id)) return 'open'
  const { source: _, ...changes } = again.changes
  const texts = Object.entries(changes).filter(([field]) => TEXTS.some((each) => each === field))
  const isOther = differs(page, Object.fromEntries(texts))
  if (isOther && wasEdited(page, again)) return 'edited'
  return differs(page, changes) ? 'changed' : 'same'
}

function wasEdited(page: PageRow, { mark }: PageAgain): boolean {
  return isEditedSince(mark, markOfPage(page))
}

/**
 * Changes an imported page because its source changed. The former text becomes a revision. Only recorded in the feed of
 * changes. A taken alias is not given to it.
 */
export async function importPageAgain(
  tx: Tx,
  actor: Actor,
  id: number,
  given: PageAgain,
): Promise<Outcome<PageRow>> {
  const { siteId } = actor
  await lockAliases(tx, siteId)
  const before = await lockExistingPage(tx, siteId, { column: 'id', value: id })
  if (!before) return { outcome: 'binned' }
  const { again, keptAlias } = await withFreeAlias(tx, before, given)
  const outcome = await outlook(tx, before, again)
  const { source, ...changes } = again.changes
  if (outcome === 'same') {
    await saveSource(tx, 'page', before, source)
    return { outcome, written: before, wasEdited: wasEdited(before, again), keptAlias }
  }
  if (outcome !== 'changed') return { outcome }
  await savePageRevision(tx, before, changes)
  const written = await savePage(tx, siteId, id, { ...changes, written_by: actor.userId })
  await recordPageEvent(tx, undefined, before, written)
  await keepFormerAlias(tx, 'page', before, written)
  await saveUses(tx, 'page', id, { content: written.content })
  await saveSource(tx, 'page', written, source)
  return { outcome, written, wasEdited: wasEdited(before, again), keptAlias }
}

/** The changes without an alias that is taken, and then the present alias. */
async function withFreeAlias(
  db: Db,
  page: PageRow,
  again: PageAgain,
): Promise<{ again: PageAgain; keptAlias: string | undefined }> {
  const { alias, ...changes } = again.changes
  if (alias === undefined) return { again, keptAlias: undefined }
  const isPossible = !isDigits(alias) && !isReservedPath(alias)
  const owner = await findPageId(db, page.site_id, alias)
  const isFree = isPossible && (owner === undefined || owner === page.id)
  return isFree ? { again, keptAlias: undefined } : { again: { ...again, changes }, keptAlias: page.alias }
}
