import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize, authorizeActor } from '../../platform/core/actor.ts'
import { differs } from '../../platform/core/differs.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { together } from '../../platform/sql/together.ts'
import {
  canArchive,
  canAutosave,
  canEdit,
  canPublish,
  canSee,
  canUnpublish,
} from '../article-rights/articles.policy.ts'
import { saveSource } from '../content/content.actions.ts'
import { saveUsesOfNew } from '../media/uses.actions.ts'
import { holdRevision, saveHeldRevision, saveRevision } from '../revisions/revisions.actions.ts'
import { indexArticle, indexWithTags } from '../search-index/indexing.actions.ts'
import {
  NEW_ARTICLE,
  type PublicationState,
  type RequestedState,
  stateAfter,
} from '../workflow/publication.rules.ts'
import { aliasAfter, insertWithAlias, saveWithAlias } from './alias.actions.ts'
import {
  contentAfter,
  contentOf,
  EMPTY,
  isRelinked,
  isRewritten,
  type Links,
  type PreparedChanges,
  type PreparedFields,
  sortedAt,
} from './articles.rules.ts'
import { findArticle, findWrittenByToken, lockArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import { authorshipAfter } from './authorship.actions.ts'
import { contentToPublish, dropCopy, saveCopy, saveUsesOfBoth, submitCopy } from './copies.actions.ts'
import { lockLinks, requireTargets } from './links.actions.ts'
import { insertLinksOfNew, membershipOf, moveTotals, saveLinks } from './links.store.ts'
import { recordArticleChange } from './recording.actions.ts'
import { recordCreation, recordRewriting } from './state-changes.actions.ts'
import { timeAfter } from './times.rules.ts'

export async function createArticle(tx: Tx, actor: Actor, fields: PreparedFields): Promise<ArticleRow> {
  const mine = { author_id: actor.userId, created_at: tx.now }
  const requested = requestedStateOf(NEW_ARTICLE, fields)
  if (requested.status === PUBLISHED) authorizeActor(actor, (by) => canPublish(by, mine))
  if (requested.status === ARCHIVED) authorizeActor(actor, (by) => canArchive(by, { ...mine, status: DRAFT }))
  const { writing, flags, links } = contentAfter(EMPTY, fields)
  const tagNames = await requireTargets(tx, actor.siteId, writing.category_id, links)
  const state = stateAfter(NEW_ARTICLE, requested, tx.now, canPublish(actor, mine))
  const authorship = await authorshipAfter(tx, actor, mine, fields)
  const created = {
    ...writing,
    ...flags,
    ...state,
    ...authorship,
    site_id: actor.siteId,
    updated_at: tx.now,
    sorted_at: sortedAt({ ...state, ...authorship }),
    written_at: tx.now,
    written_by: actor.userId,
    written_token_id: actor.token?.id ?? null,
    deleted_at: null,
    deleted_by: null,
    version: 1,
    working_copy: 0 as const,
    autosaved: 0,
  }
  const article = await insertWithAlias(tx, actor.site.settings, created, fields.alias)
  await together(
    insertLinksOfNew(tx, actor.siteId, [{ row: article, links }]),
    indexWithTags(tx, [{ ...article, tagNames }]),
    recordArticleChange(tx, undefined, article),
    saveUsesOfNew(tx, [article]),
    saveSource(tx, 'article', article, fields.source),
    recordCreation(tx, actor, article),
  )
  return article
}

function requestedStateOf(
  before: PublicationState,
  { status, publish_time }: PreparedChanges,
): RequestedState {
  return { status, publishAt: timeAfter(before.publish_at, publish_time) }
}

/**
 * Saves the changes of an `editableArticle`. Only users who may publish change a published article directly; others
 * change its working copy.
 */
export async function updateArticle(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  changes: PreparedChanges,
): Promise<ArticleRow> {
  const mayPublish = canPublish(actor, before)
  if (changesCopyInstead(actor, before)) return updateCopyInstead(tx, actor, before, changes)
  const requested = requestedStateOf(before, changes)
  if (requested.status === PUBLISHED && before.status !== PUBLISHED)
    authorizeActor(actor, (by) => canPublish(by, before))
  if (requested.status === ARCHIVED && before.status !== ARCHIVED)
    authorizeActor(actor, (by) => canArchive(by, before))
  return rewriteArticle(tx, actor, before, {
    changes,
    state: stateAfter(before, requested, tx.now, mayPublish),
    authorship: await authorshipAfter(tx, actor, before, changes),
  })
}

/** Whether a change by this actor goes into the working copy. */
export function changesCopyInstead(actor: Actor, article: ArticleRow): boolean {
  return article.status === PUBLISHED && canEdit(actor, article) && !canPublish(actor, article)
}

async function updateCopyInstead(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  changes: PreparedChanges,
): Promise<ArticleRow> {
  const { status = PUBLISHED } = changes
  const staysPublic = status === PUBLISHED || status === PENDING
  authorizeActor(actor, (by) => staysPublic || canPublish(by, article))
  await authorshipAfter(tx, actor, article, changes)
  const copy = await saveCopy(tx, actor, article, changes)
  if (status === PENDING) await submitCopy(tx, actor, article, copy)
  return lockArticle(tx, article.site_id, article.id)
}

/** Autosaves the actor's own draft, an `editableArticle`: no revision, no event, no audit log entry. */
export async function autosaveArticle(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  changes: PreparedChanges,
): Promise<ArticleRow> {
  const mayPublish = canPublish(actor, before)
  const approved = before.scheduled_at !== null && !mayPublish
  if (before.status !== DRAFT || approved || (changes.status ?? DRAFT) !== DRAFT)
    throw invalid('status', 'autosave-draft')
  authorize(canAutosave(actor, before))
  return rewriteArticle(tx, actor, before, {
    changes,
    state: stateAfter(before, requestedStateOf(before, changes), tx.now, mayPublish),
    authorship: await authorshipAfter(tx, actor, before, changes),
    autosave: true,
  })
}

/** Locks the article for a change by this actor: 404 if they may not see it, 403 if they may not change it. */
export async function editableArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await lockArticle(tx, actor.siteId, id)
  if (!canSee(actor, article)) throw new Problem('article-not-found')
  authorize(canEdit(actor, article))
  return article
}

/** The same for moving it back to draft or archiving it. */
export async function removableArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, id)
  authorize(canUnpublish(actor, article))
  return article
}

/** For changes of what is not published. Readers do not see changes that go to the working copy. */
export function requireUnpublished(actor: Actor, article: ArticleRow): void {
  if (article.status === PUBLISHED && !changesCopyInstead(actor, article))
    throw new Problem('article-published')
}

/** Whether a user publishes the working copy, or a schedule does. */
export type Applying = 'requested' | 'scheduled'

interface Rewriting {
  readonly state: PublicationState
  readonly changes?: PreparedChanges
  readonly authorship?: Pick<ArticleRow, 'author_id' | 'created_at'>
  readonly autosave?: boolean
  /** Applies the working copy. An article that is no longer published never keeps one. */
  readonly fromCopy?: Applying
  readonly record?: typeof recordRewriting
}

/**
 * Saves the changes, keeps the previous content as a revision, updates the totals and records events. Does nothing if
 * nothing changed.
 */
export async function rewriteArticle(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  {
    state,
    changes = {},
    authorship = before,
    autosave = false,
    fromCopy,
    record = recordRewriting,
  }: Rewriting,
): Promise<ArticleRow> {
  const known = await lockLinks(tx, before)
  const present = contentOf(before, known)
  const replaced = before.working_copy === 1 && (fromCopy !== undefined || state.status !== PUBLISHED)
  const base = replaced ? await contentToPublish(tx, before, fromCopy === 'requested') : present
  const content = contentAfter(base, changes)
  const rewritten = isRewritten(present, content)
  const renamed = content.alias === before.alias ? undefined : content.alias
  const saved = {
    ...content.flags,
    ...state,
    ...(await aliasAfter(tx, actor.site.settings, before, renamed, content.writing.title)),
    author_id: authorship.author_id,
    created_at: authorship.created_at,
    autosaved: autosave && (rewritten || before.autosaved === 1) ? 1 : 0,
    working_copy: replaced ? 0 : before.working_copy,
  }
  if (!rewritten && !differs(before, saved)) {
    await saveSource(tx, 'article', before, content.source)
    return before
  }
  await together(
    isRelinked(present, content)
      ? requireTargets(tx, before.site_id, content.writing.category_id, content.links)
      : Promise.resolve(),
    saveContentBefore(tx, actor, before, known, { rewritten, autosave }),
  )
  // The review of the copy ends with it; the review that is saved below is the article's own.
  const stored = replaced ? await dropCopy(tx, before) : before
  const after = await saveWithAlias(tx, stored, {
    ...content.writing,
    ...saved,
    sorted_at: sortedAt({ ...state, created_at: saved.created_at }),
    updated_at: tx.now,
    ...(rewritten && {
      written_at: tx.now,
      written_by: actor.userId,
      written_token_id: actor.token?.id ?? null,
    }),
  })
  const isIndexed = rewritten || after.status !== before.status
  await saveLinks(tx, { article: before, links: known }, { article: after, links: content.links })
  await together(
    moveTotals(tx, before.site_id, membershipOf(before, known), membershipOf(after, content.links)),
    isIndexed ? indexArticle(tx, after) : Promise.resolve(),
    recordArticleChange(tx, before, after),
    rewritten ? saveUsesOfBoth(tx, after) : Promise.resolve(),
    saveSource(tx, 'article', after, content.source),
    record(tx, actor, before, after, autosave),
  )
  return after
}

/**
 * One revision for all autosaves: the content before the first is set aside, and the next normal change keeps it. What a
 * token autosaved is kept apart from what a person did, so that it can be undone.
 */
async function saveContentBefore(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  links: Links,
  { rewritten, autosave }: { rewritten: boolean; autosave: boolean },
): Promise<void> {
  const held = before.autosaved === 1
  const takesOver = rewritten && before.written_token_id !== (actor.token?.id ?? null)
  if (held && (!autosave || takesOver)) await saveHeldRevision(tx, before)
  if (!rewritten || (held && !takesOver)) return
  if (autosave) await holdRevision(tx, before, links)
  else await saveRevision(tx, before, links)
}

/** Changes only the publication state of an article, for publication. */
export async function changePublicationState(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  state: PublicationState,
): Promise<ArticleRow> {
  return rewriteArticle(tx, actor, article, { state })
}

export async function visibleArticle(db: Db, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await findArticle(db, actor.siteId, id)
  if (!article || !canSee(actor, article)) throw new Problem('article-not-found')
  return article
}

/** The articles of a user with a version that a token wrote since a given time. An autosave is recorded nowhere else. */
export const writtenByToken: typeof findWrittenByToken = findWrittenByToken

/** For the publishing job: locks the article; undefined if it no longer exists. */
export async function findDueArticle(tx: Tx, siteId: number, id: number): Promise<ArticleRow | undefined> {
  return (await findArticle(tx, siteId, id)) && lockArticle(tx, siteId, id)
}
