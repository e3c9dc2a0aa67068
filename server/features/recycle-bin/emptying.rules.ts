import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'

export type EmptyBin = {
  readonly site_id: number
  /** What was deleted later stays. */
  readonly before: number
  /** Of this type alone; null for all. */
  readonly type: BinType | null
}

/** Removes what a request had no time for. */
export const emptyBinLater = jobKind<EmptyBin>('empty-recycle-bin')
