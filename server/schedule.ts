import type { Tables } from './database.ts'
import { cronAt, makeBackups } from './features/backups/backups.rules.ts'
import { purgeBins } from './features/recycle-bin/recycle-bin.jobs.ts'
import { siteSettings } from './features/settings/settings.actions.ts'
import { FIRST_SITE } from './features/sites/sites.actions.ts'
import { tidyUp } from './jobs.ts'
import { enqueue } from './platform/jobs/enqueue.ts'
import type { ScheduleEntry } from './platform/jobs/schedule.ts'

/** What runs when. Each occurrence runs once on all nodes; a missed one is made up at the next start. */
export function scheduleEntries(zone: string): ScheduleEntry<Tables>[] {
  return [
    {
      name: 'tidy-up',
      cron: '17 * * * *',
      zone,
      enqueue: (tx) => enqueue(tx, tidyUp, {}, { uniqueKey: 'hourly' }),
    },
    {
      name: 'purge-recycle-bins',
      cron: '40 3 * * *',
      zone,
      enqueue: (tx) => enqueue(tx, purgeBins, {}, { uniqueKey: 'daily' }),
    },
    {
      name: 'back-up-database',
      cron: async (db) => cronAt((await siteSettings(db, FIRST_SITE)).backup_time, '*'),
      zone,
      enqueue: (tx) => enqueue(tx, makeBackups, { kind: 'database' }, { uniqueKey: 'database' }),
    },
    {
      name: 'back-up-uploads',
      cron: async (db) => cronAt((await siteSettings(db, FIRST_SITE)).backup_time, '0'),
      zone,
      enqueue: (tx) => enqueue(tx, makeBackups, { kind: 'uploads' }, { uniqueKey: 'uploads' }),
    },
  ]
}
