import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { PageSnapshot, savePageDraft as saveEndpoint } from '@inkstone/contract/page-history.ts'
import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import type { Prepared } from '../content/content.rules.ts'
import { saveUses } from '../media/uses.actions.ts'
import {
  findDraftedPages,
  findPageDraft,
  findPageRevision,
  findPageRevisionNumbers,
  findPageRevisions,
  type PageDraftFound,
  type PageRevisionFound,
  putPageDraft,
  removePageDraft,
} from './history.store.ts'
import { changePage, requireUsableAlias, seePage } from './pages.actions.ts'
import { draftEntry, pageNamed } from './pages.rules.ts'
import { lockAliases, lockPage } from './pages.store.ts'
import type { PageRow } from './pages.table.ts'

type DraftFields = Prepared<BodyOf<typeof saveEndpoint>>

export interface WholeDraft {
  readonly page: PageRow
  readonly draft: PageDraftFound
}

/** Which pages have a draft, for the list of who manages them. */
export function draftedPages(db: Db, actor: Actor): Promise<ReadonlySet<number>> {
  return findDraftedPages(db, actor.siteId)
}

export async function seePageDraft(db: Db, actor: Actor, name: string): Promise<WholeDraft> {
  const page = await seePage(db, actor, name)
  const draft = await findPageDraft(db, actor.siteId, page.id)
  if (!draft) throw new Problem('page-draft-not-found')
  return { page, draft }
}

/** The draft with its page locked, so that neither changes until the transaction ends. */
export async function lockPageDraft(tx: Tx, actor: Actor, id: number): Promise<WholeDraft> {
  await lockPage(tx, actor.siteId, pageNamed(String(id)))
  return seePageDraft(tx, actor, String(id))
}

/** For If-Match. A missing draft has no version. */
export async function versionOfPageDraft(tx: Tx, actor: Actor, name: string): Promise<number> {
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  return (await findPageDraft(tx, actor.siteId, page.id))?.version ?? 0
}

export async function savePageDraft(
  tx: Tx,
  actor: Actor,
  name: string,
  changes: DraftFields,
): Promise<WholeDraft> {
  requireUsableAlias(changes.alias)
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  const before = await findPageDraft(tx, actor.siteId, page.id)
  const { source: earlier, ...kept } = before ? fieldsOf(before) : {}
  // The Markdown source of an earlier text does not match a new one.
  const source = changes.content === undefined ? earlier : changes.source
  const fields = { ...kept, ...changes, ...(source !== undefined && { source }) }
  await putPageDraft(tx, page, actor.userId, JSON.stringify(fields))
  const title = fields.title ?? page.title
  await recordAuditEntry(tx, actor, draftEntry(before ? 'updated' : 'created', page, { after: { title } }))
  await saveUses(tx, 'page', page.id, { content: page.content + (fields.content ?? '') })
  return seePageDraft(tx, actor, String(page.id))
}

export async function dropPageDraft(tx: Tx, actor: Actor, name: string): Promise<void> {
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  if (!(await removePageDraft(tx, actor.siteId, page.id))) throw new Problem('page-draft-not-found')
  await saveUses(tx, 'page', page.id, { content: page.content })
  await recordAuditEntry(tx, actor, draftEntry('deleted', page, { before: { title: page.title } }))
}

export async function publishPageDraft(tx: Tx, actor: Actor, name: string): Promise<PageRow> {
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  const draft = await findPageDraft(tx, actor.siteId, page.id)
  if (!draft) throw new Problem('page-draft-not-found')
  const after = await changePage(tx, actor, String(page.id), fieldsOf(draft))
  await removePageDraft(tx, actor.siteId, page.id)
  await saveUses(tx, 'page', page.id, { content: after.content })
  return after
}

/** Locks the page, before a change of any field, and reads the numbers of its revisions, oldest first. */
export async function lockPageHistory(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ page: PageRow; revisions: readonly number[] }> {
  await lockAliases(tx, actor.siteId)
  const page = await lockPage(tx, actor.siteId, pageNamed(String(id)))
  return { page, revisions: await findPageRevisionNumbers(tx, actor.siteId, page.id) }
}

/** It was validated and sanitised when it was stored. */
export function fieldsOf({ fields }: Pick<PageDraftFound, 'fields'>): DraftFields {
  return JSON.parse(fields) as DraftFields
}

export async function pageRevisions(
  db: Db,
  actor: Actor,
  name: string,
  query: PageQuery,
): Promise<Found<PageRevisionFound>> {
  const page = await seePage(db, actor, name)
  return findPageRevisions(db, actor.siteId, page.id, query)
}

export async function pageRevision(
  db: Db,
  actor: Actor,
  name: string,
  number: number,
): Promise<PageRevisionFound> {
  const page = await seePage(db, actor, name)
  const found = await findPageRevision(db, actor.siteId, page.id, number)
  if (!found) throw new Problem('revision-not-found')
  return found
}

/** Whether a page has the content of a revision. */
export async function isPageAsIn(db: Db, page: PageRow, number: number): Promise<boolean> {
  const revision = await findPageRevision(db, page.site_id, page.id, number)
  if (!revision) return false
  const fields = Object.entries(JSON.parse(revision.snapshot) as PageSnapshot)
  return fields.every(([field, value]) => page[field as keyof PageSnapshot] === value)
}

export async function restorePageRevision(
  tx: Tx,
  actor: Actor,
  name: string,
  number: number,
): Promise<PageRow> {
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  const { snapshot } = await pageRevision(tx, actor, String(page.id), number)
  return changePage(tx, actor, String(page.id), JSON.parse(snapshot) as DraftFields)
}
