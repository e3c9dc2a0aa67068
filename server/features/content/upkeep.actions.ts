import type { Engine, Tx } from '../../database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { placeAfter, placeIn, type UpkeepStep, upkeep } from './upkeep.rules.ts'
import { lockPlace, readPlace, savePlace } from './upkeep.store.ts'

/** At the start: resumes the data upgrade, if there is one. */
export async function beginUpkeep(engine: Engine): Promise<void> {
  if ((await readPlace(engine.db)) === undefined) return
  await engine.transact((tx) => enqueue(tx, upkeep, {}, { uniqueKey: 'all' }))
}

/** Runs in portions, each of which stores its progress, until everything is done or the service stops. */
export async function runUpkeep(
  engine: Engine,
  steps: readonly UpkeepStep[],
  signal: AbortSignal,
): Promise<void> {
  let more = true
  while (more && !signal.aborted) more = await engine.transact((tx) => runUpkeepPortion(tx, steps))
}

/** False if there is no more. */
async function runUpkeepPortion(tx: Tx, steps: readonly UpkeepStep[]): Promise<boolean> {
  const text = await lockPlace(tx)
  const place = text === undefined ? undefined : placeIn(text, steps)
  if (!place) return false
  const next = placeAfter(place, await place.step.portion(tx, place.after), steps)
  await savePlace(tx, next)
  return next !== undefined
}
