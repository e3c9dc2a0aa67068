import type { Zone } from '../../platform/times/times.ts'
import type { ChangesFound, CommentSubjects } from './changes.actions.ts'

export function showChanges(zone: Zone, subjects: CommentSubjects) {
  return ({ list, next, more }: ChangesFound) => ({
    list: list.map(({ cursor, type, subject_id, alias, change, created_at }) => ({
      cursor,
      type,
      id: subject_id,
      alias,
      change,
      at: zone.formatWithOffset(created_at),
      ...(type === 'comment' ? showSubject(subjects.get(subject_id)) : {}),
    })),
    next,
    more,
  })
}

function showSubject(subject: ReturnType<CommentSubjects['get']>) {
  return subject ? { article_id: subject.article_id ?? 0, page_id: subject.page_id ?? 0 } : {}
}
