import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { createPage as createEndpoint, updatePage as updateEndpoint } from '@inkstone/contract/pages.ts'
import { isReservedPath } from '@inkstone/contract/site-paths.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorizeActor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasFrom, freeAlias } from '../../platform/texts/alias.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { saveSource } from '../content/content.actions.ts'
import type { Prepared } from '../content/content.rules.ts'
import { keepFormerAlias } from '../former-aliases/former-aliases.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { findPageDraft } from './history.store.ts'
import { canSee, canSeeDisabledPages } from './pages.policy.ts'
import { auditedChange, isDigits, pageNamed } from './pages.rules.ts'
import {
  countView,
  findPages,
  insertPage,
  lockAliases,
  lockPage,
  moveCommentCount,
  type PageInList,
  putIntoBin,
  readListed,
  readPage,
  savePage,
  takenAliases,
} from './pages.store.ts'
import type { PageRow } from './pages.table.ts'
import { recordPageEvent } from './recording.actions.ts'
import { savePageRevision } from './revisions.actions.ts'

export async function seePublicPages(db: Db, { siteId }: Actor): Promise<PageInList[]> {
  return findPages(db, siteId, false)
}

/** Disabled ones too. */
export async function seeAllPages(db: Db, actor: Actor): Promise<PageInList[]> {
  authorizeActor(actor, canSeeDisabledPages)
  return findPages(db, actor.siteId, true)
}

/** The same with their texts, each read after the previous one was sent: a site may have many long pages. */
export async function* withContent(
  db: Db,
  actor: Actor,
  pages: readonly PageInList[],
  all: boolean,
): AsyncGenerator<PageRow> {
  for (const { id } of pages) {
    const page = await readListed(db, actor.siteId, id, all)
    if (page) yield page
    await nextTurn()
  }
}

export async function seePage(db: Db, actor: Actor, name: string): Promise<PageRow> {
  const page = await readPage(db, actor.siteId, pageNamed(name))
  if (!canSee(actor, page)) throw new Problem('page-not-found')
  return page
}

export async function viewPage(tx: Tx, actor: Actor, name: string): Promise<number> {
  return countView(tx, actor.siteId, pageNamed(name), canSeeDisabledPages(actor))
}

/** Changes the number of approved comments. */
export async function countPageComments(tx: Tx, siteId: number, id: number, by: number): Promise<void> {
  await moveCommentCount(tx, siteId, id, by)
}

export async function createPage(
  tx: Tx,
  actor: Actor,
  { source, ...fields }: Prepared<BodyOf<typeof createEndpoint>>,
): Promise<PageRow> {
  const { siteId } = actor
  await lockAliases(tx, siteId)
  const page = await insertPage(tx, {
    show_in_nav: 0,
    ...fields,
    written_by: actor.userId,
    site_id: siteId,
    alias: await aliasOf(tx, siteId, fields.alias, fields.title),
  })
  await recordPageEvent(tx, 'page.created', undefined, page)
  await saveUses(tx, 'page', page.id, { content: page.content })
  await saveSource(tx, 'page', page, source)
  await recordAuditEntry(tx, actor, {
    action: 'page.created',
    targetType: 'page',
    targetId: page.id,
    after: nameOf(page),
  })
  return page
}

/** Whether it is free is decided when the page gets it. */
export function requireUsableAlias(given: string | undefined): void {
  if (given && isDigits(given)) throw invalid('alias', 'all-digits')
  if (given && isReservedPath(given)) throw invalid('alias', 'reserved')
}

async function aliasOf(
  tx: Tx,
  siteId: number,
  given: string | undefined,
  title: string,
  own?: string,
): Promise<string> {
  requireUsableAlias(given)
  if (given) return given
  const wanted = await aliasFrom(title, 'page')
  const taken = await takenAliases(tx, siteId, wanted)
  return freeAlias(wanted, isReservedPath(wanted) ? new Set([...taken, wanted]) : taken, own)
}

/** Does nothing if nothing changes, except that the Markdown source of the same text is kept. */
export async function changePage(
  tx: Tx,
  actor: Actor,
  name: string,
  { source, ...changes }: Prepared<BodyOf<typeof updateEndpoint>>,
): Promise<PageRow> {
  const { siteId } = actor
  const before = await lockForChange(tx, siteId, name, changes)
  const { alias, ...simple } = changes
  const saved = {
    ...simple,
    ...(alias !== undefined && {
      alias: await aliasOf(tx, siteId, alias, simple.title ?? before.title, before.alias),
    }),
  }
  if (!differs(before, saved)) {
    await saveSource(tx, 'page', before, source)
    return before
  }
  const revision = await savePageRevision(tx, before, simple)
  const after = await savePage(tx, siteId, before.id, { ...saved, written_by: actor.userId })
  await recordPageEvent(tx, 'page.updated', before, after)
  await keepFormerAlias(tx, 'page', before, after)
  if (changes.content !== undefined) {
    // A file of its draft is in use too.
    const draft = await findPageDraft(tx, siteId, after.id)
    const { content = '' } = draft ? (JSON.parse(draft.fields) as { content?: string }) : {}
    await saveUses(tx, 'page', after.id, { content: after.content + content })
  }
  await saveSource(tx, 'page', after, source)
  await recordAuditEntry(tx, actor, {
    action: 'page.updated',
    targetType: 'page',
    targetId: after.id,
    ...auditedChange(before, after, revision),
  })
  return after
}

/** For If-Match. Locks are taken in the same order as by the change. */
export async function versionOfPage(
  tx: Tx,
  actor: Actor,
  name: string,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<number> {
  return (await lockForChange(tx, actor.siteId, name, changes)).version
}

async function lockForChange(
  tx: Tx,
  siteId: number,
  name: string,
  { alias }: Pick<BodyOf<typeof updateEndpoint>, 'alias'>,
): Promise<PageRow> {
  if (alias !== undefined) await lockAliases(tx, siteId)
  return lockPage(tx, siteId, pageNamed(name))
}

export async function deletePage(tx: Tx, actor: Actor, name: string): Promise<void> {
  const page = await lockPage(tx, actor.siteId, pageNamed(name))
  await putIntoBin(tx, actor.siteId, page.id, actor.userId)
  await recordPageEvent(tx, 'page.deleted', page, undefined)
  await recordAuditEntry(tx, actor, {
    action: 'page.deleted',
    targetType: 'page',
    targetId: page.id,
    before: nameOf(page),
  })
}

function nameOf({ title, alias }: PageRow) {
  return { title, alias }
}
