import type { Language } from '../../platform/core/problem.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import { type MessageDetails, wordsFor } from './messages.rules.ts'
import type { MessageRow } from './messages.table.ts'

export function showMessage(zone: Zone, language: Language) {
  return (row: MessageRow) => {
    const details = JSON.parse(row.details) as MessageDetails
    return {
      id: row.id,
      kind: row.kind,
      ...wordsFor(row.kind, details, language),
      article_id: Number(details.article_id ?? 0),
      page_id: Number(details.page_id ?? 0),
      comment_id: Number(details.comment_id ?? 0),
      is_read: row.read_at === null ? (0 as const) : (1 as const),
      ...showTimes(zone, { read: row.read_at, create: row.created_at }),
    }
  }
}
