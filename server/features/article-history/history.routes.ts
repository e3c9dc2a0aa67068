import * as contract from '@inkstone/contract/revisions.ts'
import { reads, writes } from '../../database.ts'
import { paginated } from '../../platform/core/page.ts'
import { showTimes } from '../../platform/times/times.ts'
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
  writes(contract.restoreRevision, async (tx, { actor, params, query, zone }) => {
    const restore = query.working_copy === 1 ? restoreIntoCopy : restoreRevision
    const { id, title, working_copy, updated_at } = await restore(tx, actor, params.id, params.n)
    return { id, title, working_copy: working_copy as 0 | 1, ...showTimes(zone, { update: updated_at }) }
  }),
]
