import type { Db, Tx } from '../../database.ts'
import {
  findFormerAlias,
  moveFormerAliases,
  removeFormerAlias,
  removeFormerAliasesOf,
  saveFormerAlias,
} from './former-aliases.store.ts'
import type { AliasedKind } from './former-aliases.table.ts'

interface Aliased {
  readonly id: number
  readonly site_id: number
  readonly alias: string
  readonly enabled: number
}

/**
 * After a change of the alias: if the old one was public, its URL redirects from now on. An alias is also kept when its
 * page, category or tag is disabled, which may be renamed before it is enabled again.
 */
export async function keepFormerAlias(
  tx: Tx,
  kind: AliasedKind,
  before: Aliased,
  after: Aliased,
): Promise<void> {
  if (before.alias === after.alias && before.enabled === after.enabled) return
  if (after.enabled === 1) await removeFormerAlias(tx, after.site_id, kind, after.alias)
  await keep(tx, kind, before, before.id)
}

/** After a merge the URLs of what is gone redirect to what it became a part of. */
export async function keepAliasesOfMerged(
  tx: Tx,
  kind: AliasedKind,
  gone: Aliased,
  targetId: number,
): Promise<void> {
  await moveFormerAliases(tx, gone.site_id, kind, gone.id, targetId)
  await keep(tx, kind, gone, targetId)
}

async function keep(tx: Tx, kind: AliasedKind, { site_id, alias, enabled }: Aliased, refId: number) {
  if (enabled === 1) await saveFormerAlias(tx, { site_id, kind, alias, ref_id: refId })
}

/** For the deletion of a site. */
export const forgetAliasesOfSite: (tx: Tx, siteId: number) => Promise<void> = removeFormerAliasesOf

/** The id of what had this alias, if it has another one now. */
export const idByFormerAlias: (
  db: Db,
  siteId: number,
  kind: AliasedKind,
  alias: string,
) => Promise<number | undefined> = findFormerAlias
