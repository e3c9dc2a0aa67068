import type { AuditEntry } from '../audit-log/audit-log.actions.ts'
import { changedFields } from '../audit-log/changed-fields.rules.ts'
import type { ArticleRow } from './articles.table.ts'

/** The audit entry for a change of an article. */
export function auditEntry(
  verb: string,
  { id }: ArticleRow,
  states: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry {
  return { action: `article.${verb}`, targetType: 'article', targetId: id, ...states }
}

/** The article fields in the audit log. Its content is kept in revisions. */
export function auditedFields({ title, status }: ArticleRow) {
  return { title, status }
}

/** The same with the fields that no revision keeps. */
export function auditedArticle(article: ArticleRow) {
  const { alias, is_top, is_hot, is_recommend, allow_comment, author_id, working_copy } = article
  return {
    ...auditedFields(article),
    alias,
    is_top,
    is_hot,
    is_recommend,
    allow_comment,
    author_id,
    working_copy,
    publish_at: momentOf(article.publish_at),
    scheduled_at: momentOf(article.scheduled_at),
    create_at: momentOf(article.created_at),
  }
}
export type AuditedArticle = ReturnType<typeof auditedArticle>

/** Both sides of a change: its title and status, and what else changed. */
export function auditedChange(before: ArticleRow, after: ArticleRow) {
  return changedFields(auditedArticle(before), auditedArticle(after), ['title', 'status'])
}

function momentOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
