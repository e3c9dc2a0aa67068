import { actsLater, type Tables } from './database.ts'
import { deleteExpiredLinks } from './features/account-links/account-links.actions.ts'
import { accountLinkJobs } from './features/account-links/account-links.jobs.ts'
import { aliasUpkeep } from './features/articles/alias-upkeep.actions.ts'
import { articleUpkeep } from './features/articles/upkeep.actions.ts'
import { backupJobs } from './features/backups/backups.jobs.ts'
import type { BackupPlace } from './features/backups/backups.rules.ts'
import { deleteExpiredCaptchas } from './features/captcha/captcha.actions.ts'
import { categoryUpkeep } from './features/categories/upkeep.actions.ts'
import { deleteOldChanges } from './features/changes/changes.actions.ts'
import { commentJobs } from './features/comments/comments.jobs.ts'
import { contentJobs } from './features/content/content.jobs.ts'
import { deleteOldViews } from './features/counters/daily-views.actions.ts'
import { importJobs } from './features/imports/imports.jobs.ts'
import type { ImportOptions } from './features/imports/imports.rules.ts'
import { removeAbandoned } from './features/media/abandoned.actions.ts'
import { mediaJobs } from './features/media/media.jobs.ts'
import type { MediaOptions } from './features/media/storing.actions.ts'
import type { MailOptions } from './features/messages/mailing.actions.ts'
import { messageJobs } from './features/messages/messages.jobs.ts'
import { pageUpkeep } from './features/pages/upkeep.actions.ts'
import { deleteOldChallenges } from './features/passkeys/passkeys.actions.ts'
import { deleteStalePresence } from './features/presence/presence.actions.ts'
import { publicationJobs } from './features/publication/publication.jobs.ts'
import { recycleBinJobs } from './features/recycle-bin/recycle-bin.jobs.ts'
import { tidyIndex } from './features/search-index/indexing.actions.ts'
import { searchJobs } from './features/search-index/indexing.jobs.ts'
import { deleteExpiredSessions } from './features/sessions/sessions.actions.ts'
import { userUpkeep } from './features/users/upkeep.actions.ts'
import { deleteUnconfirmed } from './features/users/users.actions.ts'
import { deleteOldDeliveries, type Sending } from './features/webhooks/delivery.actions.ts'
import { webhookJobs } from './features/webhooks/webhooks.jobs.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { type Handler, jobKind } from './platform/jobs/job-kind.ts'
import { pruneJobs } from './platform/jobs/jobs.store.ts'
import { binKinds } from './recycle-bin.ts'

/** Deletes expired data (sessions, idempotency keys, captchas, old jobs, abandoned uploads) and optimises the search index. */
export const tidyUp = jobKind<Record<string, never>>('tidy-up')

/** The dependencies of the jobs beyond the database. */
export interface JobOptions {
  readonly webhooks: Sending
  readonly backups: BackupPlace
  readonly mail: MailOptions
  readonly media: MediaOptions
  readonly imports: ImportOptions
}

/** Runs all steps, even if one fails, and then throws the first error. */
async function each(steps: ReadonlyArray<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** All background jobs. */
export function jobHandlers({ webhooks, backups, mail, media, imports }: JobOptions): Handler<Tables>[] {
  return [
    ...publicationJobs,
    ...recycleBinJobs(binKinds),
    ...searchJobs,
    ...webhookJobs(webhooks),
    ...backupJobs(backups),
    ...mediaJobs(media),
    ...importJobs(imports),
    ...commentJobs(mail),
    ...messageJobs(mail),
    ...accountLinkJobs(mail),
    ...contentJobs([articleUpkeep, pageUpkeep, userUpkeep, categoryUpkeep, aliasUpkeep]),
    actsLater(tidyUp, async ({ engine }) => {
      await each([
        () => deleteExpiredSessions(engine),
        () => engine.transact(deleteExpiredLinks),
        () => engine.transact(deleteUnconfirmed),
        () => deleteOldChallenges(engine),
        () => deleteOldKeys(engine),
        () => deleteOldDeliveries(engine),
        () => deleteExpiredCaptchas(engine),
        () => deleteOldChanges(engine),
        () => deleteOldViews(engine),
        () => deleteStalePresence(engine),
        () => pruneJobs(engine),
        () => tidyIndex(engine, 'small'),
        async () => removeAbandoned(media, await engine.now()),
      ])
    }),
  ]
}
