import type { Flag, PageQuery } from '@inkstone/contract/schema.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { boundsOf, type Found } from '../../platform/core/page.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasesLike } from '../../platform/sql/aliases.ts'
import { ConstraintViolated } from '../../platform/sql/handles.ts'
import { forUpdate } from '../../platform/sql/lock.ts'
import type { SiteTable } from './sites.table.ts'

export type SiteRow = Selectable<SiteTable> & { domains: string[] }
type Stored = Selectable<SiteTable>

/** How a request names a site. The first one given is used. */
type SiteName = { id: number } | { alias: string } | { domain: string }

export async function findSite(db: Db, name: SiteName): Promise<Stored | undefined> {
  const sites = db.selectFrom('sites').selectAll('sites')
  if ('id' in name) return sites.where('id', '=', name.id).executeTakeFirst()
  if ('alias' in name) return sites.where('alias', '=', name.alias).executeTakeFirst()
  return sites
    .innerJoin('site_domains', 'site_domains.site_id', 'sites.id')
    .where('site_domains.domain', '=', name.domain)
    .executeTakeFirst()
}

export async function findDomains(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('site_domains').select('domain').execute()
  return rows.map(({ domain }) => domain)
}

export async function findSites(db: Db, page: PageQuery): Promise<Found<SiteRow>> {
  const { limit, offset } = boundsOf(page)
  const rows = await db.selectFrom('sites').selectAll().orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await db
    .selectFrom('sites')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: await withDomains(db, rows), total }
}

export async function findSiteIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('sites').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function readSite(db: Db, id: number): Promise<SiteRow> {
  const row = await db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst()
  const [site] = await withDomains(db, row ? [row] : [])
  if (!site) throw new Problem('site-not-found')
  return site
}

export async function lockSite(tx: Tx, id: number): Promise<SiteRow> {
  const row = await forUpdate(tx, tx.selectFrom('sites').selectAll().where('id', '=', id)).executeTakeFirst()
  const [site] = await withDomains(tx, row ? [row] : [])
  if (!site) throw new Problem('site-not-found')
  return site
}

async function withDomains(db: Db, rows: Stored[]): Promise<SiteRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const domains = await db
    .selectFrom('site_domains')
    .selectAll()
    .where('site_id', 'in', ids)
    .orderBy('domain')
    .execute()
  return rows.map((row) => ({
    ...row,
    domains: domains.filter(({ site_id }) => site_id === row.id).map(({ domain }) => domain),
  }))
}

export function takenAliases(db: Db, alias: string): Promise<Set<string>> {
  return aliasesLike(db.selectFrom('sites').select('alias'), alias)
}

/** Returns undefined if the alias is taken, also by a concurrent request. */
export async function insertSite(
  tx: Tx,
  site: { name: string; alias: string; enabled: Flag },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('sites')
    .values({ ...site, created_at: tx.now, updated_at: tx.now })
    .onConflict((conflict) => conflict.column('alias').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function saveSite(tx: Tx, id: number, changes: Updateable<SiteTable>): Promise<void> {
  await orTaken(() =>
    tx
      .updateTable('sites')
      .set({ ...changes, updated_at: tx.now })
      .where('id', '=', id)
      .execute(),
  )
}

export async function saveDomains(tx: Tx, siteId: number, domains: readonly string[]): Promise<void> {
  await tx.deleteFrom('site_domains').where('site_id', '=', siteId).execute()
  if (domains.length === 0) return
  await orTaken(() =>
    tx
      .insertInto('site_domains')
      .values(domains.map((domain) => ({ domain, site_id: siteId })))
      .execute(),
  )
}

export async function removeSite(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('sites').where('id', '=', id).execute()
}

async function orTaken<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof ConstraintViolated && error.constraint === 'sites_alias_unique')
      throw invalid('alias', 'taken')
    if (error instanceof ConstraintViolated && error.kind === 'unique') throw invalid('domains', 'taken')
    throw error
  }
}

/** Content that prevents deletion. The default category is created and deleted with the site. */
export async function hasContent(db: Db, site: SiteRow): Promise<boolean> {
  const other = await db
    .selectFrom('categories')
    .select('id')
    .where('site_id', '=', site.id)
    .where('id', '<>', site.default_category_id)
    .limit(1)
    .executeTakeFirst()
  if (other) return true
  for (const table of ['articles', 'tags', 'pages', 'media'] as const) {
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('site_id', '=', site.id)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
