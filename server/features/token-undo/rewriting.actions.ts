import { PUBLISHED } from '@inkstone/contract/articles.ts'
import type { Tx } from '../../database.ts'
import { type Actor, authorize, holds } from '../../platform/core/actor.ts'
import { isAsIn, restoreRevision, writingsOf } from '../article-history/history.actions.ts'
import { changesCopyInstead, editableArticle, updateArticle } from '../articles/articles.actions.ts'
import type { PreparedChanges } from '../articles/articles.rules.ts'
import { type AuditedArticle, auditedArticle } from '../articles/audit-entries.rules.ts'
import { isPageAsIn, lockPageHistory, restorePageRevision } from '../pages/history.actions.ts'
import { changePage } from '../pages/pages.actions.ts'
import { auditedFields } from '../pages/pages.rules.ts'
import {
  type Before,
  type Change,
  fieldsBefore,
  pageRevisionBefore,
  publishTimeBefore,
  revisionBefore,
  type UndoReason,
  withPublication,
  wouldBePublic,
} from './token-undo.rules.ts'

export interface Mark {
  readonly tokenId: number
  readonly since: number
}

interface Rewritten {
  readonly id: number
  readonly changes: readonly Change[]
}

type Outcome = 'undone' | 'nothing' | UndoReason

/** Nothing if it has been restored already. */
async function numberToRestore(
  before: Before | 'nothing',
  isPresent: (number: number) => Promise<boolean>,
): Promise<number | 'nothing' | 'changed-since'> {
  if (before === 'nothing' || (await isPresent(before.number))) return 'nothing'
  return before.isChangedSince ? 'changed-since' : before.number
}

/** The text from the revision before the token, the other fields from the audit log. */
export async function rewriteArticle(
  tx: Tx,
  actor: Actor,
  { id, changes }: Rewritten,
  mark: Mark,
): Promise<Outcome> {
  const article = await editableArticle(tx, actor, id)
  const present = auditedArticle(article)
  const before = revisionBefore(await writingsOf(tx, article), mark.tokenId, mark.since)
  const number = await numberToRestore(before, (wanted) => isAsIn(tx, article, wanted))
  const { title: _, ...others } = present
  const fields = fieldsBefore(withPublication(changes, present), others)
  if (number === 'changed-since' || fields === 'changed-since') return 'changed-since'
  if (number === 'nothing' && Object.keys(fields).length === 0) return 'nothing'
  // The token put somebody's working copy in the place of the text, or dropped it. It is not stored elsewhere.
  if (fields.working_copy !== undefined) return 'working-copy'
  // Readers would still see what the token wrote.
  if (changesCopyInstead(actor, article)) return 'forbidden'
  const restored = number === 'nothing' ? article : await restoreRevision(tx, actor, id, number)
  await updateArticle(tx, actor, restored, requestFor(fields, present, tx.now))
  return 'undone'
}

function requestFor(fields: Partial<AuditedArticle>, present: AuditedArticle, now: number): PreparedChanges {
  const { status, publish_at, scheduled_at, create_at, working_copy: _, ...simple } = fields
  const before = { ...present, ...fields }
  const isRetimed = publish_at !== undefined || scheduled_at !== undefined
  const isStatusChanged = status !== undefined || isRetimed
  const statusBefore = wouldBePublic(before, now) ? PUBLISHED : before.status
  return {
    ...simple,
    ...(isStatusChanged && statusBefore !== present.status && { status: statusBefore }),
    ...(isRetimed && { publish_time: publishTimeBefore(before, now) }),
    ...(create_at != null && { create_time: Date.parse(create_at) }),
  }
}

/** The same for a page. */
export async function rewritePage(tx: Tx, actor: Actor, { id, changes }: Rewritten): Promise<Outcome> {
  authorize(holds(actor, 'pages.manage'))
  const { page, revisions } = await lockPageHistory(tx, actor, id)
  const before = pageRevisionBefore(changes, revisions)
  if (before === 'no-version') return before
  const number = await numberToRestore(before, (wanted) => isPageAsIn(tx, page, wanted))
  const fields = fieldsBefore(changes, auditedFields(page))
  if (number === 'changed-since' || fields === 'changed-since') return 'changed-since'
  const isChanged = Object.keys(fields).length > 0
  if (number !== 'nothing') await restorePageRevision(tx, actor, String(id), number)
  if (isChanged) await changePage(tx, actor, String(id), fields as Parameters<typeof changePage>[3])
  return number !== 'nothing' || isChanged ? 'undone' : 'nothing'
}
