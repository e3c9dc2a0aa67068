import type { Tx } from '../../database.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'

/** Upgrades data of an earlier version, one portion per transaction. */
export const upkeep = jobKind<Record<string, never>>('content-upkeep')

/** One kind of content to upgrade. */
export interface UpkeepStep {
  readonly name: string
  /** Handles the next rows by id and returns the last id; undefined if there are no more. */
  portion(tx: Tx, after: number): Promise<number | undefined>
}

export interface Place {
  readonly step: UpkeepStep
  /** The last completed id. */
  readonly after: number
}

export function placeIn(text: string, steps: readonly UpkeepStep[]): Place | undefined {
  const [name, after] = text.split(' ')
  const step = steps.find((known) => known.name === name)
  return step && { step, after: Number(after) }
}

/** Undefined after the last of them. */
export function placeAfter(
  { step }: Place,
  done: number | undefined,
  steps: readonly UpkeepStep[],
): string | undefined {
  if (done !== undefined) return `${step.name} ${done}`
  const next = steps[steps.indexOf(step) + 1]
  return next && `${next.name} 0`
}
