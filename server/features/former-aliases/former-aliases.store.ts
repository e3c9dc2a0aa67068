import type { Db, Tx } from '../../database.ts'
import type { AliasedKind, FormerAliasTable } from './former-aliases.table.ts'

export async function saveFormerAlias(tx: Tx, row: FormerAliasTable): Promise<void> {
  await tx
    .insertInto('former_aliases')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'kind', 'alias']).doUpdateSet({ ref_id: row.ref_id }),
    )
    .execute()
}

export async function removeFormerAlias(
  tx: Tx,
  siteId: number,
  kind: AliasedKind,
  alias: string,
): Promise<void> {
  await tx
    .deleteFrom('former_aliases')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('alias', '=', alias)
    .execute()
}

export async function removeFormerAliasesOf(tx: Tx, siteId: number): Promise<void> {
  await tx.deleteFrom('former_aliases').where('site_id', '=', siteId).execute()
}

export async function moveFormerAliases(
  tx: Tx,
  siteId: number,
  kind: AliasedKind,
  fromId: number,
  toId: number,
): Promise<void> {
  await tx
    .updateTable('former_aliases')
    .set({ ref_id: toId })
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('ref_id', '=', fromId)
    .execute()
}

export async function findFormerAlias(
  db: Db,
  siteId: number,
  kind: AliasedKind,
  alias: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('former_aliases')
    .select('ref_id')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('alias', '=', alias)
    .executeTakeFirst()
  return row?.ref_id
}
