import { actsLater, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import { makeVariants, removeStored } from './media.rules.ts'
import type { MediaOptions } from './storing.actions.ts'
import { makeAllVariants, removeUnclaimed } from './variants.actions.ts'

/** Retries long enough that a storage outage of a day does not leave files behind. */
const NEVER_GIVES_UP = { maxAttempts: Number.MAX_SAFE_INTEGER }

export const mediaJobs = (options: MediaOptions): Handler<Tables>[] => [
  actsLater(makeVariants, async ({ engine }, { object_id }) => makeAllVariants(engine, options, object_id)),
  actsLater(
    removeStored,
    async ({ engine }, { storage_key }) => removeUnclaimed(engine, options, storage_key),
    NEVER_GIVES_UP,
  ),
]
