import type { BinType } from '@inkstone/contract/recycle-bin.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../database.ts'

/** Whose deleted things a query may show. */
export type BinOwner = { readonly userId: number } | 'anybody'

/**
 * How one kind of thing takes part in the recycle bin. A feature joins by giving one of these to the list in app.ts;
 * the bin itself knows none of them.
 */
export interface BinKind {
  readonly type: BinType
  /** `select id, title, deleted_by, deleted_at` of what is in the bin of a site. */
  rows(siteId: number, owner: BinOwner): RawBuilder<unknown>
  /** Whether the thing belongs to the user: editors look after their own. Undefined where it is not in the bin. */
  ownerOf(tx: Tx, siteId: number, id: number): Promise<number | undefined>
  restore(tx: Tx, siteId: number, id: number): Promise<void>
  /** Removes it with everything that belonged to it. */
  purge(tx: Tx, siteId: number, id: number): Promise<void>
  /** What has been in the bin of the site since before the moment, at most `limit` of it. */
  deletedBefore(tx: Tx, siteId: number, moment: number, limit: number): Promise<number[]>
}
