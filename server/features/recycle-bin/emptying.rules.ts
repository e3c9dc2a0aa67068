import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import { jobKind } from '../../platform/jobs/job-kind.ts'

export type EmptyBin = {
  readonly site_id: number
  /** Items deleted later are kept. */
  readonly before: number
  /** Only this type; null for all. */
  readonly type: BinType | null
}

/** Deletes what a request had no time for. */
export const emptyBinLater = jobKind<EmptyBin>('empty-recycle-bin')
