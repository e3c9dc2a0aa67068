import { binKinds } from './bin.ts'
import { actsLater, type Tables } from './database.ts'
import { publicationJobs } from './features/publication/publication.jobs.ts'
import { recycleBinJobs } from './features/recycle-bin/recycle-bin.jobs.ts'
import { forgetExpiredSessions } from './features/sessions/sessions.actions.ts'
import { forgetOldKeys } from './platform/http/idempotency.ts'
import { type Handler, jobKind } from './platform/jobs/job-kind.ts'
import { pruneJobs } from './platform/jobs/jobs.store.ts'

/** Removes what has had its time: sessions, idempotency keys, jobs that ended. */
export const tidyUp = jobKind<Record<string, never>>('tidy-up')

/** Every job that runs in the background. */
export function jobHandlers(): Handler<Tables>[] {
  return [
    ...publicationJobs,
    ...recycleBinJobs(binKinds),
    actsLater(tidyUp, async ({ engine }) => {
      await engine.transact(forgetExpiredSessions)
      await engine.transact(forgetOldKeys)
      await pruneJobs(engine)
    }),
  ]
}
