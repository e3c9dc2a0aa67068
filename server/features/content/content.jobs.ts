import { actsLater, type Tables } from '../../database.ts'
import { again, type Handler } from '../../platform/jobs/job-kind.ts'
import { runUpkeep } from './upkeep.actions.ts'
import { type UpkeepStep, upkeep } from './upkeep.rules.ts'

export const contentJobs = (steps: readonly UpkeepStep[]): Handler<Tables>[] => [
  actsLater(upkeep, async ({ engine, signal }) => {
    await runUpkeep(engine, steps, signal)
    return signal.aborted ? again(await engine.now()) : undefined
  }),
]
