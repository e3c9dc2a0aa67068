import type { AuditEntry } from '../audit-log/audit-log.actions.ts'
import { changedFields } from '../audit-log/changed-fields.rules.ts'
import type { PageRow } from './pages.table.ts'

export type PageName = { column: 'id'; value: number } | { column: 'alias'; value: string }

const NO_ID = 0

/** Aliases never consist of digits only, so digits are an id. Numbers too large for the database match nothing. */
export function pageNamed(text: string): PageName {
  if (!isDigits(text)) return { column: 'alias', value: text }
  const id = Number(text)
  return { column: 'id', value: Number.isSafeInteger(id) ? id : NO_ID }
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** The fields of a page that no revision keeps, in the audit log. */
export function auditedFields({ alias, enabled, show_in_nav, sort_order, allow_comment }: PageRow) {
  return { alias, enabled, show_in_nav, sort_order, allow_comment }
}

/**
 * Both sides of a change: its title and alias, and what else changed. `revision` is the number of the revision with the
 * content before it, null if the content stayed the same.
 */
export function auditedChange(before: PageRow, after: PageRow, revision: number | null) {
  const state = (page: PageRow) => ({ title: page.title, ...auditedFields(page) })
  const sides = changedFields(state(before), state(after), ['title', 'alias'])
  return { before: { ...sides.before, revision }, after: sides.after }
}

/** The audit entry for a change of the draft of a page. Draft and page are changed independently of each other. */
export function draftEntry(
  verb: 'created' | 'updated' | 'deleted',
  { id }: PageRow,
  states: Pick<AuditEntry, 'before' | 'after'>,
): AuditEntry {
  return { action: `page-draft.${verb}`, targetType: 'page-draft', targetId: id, ...states }
}
