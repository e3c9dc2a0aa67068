import { actsLater, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'
import type { BinKind } from '../deletion/bin-kinds.rules.ts'
import { siteSettings } from '../settings/settings.actions.ts'
import { siteIds } from '../sites/sites.actions.ts'
import { emptyBinLater } from './emptying.rules.ts'
import { emptyRest, purgeOlder } from './recycle-bin.actions.ts'

export const purgeBins = jobKind<Record<string, never>>('purge-recycle-bins')

const DAY_MS = 86_400_000

/** Purges items after the retention time of their site. */
export const recycleBinJobs = (kinds: readonly BinKind[]): Handler<Tables>[] => [
  actsLater(emptyBinLater, async ({ engine }, job) => emptyRest(engine, kinds, job)),
  actsLater(purgeBins, async ({ engine }) => {
    const now = await engine.now()
    for (const siteId of await siteIds(engine.db)) {
      const { recycle_days } = await siteSettings(engine.db, siteId)
      await purgeOlder(engine, kinds, siteId, now - recycle_days * DAY_MS)
    }
  }),
]
