import { PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import type { ReadArticle } from './article-fields.ts'

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
