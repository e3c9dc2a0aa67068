import { actsLater, type Tables } from '../../database.ts'
import type { Handler } from '../../platform/jobs/job-kind.ts'
import type { MediaMeans } from './keeping.actions.ts'
import { makeVariants, removeStored } from './media.rules.ts'
import { makeAllVariants, removeUnclaimed } from './variants.actions.ts'

/** A storage that is away for a day must not leave bytes behind for ever. */
const NEVER_GIVES_UP = { maxAttempts: Number.MAX_SAFE_INTEGER }

export const mediaJobs = (means: MediaMeans): Handler<Tables>[] => [
  actsLater(makeVariants, async ({ engine }, { object_id }) => makeAllVariants(engine, means, object_id)),
  actsLater(
    removeStored,
    async ({ engine }, { storage_key }) => removeUnclaimed(engine, means, storage_key),
    NEVER_GIVES_UP,
  ),
]
