import * as contract from '@inkstone/contract/publication.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { showTimes, type Zone } from '../../platform/times/times.ts'
import type { ArticleRow } from '../articles/articles.table.ts'
import {
  archiveArticle,
  auditArticle,
  auditsOf,
  publishArticle,
  submitArticle,
  unpublishArticle,
  versionToDecideOn,
} from './publication.actions.ts'
import type { AuditFound } from './publication.store.ts'

export const publicationRoutes = [
  writes(contract.publishArticle, async (tx, { actor, params, body, zone }) =>
    showState(zone, await publishArticle(tx, actor, params.id, body.publish_time ?? undefined)),
  ),
  writes(contract.unpublishArticle, async (tx, { actor, params, zone }) =>
    showState(zone, await unpublishArticle(tx, actor, params.id)),
  ),
  writes(contract.archiveArticle, async (tx, { actor, params, zone }) =>
    showState(zone, await archiveArticle(tx, actor, params.id)),
  ),
  writes(contract.submitArticle, async (tx, { actor, params, zone }) =>
    showState(zone, await submitArticle(tx, actor, params.id)),
  ),
  writes(
    contract.auditArticle,
    async (tx, { actor, params, body }) => auditArticle(tx, actor, params.id, body),
    async (tx, { actor, params }) => versionToDecideOn(tx, actor, params.id),
  ),
  reads(contract.listAudits, async (db, { actor, params, query, zone }) =>
    paginated(await auditsOf(db, actor, params.id, query), query, showAudit(zone)),
  ),
]

function showState(zone: Zone, article: ArticleRow) {
  return {
    id: article.id,
    status: article.status,
    ...showTimes(zone, { publish: article.publish_at, scheduled: article.scheduled_at }),
    working_copy: article.working_copy,
    review_status: article.review_status,
  }
}

function showAudit(zone: Zone) {
  return (row: AuditFound) => ({
    id: row.id,
    status: row.status as 1 | 2,
    reason: row.reason,
    auditor: { id: row.auditor_id, username: row.username ?? '', nickname: row.nickname ?? '' },
    ...showTimes(zone, { create: row.created_at }),
  })
}
