import type { PageQuery } from '@inkstone/contract/schema.ts'
import type { Db, Tx } from '../../database.ts'
import { type Actor, authorize } from '../../platform/core/actor.ts'
import type { Found } from '../../platform/core/page.ts'
import { Problem } from '../../platform/core/problem.ts'
import { canEdit } from '../article-rights/articles.policy.ts'
import { editableArticle, updateArticle, visibleArticle } from '../articles/articles.actions.ts'
import { summaryOf } from '../articles/articles.rules.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import { existingLinks, linksOf } from '../articles/links.actions.ts'
import { cleanedBefore } from '../content/content.rules.ts'
import { relativeAddress, relativeContent } from '../media/addresses.actions.ts'
import { saveWorkingCopy } from '../publication/working-copies.actions.ts'
import {
  findMarks,
  findRevision,
  findRevisions,
  findWriter,
  type RevisionFound,
} from '../revisions/revisions.actions.ts'
import {
  differencesBetween,
  type FieldChange,
  type StoredSnapshot,
  snapshotOf,
  summaryToRestore,
} from '../revisions/revisions.rules.ts'

/** Revisions are for users who may edit the article: they can contain text that was removed on purpose. */
async function ownHistory(db: Db, actor: Actor, articleId: number): Promise<ArticleRow> {
  const article = await visibleArticle(db, actor, articleId)
  authorize(canEdit(actor, article))
  return article
}

export async function revisionsOf(
  db: Db,
  actor: Actor,
  articleId: number,
  page: PageQuery,
): Promise<Found<RevisionFound> & { current: WritingFound }> {
  const article = await ownHistory(db, actor, articleId)
  const found = await findRevisions(db, actor.siteId, articleId, page)
  return { ...found, current: await currentWriting(db, article) }
}

/** Who wrote a version, and when. */
export type WritingFound = Pick<
  RevisionFound,
  'saved_by' | 'saved_at' | 'token_id' | 'username' | 'nickname' | 'token_name'
>

async function currentWriting(db: Db, article: ArticleRow): Promise<WritingFound> {
  const { written_by, written_at, written_token_id } = article
  const names = await findWriter(db, written_by, written_token_id)
  return {
    saved_by: written_by,
    saved_at: written_at,
    token_id: written_token_id,
    username: names?.username ?? null,
    nickname: names?.nickname ?? null,
    token_name: names?.token_name ?? null,
  }
}

export async function revisionOf(
  db: Db,
  actor: Actor,
  articleId: number,
  number: number,
): Promise<RevisionFound> {
  await ownHistory(db, actor, articleId)
  return existing(db, actor, articleId, number)
}

async function existing(db: Db, actor: Actor, articleId: number, number: number): Promise<RevisionFound> {
  const revision = await findRevision(db, actor.siteId, articleId, number)
  if (!revision) throw new Problem('revision-not-found')
  return revision
}

export async function compareRevision(
  db: Db,
  actor: Actor,
  articleId: number,
  number: number,
  other: number | undefined,
): Promise<{ from: number; to: number | null; changes: FieldChange[] }> {
  const article = await ownHistory(db, actor, articleId)
  const from = snapshotIn(await existing(db, actor, articleId, number))
  const to =
    other === undefined
      ? snapshotOf(article, await linksOf(db, articleId))
      : snapshotIn(await existing(db, actor, articleId, other))
  return { from: number, to: other ?? null, changes: differencesBetween(from, to) }
}

/** Whether an article has the content of a revision. */
export async function isAsIn(db: Db, article: ArticleRow, number: number): Promise<boolean> {
  const revision = await findRevision(db, article.site_id, article.id, number)
  if (!revision) return false
  const present = snapshotOf(article, await linksOf(db, article.id))
  return differencesBetween(snapshotIn(revision), present).length === 0
}

export function snapshotIn({ snapshot }: { snapshot: string }): StoredSnapshot {
  return JSON.parse(snapshot) as StoredSnapshot
}

/** A restore is a normal change. Categories and tags that no longer exist are not restored. */
export async function restoreRevision(
  tx: Tx,
  actor: Actor,
  articleId: number,
  number: number,
): Promise<ArticleRow> {
  const article = await editableArticle(tx, actor, articleId)
  return updateArticle(tx, actor, article, await restoredFields(tx, actor, articleId, number))
}

/** Readers see the published article until the working copy is published. */
export async function restoreIntoCopy(
  tx: Tx,
  actor: Actor,
  articleId: number,
  number: number,
): Promise<ArticleRow> {
  await editableArticle(tx, actor, articleId)
  const fields = await restoredFields(tx, actor, articleId, number)
  await saveWorkingCopy(tx, actor, articleId, fields, { autosave: false })
  return editableArticle(tx, actor, articleId)
}

async function restoredFields(tx: Tx, actor: Actor, articleId: number, number: number) {
  const snapshot = snapshotIn(await existing(tx, actor, articleId, number))
  const { summary_given: _, ...fields } = snapshot
  return {
    ...fields,
    summary: summaryToRestore(snapshot, summaryOf),
    content: cleanedBefore(await relativeContent(tx, snapshot.content)),
    cover: await relativeAddress(tx, snapshot.cover),
    ...(await existingLinks(tx, actor.siteId, snapshot)),
  }
}

/** Every version of an article with the token that saved it, oldest first; the last is the current one. */
export async function writingsOf(db: Db, article: ArticleRow) {
  const kept = await findMarks(db, article.site_id, article.id)
  const present = { number: undefined, tokenId: article.written_token_id, savedAt: article.written_at }
  return [
    ...kept.map(({ number, token_id, saved_at }) => ({ number, tokenId: token_id, savedAt: saved_at })),
    present,
  ]
}
