import * as contract from '@inkstone/contract/jobs.ts'
import { reads, writes } from '../../database.ts'
import { boundsOf, paginated } from '../../platform/core/page.ts'
import { listJobs } from '../../platform/jobs/jobs.store.ts'
import { runJobNow } from './jobs.actions.ts'
import { showJob } from './jobs.view.ts'

export const jobRoutes = [
  reads(contract.listJobs, async (db, { query, zone }) =>
    paginated(await listJobs(db, query, boundsOf(query)), query, showJob(zone)),
  ),
  writes(contract.retryJob, async (tx, { actor, params, zone }) =>
    showJob(zone)(await runJobNow(tx, actor, params.id)),
  ),
]
