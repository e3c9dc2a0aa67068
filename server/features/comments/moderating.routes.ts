import * as contract from '@inkstone/contract/comment-moderation.ts'
import { acts, reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { deleteComment } from './bin.actions.ts'
import { showModerated, showReport } from './comments.view.ts'
import {
  auditComment,
  auditComments,
  commentsToModerate,
  reportsOn,
  statisticsOf,
} from './moderating.actions.ts'

export const commentModerationRoutes = [
  reads(contract.moderateComments, async (db, { actor, query, zone }) =>
    paginated(await commentsToModerate(db, actor, query), query, showModerated(zone)),
  ),
  writes(contract.auditComment, async (tx, { actor, params, body }) =>
    auditComment(tx, actor, params.id, body),
  ),
  writes(contract.auditComments, async (tx, { actor, body }) => auditComments(tx, actor, body.ids, body)),
  writes(contract.deleteComment, async (tx, { actor, params }) => deleteComment(tx, actor, params.id)),
  reads(contract.listReports, async (db, { actor, query, zone }) =>
    paginated(await reportsOn(db, actor, query.all === 1, query), query, showReport(zone)),
  ),
  acts(contract.commentStatistics, async (engine, { actor, query, zone }) =>
    statisticsOf(engine, actor, zone, query.days),
  ),
]
