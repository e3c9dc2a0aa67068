import * as contract from '@inkstone/contract/revisions.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { showTimes } from '../../platform/times/times.ts'
import { changesCopyInstead, editableArticle } from '../articles/articles.actions.ts'
import {
  compareRevision,
  restoreIntoCopy,
  restoreRevision,
  revisionOf,
  revisionsOf,
} from './history.actions.ts'
import { showRevision, showWholeRevision, showWriting } from './history.view.ts'

export const revisionRoutes = [
  reads(contract.listRevisions, async (db, { actor, params, query, zone }) => {
    const found = await revisionsOf(db, actor, params.id, query)
    return { ...paginated(found, query, showRevision(zone)), current: showWriting(zone)(found.current) }
  }),
  reads(contract.getRevision, async (db, { actor, params, zone }) =>
    showWholeRevision(zone)(await revisionOf(db, actor, params.id, params.n)),
  ),
  reads(contract.compareRevisions, async (db, { actor, params, query }) =>
    compareRevision(db, actor, params.id, params.n, query.with),
  ),
  writes(contract.restoreRevision, async (tx, call) => {
    const { actor, params, query, zone } = call
    const article = await editableArticle(tx, actor, params.id)
    const isCopyWanted = query.working_copy === 1
    // The article itself and its ETag do not change then.
    if (isCopyWanted || changesCopyInstead(actor, article)) call.answering.etag = await call.presentEtag?.()
    const restore = isCopyWanted ? restoreIntoCopy : restoreRevision
    const { id, title, working_copy, updated_at } = await restore(tx, actor, params.id, params.n)
    return { id, title, working_copy, ...showTimes(zone, { update: updated_at }) }
  }),
]
