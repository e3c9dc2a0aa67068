import { actsLater, type Tables } from '../../database.ts'
import { again, type Handler } from '../../platform/jobs/job-kind.ts'
import { keepUpAll } from './upkeep.actions.ts'
import { keepUp, type UpkeepStep } from './upkeep.rules.ts'

export const contentJobs = (steps: readonly UpkeepStep[]): Handler<Tables>[] => [
  actsLater(keepUp, async ({ engine, signal }) => {
    await keepUpAll(engine, steps, signal)
    return signal.aborted ? again(await engine.now()) : undefined
  }),
]
