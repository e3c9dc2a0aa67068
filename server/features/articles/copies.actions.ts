import type { ContentFormat } from '@inkstone/contract/content.ts'
import type { Db, Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { reschedule } from '../../platform/jobs/enqueue.ts'
import { canPublish } from '../article-rights/articles.policy.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { inFormat } from '../content/content.actions.ts'
import { saveUses } from '../media/uses.actions.ts'
import { type CopyState, copyAfterSave, copyAfterSubmit, NEW_COPY } from '../workflow/copies.rules.ts'
import { notifyReviewers } from '../workflow/notifications.actions.ts'
import { publishDue } from '../workflow/publication.rules.ts'
import { aliasAfter, isAliasTaken } from './alias.actions.ts'
import { type Content, contentAfter, contentOf, type PreparedChanges } from './articles.rules.ts'
import type { ArticleRow } from './articles.table.ts'
import {
  autosavesAfter,
  autosavesIn,
  contentIn,
  linksAfterMerge,
  linksIn,
  storedContent,
} from './copies.rules.ts'
import {
  findAutosavedCopies,
  findCopy,
  findCopyLinks,
  markCopy,
  type NamesOfLinks,
  namesOfLinks,
  putCopy,
  removeCopy,
  saveCopyLinks,
} from './copies.store.ts'
import type { CopyRow } from './copies.table.ts'
import { existingLinks, lockLinks, requireTargets } from './links.actions.ts'
import { recordArticleEvent } from './recording.actions.ts'

/** The working copy of an article, or 404. */
export async function copyOf(db: Db, article: Pick<ArticleRow, 'site_id' | 'id'>): Promise<CopyRow> {
  const copy = await findCopy(db, article.site_id, article.id)
  if (!copy) throw new Problem('working-copy-not-found')
  return copy
}

/** The content of the copy, without categories and tags that no longer exist. */
async function copiedContent(tx: Tx, copy: CopyRow): Promise<Content> {
  return contentIn(copy, await existingLinks(tx, copy.site_id, linksIn(copy)))
}

/**
 * The content that replaces that of the article. If a user publishes the copy and its alias belongs to another article
 * now, it is rejected; otherwise the article keeps its own alias.
 */
export async function contentToPublish(tx: Tx, article: ArticleRow, isRequested: boolean): Promise<Content> {
  const content = await copiedContent(tx, await copyOf(tx, article))
  if (isRequested || !(await isAliasTaken(tx, article, content.alias))) return content
  return { ...content, alias: article.alias }
}

/** The same for reading, with the names of links. */
export async function readCopy(db: Db, copy: CopyRow): Promise<Content & { readonly names: NamesOfLinks }> {
  const links = linksIn(copy)
  const names = await namesOfLinks(
    db,
    copy.site_id,
    [links.category_id, ...links.category_ids],
    links.tag_ids,
  )
  return { ...contentIn(copy, links), names }
}

export interface CopiedText {
  readonly content: string
  readonly source?: string | undefined
}

/**
 * The text of a copy in the requested format. A copy stores its own Markdown source. If it has the text of the article, the
 * source of the article is used.
 */
export async function textOfCopy(
  db: Db,
  articleId: number,
  { content, source }: CopiedText,
  format: ContentFormat | undefined,
): Promise<string> {
  if (format === 'markdown' && source !== undefined) return source
  return (await inFormat(db, 'article', { id: articleId, content }, format)).content
}

/** Creates or updates the working copy of a published article. The article is locked but not changed. */
export async function saveCopy(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  changes: PreparedChanges,
  { autosave = false }: { autosave?: boolean } = {},
): Promise<CopyRow> {
  const before = await findCopy(tx, article.site_id, article.id)
  const present = before ? await copiedContent(tx, before) : contentOf(article, await lockLinks(tx, article))
  const wanted = contentAfter(present, changes)
  const content = { ...wanted, alias: await aliasOfCopy(tx, actor, article, wanted) }
  await requireTargets(tx, article.site_id, content.writing.category_id, content.links)
  const state = copyAfterSave(
    before ? stateOf(before, article) : NEW_COPY,
    changes.publish_time,
    tx.now,
    canPublish(actor, article),
  )
  // An autosave does not show the user how the article has changed in the meantime.
  const seen = before && autosave ? before.article_version : article.version
  const autosaves = before ? autosavesIn(before) : []
  const known = autosave && actor.token ? autosavesAfter(autosaves, actor.token.id, tx.now) : autosaves
  const copy = await storeCopy(tx, article, before, {
    ...storedContent(content, known),
    article_version: seen,
    saved_by: actor.userId,
    updated_at: tx.now,
    state,
  })
  await saveUsesOfBoth(tx, { ...article, working_copy: 1 })
  if (!autosave)
    await recordAuditEntry(tx, actor, {
      action: before ? 'article.copy-changed' : 'article.copy-made',
      targetType: 'article',
      targetId: article.id,
      after: { title: content.writing.title },
    })
  return copy
}

/** The alias for the article; its current one is allowed. */
async function aliasOfCopy(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  { alias, writing }: Content,
): Promise<string> {
  if (alias === article.alias) return alias
  const wanted = await aliasAfter(tx, actor.site.settings, article, alias, writing.title)
  if (await isAliasTaken(tx, article, wanted.alias)) throw invalid('alias', 'taken')
  return wanted.alias
}

export function stateOf(
  { publish_at, scheduled_at }: Pick<CopyRow, 'publish_at' | 'scheduled_at'>,
  { review_status }: Pick<ArticleRow, 'review_status'>,
): CopyState {
  return { publish_at, scheduled_at, review_status }
}

/** Changes only the state of the copy. */
export async function changeCopyState(
  tx: Tx,
  article: ArticleRow,
  copy: CopyRow,
  state: CopyState,
): Promise<CopyRow> {
  const { fields, links, article_version, saved_by, updated_at } = copy
  return storeCopy(tx, article, copy, { fields, links, article_version, saved_by, updated_at, state })
}

/** Submits the copy for review. */
export async function submitCopy(tx: Tx, actor: Actor, article: ArticleRow, copy: CopyRow): Promise<CopyRow> {
  const submitted = copyAfterSubmit(stateOf(copy, article))
  const after = await changeCopyState(tx, article, copy, submitted)
  const { writing } = contentIn(copy, linksIn(copy))
  await recordArticleEvent(tx, 'article.submitted', article, article.status)
  await recordAuditEntry(tx, actor, {
    action: 'article.copy-submitted',
    targetType: 'article',
    targetId: article.id,
    after: { title: writing.title },
  })
  await notifyReviewers(tx, actor, { ...article, title: writing.title })
  return after
}

async function storeCopy(
  tx: Tx,
  { site_id, id }: ArticleRow,
  before: CopyRow | undefined,
  {
    state,
    ...kept
  }: Pick<CopyRow, 'fields' | 'links' | 'article_version' | 'saved_by' | 'updated_at'> & {
    state: CopyState
  },
): Promise<CopyRow> {
  const { review_status, ...times } = state
  const copy = await putCopy(tx, {
    ...kept,
    ...times,
    article_id: id,
    site_id,
    version: before ? before.version + 1 : tx.now,
    created_at: before?.created_at ?? tx.now,
  })
  await markCopy(tx, site_id, id, { working_copy: 1, review_status })
  if (copy.scheduled_at !== null && copy.scheduled_at !== before?.scheduled_at)
    await scheduleCopy(tx, copy, copy.scheduled_at)
  return copy
}

/** Uses the job of the article: a published article has no schedule of its own. */
async function scheduleCopy(tx: Tx, { site_id, article_id }: CopyRow, dueAt: number): Promise<void> {
  await reschedule(tx, publishDue, { site_id, article_id }, { dueAt, uniqueKey: String(article_id) })
}

/** Returns the article as it is stored without its copy. */
export async function dropCopy(tx: Tx, article: ArticleRow): Promise<ArticleRow> {
  const { site_id, id } = article
  const marks = { working_copy: 0, review_status: 'none' } as const
  await removeCopy(tx, site_id, id)
  await markCopy(tx, site_id, id, marks)
  const after = { ...article, ...marks }
  await saveUsesOfBoth(tx, after)
  return after
}

/** Which files an article uses, and its copy where it has one: a file of a copy is in use too. */
export async function saveUsesOfBoth(tx: Tx, article: ArticleRow): Promise<void> {
  const copy = article.working_copy === 1 ? await findCopy(tx, article.site_id, article.id) : undefined
  const copied = copy && contentIn(copy, linksIn(copy)).writing
  await saveUses(tx, 'article', article.id, {
    content: article.content + (copied?.content ?? ''),
    cover: `${article.cover} ${copied?.cover ?? ''}`,
  })
}

/** After a restore from the recycle bin: a schedule that has passed is cancelled. */
export async function restoreSchedule(tx: Tx, article: ArticleRow): Promise<void> {
  const copy = article.working_copy === 1 ? await copyOf(tx, article) : undefined
  if (!copy || copy.scheduled_at === null) return
  if (copy.scheduled_at > tx.now) await scheduleCopy(tx, copy, copy.scheduled_at)
  else await changeCopyState(tx, article, copy, { ...stateOf(copy, article), scheduled_at: null })
}

/** The copies that a token autosaved since a given time, with the times of its changes. */
export async function copiesAutosavedBy(
  db: Db,
  tokenId: number,
  since: number,
): Promise<Array<Pick<CopyRow, 'article_id' | 'site_id'> & { made_at?: number; changed_at: number }>> {
  const copies = await findAutosavedCopies(db, since)
  return copies.flatMap((copy) => {
    const own = autosavesIn(copy).find(({ token_id, last_at }) => token_id === tokenId && last_at >= since)
    if (!own) return []
    const { article_id, site_id, created_at } = copy
    const isMade = own.first_at === created_at && created_at >= since
    return [{ article_id, site_id, changed_at: own.last_at, ...(isMade && { made_at: created_at }) }]
  })
}

/** Updates working copies when a category or tag is merged into another. */
export async function moveLinksOfCopies(
  tx: Tx,
  siteId: number,
  kind: 'category' | 'tag',
  fromId: number,
  toId: number,
): Promise<void> {
  for (const { article_id, links } of await findCopyLinks(tx, siteId)) {
    const moved = linksAfterMerge(links, kind, fromId, toId)
    if (moved !== undefined) await saveCopyLinks(tx, siteId, article_id, moved)
  }
}
