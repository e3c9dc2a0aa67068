import type { AuditEntry } from '../audit-log/audit-log.actions.ts'
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
