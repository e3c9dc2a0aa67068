import { domainToASCII } from 'node:url'
import type { BodyOf } from '@inkstone/contract/endpoint.ts'
import type { createSite as createEndpoint, updateSite as updateEndpoint } from '@inkstone/contract/sites.ts'
import type { Db, Tx } from '../../database.ts'
import type { ActingSite, Actor } from '../../platform/core/actor.ts'
import { invalid, Problem } from '../../platform/core/problem.ts'
import { aliasFrom, freeAlias } from '../../platform/texts/alias.ts'
import { recordAuditEntry } from '../audit-log/audit-log.actions.ts'
import { settingsOf } from '../settings/settings.rules.ts'
import {
  findDomains,
  findSite,
  findSiteIds,
  hasContent,
  insertSite,
  lockSite,
  readSite,
  removeSite,
  type SiteRow,
  saveDomains,
  saveSite,
  takenAliases,
} from './sites.store.ts'

export const FIRST_SITE = 1
const MAX_DOMAIN_LENGTH = 253
const IS_ASCII = /^[!-~]*$/

/** Data that every site has. The features that own it pass it to `siteRoutes`. */
export interface SiteParts {
  readonly categories: {
    /** Creates the default category. */
    create(tx: Tx, siteId: number): Promise<number>
    /** Locks the default category, as a new article locks its category before its site. */
    lock(tx: Tx, siteId: number): Promise<void>
    remove(tx: Tx, siteId: number): Promise<void>
  }
  /** Called before the site is deleted, in this order. */
  readonly removals: readonly ((tx: Tx, siteId: number) => Promise<void>)[]
}

/** The site of a request: the one it names, the one of its domain, or `unlessNamed`. */
export async function resolveSite(
  db: Db,
  named: string | undefined,
  domain: string | undefined,
  unlessNamed = FIRST_SITE,
): Promise<ActingSite> {
  const row = named !== undefined ? await siteNamed(db, named) : await siteOfDomain(db, domain, unlessNamed)
  if (!row || row.enabled === 0) throw new Problem('site-not-found')
  return { id: row.id, alias: row.alias, settings: settingsOf(row.settings) }
}

async function siteNamed(db: Db, named: string) {
  const text = named.trim().toLowerCase()
  if (/^\d{1,15}$/.test(text)) return findSite(db, { id: Number(text) })
  // Invalid aliases are not queried: PostgreSQL fails on some texts, such as those with a NUL.
  return /^[\w-]{1,64}$/.test(text) ? findSite(db, { alias: text }) : undefined
}

async function siteOfDomain(db: Db, domain: string | undefined, unlessNamed: number) {
  const found = domain === undefined ? undefined : await findSite(db, { domain })
  return found ?? findSite(db, { id: unlessNamed })
}

/** The domains of all sites, the only hosts that select a site. */
export async function allDomains(db: Db): Promise<ReadonlySet<string>> {
  return new Set(await findDomains(db))
}

export async function createSite(
  tx: Tx,
  actor: Actor,
  fields: BodyOf<typeof createEndpoint>,
  { categories }: SiteParts,
): Promise<SiteRow> {
  const { id, alias } = await insertUnderFreeAlias(tx, fields)
  await saveDomains(tx, id, domainsOf(fields.domains ?? []))
  await saveSite(tx, id, { default_category_id: await categories.create(tx, id) })
  await recordAuditEntry(tx, actor, {
    action: 'site.created',
    targetType: 'site',
    targetId: id,
    after: { name: fields.name, alias },
  })
  return readSite(tx, id)
}

/** If a generated alias is taken by a concurrent request, the next one is tried. */
async function insertUnderFreeAlias(
  tx: Tx,
  fields: BodyOf<typeof createEndpoint>,
): Promise<{ id: number; alias: string }> {
  const alias = await aliasOf(tx, fields)
  const id = await insertSite(tx, { name: fields.name, alias, enabled: fields.enabled ?? 1 })
  if (id !== undefined) return { id, alias }
  if (fields.alias) throw invalid('alias', 'taken')
  return insertUnderFreeAlias(tx, fields)
}

async function aliasOf(tx: Tx, { alias = '', name }: { alias?: string; name: string }): Promise<string> {
  if (/^\d+$/.test(alias)) throw invalid('alias', 'all-digits')
  if (alias !== '') return alias
  const wanted = await aliasFrom(name, 'site')
  return freeAlias(wanted, await takenAliases(tx, wanted))
}

export async function changeSite(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: BodyOf<typeof updateEndpoint>,
): Promise<SiteRow> {
  const before = await lockSite(tx, id)
  const { domains, alias, ...simple } = changes
  if (id === FIRST_SITE && simple.enabled === 0) throw invalid('enabled', 'site-1-stays')
  const renamed =
    alias === undefined ? {} : { alias: await aliasOf(tx, { alias, name: simple.name ?? before.name }) }
  await saveSite(tx, id, { ...simple, ...renamed })
  if (domains) await saveDomains(tx, id, domainsOf(domains))
  await recordAuditEntry(tx, actor, {
    action: 'site.updated',
    targetType: 'site',
    targetId: id,
    after: changes,
  })
  return readSite(tx, id)
}

function domainsOf(domains: readonly string[]): string[] {
  return [...new Set(domains.map(asSent))]
}

/** A domain as browsers send it: in lower case, and other scripts in ASCII. */
function asSent(domain: string): string {
  if (IS_ASCII.test(domain)) return domain.toLowerCase()
  const [name = '', port] = domain.split(':')
  const ascii = domainToASCII(name)
  if (ascii === '' || ascii.length > MAX_DOMAIN_LENGTH) throw invalid('domains', 'malformed')
  return port === undefined ? ascii : `${ascii}:${port}`
}

export async function deleteSite(
  tx: Tx,
  actor: Actor,
  id: number,
  { categories, removals }: SiteParts,
): Promise<void> {
  await categories.lock(tx, id)
  const site = await lockSite(tx, id)
  if (id === FIRST_SITE) throw invalid('id', 'site-1-stays')
  if (await hasContent(tx, site)) throw invalid('id', 'has-content')
  await categories.remove(tx, id)
  for (const remove of removals) await remove(tx, id)
  await removeSite(tx, id)
  await recordAuditEntry(tx, actor, {
    action: 'site.deleted',
    targetType: 'site',
    targetId: id,
    before: { name: site.name, alias: site.alias },
  })
}

export const siteIds: (db: Db) => Promise<number[]> = findSiteIds

/** The name of the site and its domains in order. */
export async function siteNames(db: Db, id: number): Promise<Pick<SiteRow, 'name' | 'domains'>> {
  return readSite(db, id)
}
