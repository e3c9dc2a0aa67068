import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { FLAG_IDS } from './articles.rules.ts'

import { deferTotals } from './links.store.ts'
import type { TotalKind } from './totals.table.ts'

/** For a transaction that changes many articles. */
export const deferTotalUpdates: typeof deferTotals = deferTotals

const LINKS = {
  category: { table: 'article_categories', column: 'category_id' },
  tag: { table: 'article_tags', column: 'tag_id' },
} as const
type LinkKind = keyof typeof LINKS

/** Recounts all totals of a site from the rows. */
export async function recountTotals(tx: Tx, siteId: number): Promise<void> {
  await tx.deleteFrom('article_totals').where('site_id', '=', siteId).execute()
  const ofArticles = (kind: TotalKind, refId: RawBuilder<unknown>, condition = sql`true`) =>
    saveTotals(
      tx,
      siteId,
      kind,
      sql`select ${refId} as ref_id, case when deleted_at is null then status else -1 end as listed
        from articles where site_id = ${siteId} and ${condition}`,
    )
  await ofArticles('site', sql.lit(0))
  await ofArticles('author', sql`author_id`)
  for (const [flag, id] of Object.entries(FLAG_IDS))
    await ofArticles('flag', sql.lit(id), sql`${sql.ref(flag)} = 1`)
  for (const kind of ['category', 'tag'] as const)
    await saveTotals(
      tx,
      siteId,
      kind,
      sql`${linked(kind)} join articles a on a.id = l.article_id where a.site_id = ${siteId}`,
    )
}

/** Those of some categories or tags, whose rows are locked so that no links are added. */
export async function recountLinked(
  tx: Tx,
  siteId: number,
  kind: LinkKind,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('article_totals')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('ref_id', 'in', ids)
    .execute()
  await saveTotals(
    tx,
    siteId,
    kind,
    sql`${linked(kind)} where ${sql.ref(`l.${LINKS[kind].column}`)} in (${sql.join(ids)})`,
  )
}

function linked(kind: LinkKind): RawBuilder<unknown> {
  const { table, column } = LINKS[kind]
  return sql`select ${sql.ref(`l.${column}`)} as ref_id, l.listed from ${sql.table(table)} l`
}

async function saveTotals(tx: Tx, siteId: number, kind: TotalKind, rows: RawBuilder<unknown>): Promise<void> {
  await sql`insert into article_totals (site_id, kind, ref_id, listed, total)
    select ${siteId}, ${sql.lit(kind)}, ref_id, listed, count(*) from (${rows}) as counted
    group by ref_id, listed`.execute(tx)
}
