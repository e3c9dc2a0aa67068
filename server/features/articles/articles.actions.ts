import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize, writesDraftsOnly } from '../../platform/actor.ts'
import { reschedule } from '../../platform/jobs/enqueue.ts'
import { Problem } from '../../platform/problem.ts'
import { type Deed, recordDeed } from '../audit-log/audit-log.actions.ts'
import { forgetSource, keepSource } from '../content/content.actions.ts'
import { forgetUses, keepUses } from '../media/uses.actions.ts'
import {
  NEW_ARTICLE,
  publishDue,
  type Standing,
  standingAfter,
  type Wish,
} from '../publication/publication.rules.ts'
import { keepRevision } from '../revisions/revisions.actions.ts'
import { indexArticle } from '../search/search.actions.ts'
import { aliasAfter, insertNamed, saveNamed } from './alias.actions.ts'
import { canDelete, canEdit, canPublish, canSee } from './articles.policy.ts'
import {
  flagsAfter,
  isRewritten,
  type Links,
  linksAfter,
  type PreparedChanges,
  type PreparedFields,
  sortedAt,
  type Writing,
  writingAfter,
} from './articles.rules.ts'
import { findArticle, lockArticle, removeArticle, saveArticle } from './articles.store.ts'
import type { ArticleRow } from './articles.table.ts'
import { holdLinks, requireTargets } from './links.actions.ts'
import { insertCounters, membershipOf, moveTotals, saveLinks } from './links.store.ts'
import { recordArticleChange, recordArticleEvent } from './telling.actions.ts'

const EMPTY_WRITING: Writing = {
  title: '',
  content: '',
  summary: '',
  summary_given: 0,
  cover: '',
  category_id: 0,
  seo_title: '',
  seo_keywords: '',
  seo_description: '',
  template: '',
}
const NO_FLAGS = { is_top: 0, is_hot: 0, is_recommend: 0, allow_comment: 1 }
const NO_LINKS: Links = { categoryIds: [], tagIds: [] }

export async function createArticle(tx: Tx, actor: Actor, fields: PreparedFields): Promise<ArticleRow> {
  const mine = { author_id: actor.userId }
  const wish = wishOf(fields)
  if (wish.status === PUBLISHED) authorize(canPublish(actor, mine))
  const writing = writingAfter(EMPTY_WRITING, fields)
  const links = linksAfter(NO_LINKS, fields, writing.category_id)
  await requireTargets(tx, actor.siteId, writing.category_id, links)
  const standing = standingAfter(NEW_ARTICLE, wish, tx.now, canPublish(actor, mine))
  const created = {
    ...writing,
    ...flagsAfter(NO_FLAGS, fields),
    ...standing,
    ...mine,
    site_id: actor.siteId,
    created_at: tx.now,
    updated_at: tx.now,
    sorted_at: sortedAt({ ...standing, created_at: tx.now }),
    written_at: tx.now,
    written_by: actor.userId,
    written_token_id: actor.token?.id ?? null,
    deleted_at: null,
    deleted_by: null,
  }
  const article = await insertNamed(tx, created, fields.alias)
  await insertCounters(tx, article)
  await saveLinks(tx, article, undefined, links)
  await moveTotals(tx, actor.siteId, undefined, membershipOf(article, links))
  await indexArticle(tx, article)
  await recordArticleEvent(tx, 'article.created', article, null)
  await recordArticleChange(tx, undefined, article)
  await keepUses(tx, 'article', article.id, article)
  await keepSource(tx, 'article', article, fields.source)
  await recordDeed(tx, actor, deed('created', article, { after: standingIn(article) }))
  await tellStanding(tx, NEW_ARTICLE, article)
  return article
}

function deed(verb: string, { id }: ArticleRow, states: Pick<Deed, 'before' | 'after'>): Deed {
  return { action: `article.${verb}`, targetType: 'article', targetId: id, ...states }
}

/** What the audit log keeps of an article; its writing is kept by the revisions. */
function standingIn({ title, status }: ArticleRow) {
  return { title, status }
}

function wishOf({ status, publish_time }: PreparedChanges): Wish {
  return { status, publishAt: publish_time }
}

async function tellStanding(tx: Tx, before: Standing, article: ArticleRow): Promise<void> {
  if (article.status === PUBLISHED && before.status !== PUBLISHED)
    await recordArticleEvent(tx, 'article.published', article, before.status)
  if (article.status === DRAFT && before.status === PUBLISHED)
    await recordArticleEvent(tx, 'article.unpublished', article, before.status)
  if (article.status === ARCHIVED && before.status !== ARCHIVED)
    await recordArticleEvent(tx, 'article.archived', article, before.status)
  if (article.status === PENDING && before.status !== PENDING)
    await recordArticleEvent(tx, 'article.submitted', article, before.status)
  if (article.scheduled_at !== null && article.scheduled_at !== before.scheduled_at)
    await schedule(tx, article)
}

/** The job looks again when it runs: a schedule that was moved or taken back needs no undoing. */
async function schedule(tx: Tx, { site_id, id, scheduled_at }: ArticleRow): Promise<void> {
  const dueAt = scheduled_at ?? tx.now
  await reschedule(tx, publishDue, { site_id, article_id: id }, { dueAt, uniqueKey: String(id) })
}

export async function updateArticle(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: PreparedChanges,
): Promise<ArticleRow> {
  const before = await editableArticle(tx, actor, id)
  const wish = wishOf(changes)
  if (before.status === PUBLISHED) authorize(!writesDraftsOnly(actor))
  if (wish.status === PUBLISHED && before.status !== PUBLISHED) authorize(canPublish(actor, before))
  const standing = standingAfter(before, wish, tx.now, canPublish(actor, before))
  const after = await rewrite(tx, actor, before, changes, standing)
  await keepSource(tx, 'article', after, changes.source)
  return after
}

/** The article, held for a change by this actor: 404 where he may not see it, 403 where he may not change it. */
export async function editableArticle(tx: Tx, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await lockArticle(tx, actor.siteId, id)
  if (!canSee(actor, article)) throw new Problem('article-not-found')
  authorize(canEdit(actor, article))
  return article
}

/** Saves what changed, keeps the writing before, moves the totals, tells. Nothing changed: nothing happens. */
async function rewrite(
  tx: Tx,
  actor: Actor,
  before: ArticleRow,
  changes: PreparedChanges,
  standing: Standing,
): Promise<ArticleRow> {
  const known = await holdLinks(tx, before)
  const writing = writingAfter(before, changes)
  const wanted = linksAfter(known, changes, writing.category_id)
  const flags = flagsAfter(before, changes)
  const alias = await aliasAfter(tx, before, changes.alias, writing.title)
  const rewritten = isRewritten({ ...before, links: known }, { ...writing, links: wanted })
  if (!rewritten && !differs(before, { ...flags, ...standing, ...alias })) return before
  if (rewritten) {
    await requireTargets(tx, before.site_id, writing.category_id, wanted)
    await keepRevision(tx, before, known)
  }
  const after = await saveNamed(tx, before, {
    ...writing,
    ...flags,
    ...standing,
    ...alias,
    sorted_at: sortedAt({ ...standing, created_at: before.created_at }),
    updated_at: tx.now,
    ...(rewritten && {
      written_at: tx.now,
      written_by: actor.userId,
      written_token_id: actor.token?.id ?? null,
    }),
  })
  await saveLinks(tx, after, known, wanted)
  await moveTotals(tx, before.site_id, membershipOf(before, known), membershipOf(after, wanted))
  if (rewritten || after.status !== before.status) await indexArticle(tx, after)
  await recordArticleEvent(tx, 'article.updated', after, before.status)
  await recordArticleChange(tx, before, after)
  if (rewritten) await keepUses(tx, 'article', after.id, after)
  await recordDeed(
    tx,
    actor,
    deed('updated', after, { before: standingIn(before), after: standingIn(after) }),
  )
  await tellStanding(tx, before, after)
  return after
}

function differs(before: ArticleRow, after: Partial<ArticleRow>): boolean {
  return Object.entries(after).some(([field, value]) => before[field as keyof ArticleRow] !== value)
}

/** A new standing for an article and nothing else: what publication does with it. */
export async function changeStanding(
  tx: Tx,
  actor: Actor,
  article: ArticleRow,
  standing: Standing,
): Promise<ArticleRow> {
  return rewrite(tx, actor, article, {}, standing)
}

export async function deleteArticle(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await lockArticle(tx, actor.siteId, id)
  if (!canSee(actor, article)) throw new Problem('article-not-found')
  authorize(canDelete(actor, article))
  await setDeleted(tx, article, { deleted_at: tx.now, deleted_by: actor.userId })
  await recordArticleEvent(tx, 'article.deleted', article, article.status)
  await recordArticleChange(tx, article, undefined)
  await recordDeed(tx, actor, deed('deleted', article, { before: standingIn(article) }))
}

async function setDeleted(
  tx: Tx,
  article: ArticleRow,
  changes: {
    deleted_at: number | null
    deleted_by: number | null
    category_id?: number
    scheduled_at?: number | null
  },
): Promise<ArticleRow> {
  const known = await holdLinks(tx, article)
  const after = await saveArticle(tx, article.site_id, article.id, changes)
  await saveLinks(tx, after, known, known)
  await moveTotals(tx, article.site_id, membershipOf(article, known), membershipOf(after, known))
  await indexArticle(tx, after)
  return after
}

/** Back to where it was. A schedule whose time has passed in the bin is off: nobody expects it to go public now. */
export async function restoreArticle(tx: Tx, siteId: number, id: number): Promise<ArticleRow> {
  const article = await lockArticle(tx, siteId, id, 'in-bin')
  const scheduled =
    article.scheduled_at !== null && article.scheduled_at > tx.now ? article.scheduled_at : null
  const restored = await setDeleted(tx, article, {
    deleted_at: null,
    deleted_by: null,
    scheduled_at: scheduled,
  })
  await recordArticleEvent(tx, 'article.restored', restored, article.status)
  await recordArticleChange(tx, undefined, restored)
  if (restored.scheduled_at !== null) await schedule(tx, restored)
  return restored
}

export async function purgeArticle(tx: Tx, siteId: number, id: number): Promise<void> {
  const article = await lockArticle(tx, siteId, id, 'in-bin')
  const known = await holdLinks(tx, article)
  await moveTotals(tx, siteId, membershipOf(article, known), undefined)
  await forgetUses(tx, 'article', id)
  await forgetSource(tx, 'article', id)
  await removeArticle(tx, siteId, id)
}

export async function visibleArticle(db: Db, actor: Actor, id: number): Promise<ArticleRow> {
  const article = await findArticle(db, actor.siteId, id)
  if (!article || !canSee(actor, article)) throw new Problem('article-not-found')
  return article
}

/** For the job that publishes: the article, held; undefined where it is gone. */
export async function findDueArticle(tx: Tx, siteId: number, id: number): Promise<ArticleRow | undefined> {
  return (await findArticle(tx, siteId, id)) && lockArticle(tx, siteId, id)
}
