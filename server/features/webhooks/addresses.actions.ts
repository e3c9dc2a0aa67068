import type { Tx } from '../../database.ts'
import type { EventRow } from '../events/events.table.ts'
import { siteSettings } from '../settings/settings.actions.ts'
import { type PathKind, pathOf, siteBase } from '../sites/addresses.rules.ts'
import { siteNames } from '../sites/sites.actions.ts'

const WITH_ADDRESS: ReadonlySet<string> = new Set<PathKind>(['article', 'page', 'category', 'tag'])

/**
 * The payload of an event with the public URL of its subject. There is no request here: without `site_url`, a domain or
 * PUBLIC_URL the URL is a path on the site.
 */
export async function dataWithAddress(
  tx: Tx,
  { site_id, subject_type, data }: EventRow,
  publicUrl: string | undefined,
): Promise<string> {
  const told = JSON.parse(data) as Record<string, unknown>
  if (!WITH_ADDRESS.has(subject_type) || typeof told.alias !== 'string') return data
  const settings = await siteSettings(tx, site_id)
  const { domains } = await siteNames(tx, site_id)
  const base = siteBase({ settings, domains, publicUrl, origin: undefined })
  const url = `${base}${pathOf(settings, subject_type as PathKind, told.alias)}`
  return JSON.stringify({ ...told, url })
}
