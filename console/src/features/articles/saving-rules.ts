import { DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { ArticleForm, ReadArticle } from './article-fields.ts'

/**
 * Whether a save goes to the working copy: if there is one, or if the user may not change the published version. What
 * was written in a copy (`opened`) that is gone now does not become public by a save either.
 */
export function isCopyMeant(read: ReadArticle | undefined, opened = read): boolean {
  if (!read || read.article.status !== PUBLISHED) return false
  return read.copy !== undefined || opened?.copy !== undefined || read.article.can?.publish !== 1
}

/** Whether the user decides on these changes. A save would withdraw them from review, so it submits them again. */
export function isDecidedByUser({ article, copy }: ReadArticle): boolean {
  return copy?.review_status === 'pending' && article.can?.audit === 1
}

export const statusOfSave = (read: ReadArticle | undefined) =>
  read && isDecidedByUser(read) ? { status: PENDING as typeof PENDING } : {}

/** Whether a save ends the schedule, because that was approved for the present text. */
export function endsSchedule({ article, copy }: ReadArticle): boolean {
  return (copy ?? article).scheduled_time !== null && article.can?.publish !== 1
}

/** What an autosave may save: one's own draft or a working copy, unless that would take it out of review or schedule. */
export function autosavedPart(read: ReadArticle, userId: number | undefined): 'draft' | 'copy' | undefined {
  const { article, copy } = read
  if (article.can?.edit !== 1 || endsSchedule(read)) return undefined
  if (copy) return copy.review_status === 'pending' ? undefined : 'copy'
  return article.status === DRAFT && article.author.id === userId ? 'draft' : undefined
}

/** Whether a new article has what the server needs for a draft. A draft may have only a title. */
export function canBeCreated({ title, category_id }: Pick<ArticleForm, 'title' | 'category_id'>): boolean {
  return title.trim() !== '' && category_id !== null
}

/**
 * An empty alias is generated from the title. Autosave creates a draft whose title may be half typed, so until there is
 * an alias in the form each new title generates it again.
 */
export function withAlias(changes: Partial<ArticleForm>, alias: string): Partial<ArticleForm> {
  return changes.title !== undefined && alias === '' ? { ...changes, alias } : changes
}

/** The time for which an approval schedules it. */
export function plannedTime({ article, copy }: ReadArticle, now: string): string | undefined {
  const isOpen = copy !== undefined || article.status === DRAFT || article.status === PENDING
  const { publish_time, scheduled_time } = copy ?? article
  const isFuture = publish_time !== null && publish_time > now
  return isOpen && scheduled_time === null && isFuture ? publish_time : undefined
}
