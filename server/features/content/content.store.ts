import type { Db, Tx } from '../../database.ts'
import type { ContentSourceTable } from './content.table.ts'

type Type = ContentSourceTable['type']

export async function putSource(tx: Tx, source: ContentSourceTable): Promise<void> {
  await tx
    .insertInto('content_sources')
    .values(source)
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'ref_id'])
        .doUpdateSet({ content_hash: source.content_hash, markdown: source.markdown }),
    )
    .execute()
}

export async function findSource(
  db: Db,
  type: Type,
  id: number,
  contentHash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('content_sources')
    .select('markdown')
    .where('type', '=', type)
    .where('ref_id', '=', id)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return row?.markdown
}

export async function removeSource(tx: Tx, type: Type, id: number): Promise<void> {
  await tx.deleteFrom('content_sources').where('type', '=', type).where('ref_id', '=', id).execute()
}
