import { isReservedPath } from '@inkstone/contract/site-paths.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { aliasFrom, freeAlias } from '../../platform/texts/alias.ts'
import { saveSource, sourceOf } from '../content/content.actions.ts'
import type { Prepared } from '../content/content.rules.ts'
import { saveUses } from '../media/uses.actions.ts'
import { findPageDraft } from './history.store.ts'
import { isDigits } from './pages.rules.ts'
import {
  findAliases,
  findPage,
  findPageId,
  insertPage,
  lockAliases,
  lockExistingPage,
  putIntoBin,
  saveText,
  takenAliases,
} from './pages.store.ts'
import type { PageRow } from './pages.table.ts'
import { recordPageEvent } from './recording.actions.ts'
import { savePageRevision } from './revisions.actions.ts'

interface PageToImport {
  readonly fields: Prepared<
    Pick<PageRow, 'title' | 'content' | 'alias'> &
      Partial<
        Pick<
          PageRow,
          | 'seo_title'
          | 'seo_keywords'
          | 'seo_description'
          | 'template'
          | 'show_in_nav'
          | 'css_class'
          | 'page_type'
        >
      >
  >
  readonly enabled: 0 | 1
  readonly sortOrder: number
  readonly allowComment: 0 | 1
  readonly createdAt: number
  readonly updatedAt: number
  readonly trashed: boolean
}

/** Writes an imported page. Only recorded in the feed of changes. A taken alias gets a suffix. */
export async function importPage(tx: Tx, actor: Actor, page: PageToImport): Promise<PageRow> {
  const { siteId } = actor
  const { source, alias, ...fields } = page.fields
  await lockAliases(tx, siteId)
  const wanted = alias !== '' && !isDigits(alias) ? alias : await aliasFrom(fields.title, 'page')
  const taken = await takenAliases(tx, siteId, wanted)
  const row = await insertPage(tx, {
    show_in_nav: 0,
    ...fields,
    enabled: page.enabled,
    sort_order: page.sortOrder,
    allow_comment: page.allowComment,
    created_at: page.createdAt,
    updated_at: page.updatedAt,
    site_id: siteId,
    alias: freeAlias(wanted, isReservedPath(wanted) ? new Set([...taken, wanted]) : taken),
  })
  await saveUses(tx, 'page', row.id, { content: row.content })
  await saveSource(tx, 'page', row, source)
  if (page.trashed) await putIntoBin(tx, siteId, row.id, actor.userId)
  else await recordPageEvent(tx, undefined, undefined, row)
  return row
}

/** The content of an imported page, with its Markdown if stored; undefined if it no longer exists. */
export async function importedPageText(
  db: Db,
  siteId: number,
  id: number,
): Promise<{ content: string; source: string | undefined } | undefined> {
  const row = await findPage(db, siteId, id)
  return row && { content: row.content, source: await sourceOf(db, 'page', row) }
}

/** Replaces URLs in an imported page. Dates do not change, and no events are recorded. */
export async function rewriteImportedPage(
  tx: Tx,
  siteId: number,
  id: number,
  { content, source }: Prepared<{ content: string }>,
): Promise<void> {
  const row = await saveText(tx, siteId, id, content)
  if (row.deleted_at === null) await recordPageEvent(tx, undefined, row, row)
  await saveUses(tx, 'page', id, { content })
  await saveSource(tx, 'page', row, source)
}

/** The text of a page and whether it has a draft; undefined in the recycle bin or if it is missing. */
export async function filedPageText(
  db: Db,
  siteId: number,
  id: number,
): Promise<{ content: string; source: string | undefined; isOpen: boolean } | undefined> {
  const row = await findPage(db, siteId, id)
  if (!row || row.deleted_at !== null) return undefined
  const isOpen = (await findPageDraft(db, siteId, id)) !== undefined
  return { content: row.content, source: await sourceOf(db, 'page', row), isOpen }
}

/**
 * Puts files that were imported late into a page, unless its text has changed since it was read. The former text becomes a
 * revision. False if it has changed.
 */
export async function putLateFilesIntoPage(
  tx: Tx,
  siteId: number,
  id: number,
  { before, after }: { readonly before: string; readonly after: Prepared<{ content: string }> },
): Promise<boolean> {
  const page = await lockExistingPage(tx, siteId, { column: 'id', value: id })
  if (!page || page.content !== before || (await findPageDraft(tx, siteId, id))) return false
  await savePageRevision(tx, page, { content: after.content })
  await rewriteImportedPage(tx, siteId, id, after)
  return true
}

/** The aliases of these pages, including the recycle bin. */
export const aliasesOfPages: typeof findAliases = findAliases

/** The page of the site with this alias. */
export const pageWithAlias: typeof findPageId = findPageId
