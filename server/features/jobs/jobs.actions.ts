import type { Tx } from '../../database.ts'
import type { Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { findJob, retryJob } from '../../platform/jobs/jobs.store.ts'
import type { JobRow } from '../../platform/jobs/jobs.table.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'

export async function runJobNow(tx: Tx, actor: Actor, id: number): Promise<JobRow> {
  const job = await retryJob(tx, id)
  if (!job) throw await refusal(tx, id)
  await recordAuditEntry(tx, actor, { action: 'job.retried', targetType: 'job', targetId: id })
  return job
}

async function refusal(tx: Tx, id: number): Promise<Problem> {
  const job = await findJob(tx, id)
  return job ? invalid('state', 'not-allowed', { values: 'waiting, failed' }) : new Problem('job-not-found')
}
