import type { CommentFields } from '@inkstone/contract/comments.ts'
import { invalid } from '../../platform/core/problem.ts'

/** The subject of a comment: an article or a page. Exactly one of the two is set. */
export interface SubjectId {
  readonly article_id: number | null
  readonly page_id: number | null
}

export function onArticle(id: number): SubjectId {
  return { article_id: id, page_id: null }
}

export function onPage(id: number): SubjectId {
  return { article_id: null, page_id: id }
}

export function subjectIn({ article_id, page_id }: Pick<CommentFields, 'article_id' | 'page_id'>): SubjectId {
  if (article_id !== undefined && page_id !== undefined) throw invalid('page_id', 'one-subject')
  if (page_id !== undefined) return onPage(page_id)
  if (article_id === undefined) throw invalid('article_id', 'required')
  return onArticle(article_id)
}

export function isSameSubject(one: SubjectId, other: SubjectId): boolean {
  return one.article_id === other.article_id && one.page_id === other.page_id
}

export interface CountMove {
  readonly subject: SubjectId
  readonly by: number
}

/** One update per subject, articles first, each kind by id, so that locks are always taken in this order. */
export function orderedMoves(moves: readonly CountMove[]): CountMove[] {
  const sums = new Map<string, CountMove>()
  for (const { subject, by } of moves) {
    const key = `${subject.article_id} ${subject.page_id}`
    sums.set(key, { subject, by: (sums.get(key)?.by ?? 0) + by })
  }
  return [...sums.values()]
    .filter(({ by }) => by !== 0)
    .sort(
      ({ subject: one }, { subject: other }) =>
        Number(one.article_id === null) - Number(other.article_id === null) ||
        (one.article_id ?? one.page_id ?? 0) - (other.article_id ?? other.page_id ?? 0),
    )
}
