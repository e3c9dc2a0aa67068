import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../database.ts'

/** Whose deleted items a query includes. */
export type BinOwner = { readonly userId: number } | 'anybody'

/** The recycle bin operations of one content type. `server/recycle-bin.ts` lists them all. */
export interface BinKind {
  readonly type: BinType
  /** `select id, title, deleted_by, deleted_at` of the items in the bin of a site. */
  rows(siteId: number, owner: BinOwner): RawBuilder<unknown>
  /** The owner of an item, because editors manage only their own. Undefined if it is not in the bin. */
  ownerOf(tx: Tx, siteId: number, id: number): Promise<number | undefined>
  restore(tx: Tx, siteId: number, id: number): Promise<void>
  /** Deletes it permanently, with everything that belongs to it. */
  purge(tx: Tx, siteId: number, id: number): Promise<void>
  /** The items of a site that were deleted before this time, at most `limit`. */
  deletedBefore(tx: Tx, siteId: number, moment: number, limit: number): Promise<number[]>
}
