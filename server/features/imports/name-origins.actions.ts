import type { Tx } from '../../database.ts'
import type { Uploading } from '../media/storing.actions.ts'
import { hashOfAddress, pathKey } from './address-keys.rules.ts'
import { insertAddresses, insertItem } from './imports.store.ts'
import type { FormerAddress } from './items.ts'
import type { Ledger } from './ledger.actions.ts'
import type { createNameLosses } from './name-losses.ts'

type NameType = 'author' | 'category' | 'tag'

/** What authors, categories and tags of an import have in common. */
export interface NameContext {
  readonly uploading: Uploading
  readonly ledger: Ledger
  readonly losses: ReturnType<typeof createNameLosses>
  readonly origins: ReturnType<typeof createNameOrigins>
}

/** Stores where authors, categories and tags came from. */
export function createNameOrigins({ actor: { siteId } }: Uploading, { importId, seen }: Ledger) {
  return {
    async noteCreated(tx: Tx, type: NameType, name: string, id: number): Promise<void> {
      const origin = type === 'author' ? `author ${name}` : `${type} ${id}`
      await insertItem(tx, { import_id: importId, site_id: siteId, origin, type, ref_id: id })
    },
    /** For the redirects, and for links to it in texts. */
    async noteFormerList(
      tx: Tx,
      type: NameType,
      id: number,
      former: FormerAddress | undefined,
    ): Promise<void> {
      if (!former) return
      const shared = { import_id: importId, site_id: siteId, address: former.address, type, ref_id: id }
      const key = former.key ?? `list ${former.address}`
      // The site redirects from its path on any host: the domain may change with the move.
      const path = pathKey(former.address) ?? key
      await insertAddresses(tx, [
        { ...shared, address_hash: hashOfAddress(key), is_main: 1 },
        ...(path === key ? [] : [{ ...shared, address_hash: hashOfAddress(path), is_main: 0 }]),
      ])
    },
    /** The same for a dry run. */
    seeFormerList(former: FormerAddress | undefined): void {
      if (former?.key !== undefined) seen.targets.add(former.key)
    },
  }
}
