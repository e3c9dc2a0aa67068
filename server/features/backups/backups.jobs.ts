import type { Tables } from '../../database.ts'
import { actsLater } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { siteSettings } from '../settings/settings.actions.ts'
import { FIRST_SITE } from '../sites/sites.actions.ts'
import { makeBackup, pruneBackups } from './backups.actions.ts'
import { type BackupPlace, DAY_MS, kindsOf, makeBackups } from './backups.rules.ts'

export const backupJobs = (place: BackupPlace): Handler<Tables>[] => [
  actsLater(makeBackups, async ({ engine, signal, log }, { kind }) => {
    const settings = await siteSettings(engine.db, FIRST_SITE)
    const keepDays = { database: settings.backup_keep_days, uploads: settings.backup_upload_weeks * 7 }
    for (const each of kindsOf(kind, place)) {
      const now = await engine.now()
      const { name } = await makeBackup(place, each, now, { signal })
      const removed = await pruneBackups(place.folder, each, keepDays[each] * DAY_MS, now)
      log.info({ backup: name, removed }, 'backup created')
    }
  }),
]
