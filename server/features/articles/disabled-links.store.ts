import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { HiddenLinks } from './list-query.rules.ts'

interface Named {
  readonly site: number
  readonly ids: readonly number[]
}

const disabledTags = prepared<Named, { readonly id: number }>(
  ({ value, isAmong }) => sql`select id from tags
    where site_id = ${value('site')} and ${isAmong(sql`id`, 'ids')} and enabled = 0`,
)

const disabledCategories = prepared<Named, { readonly id: number }>(
  ({ value, isAmong }) => sql`with recursive above (id, parent_id, enabled) as (
      select id, parent_id, enabled from categories where site_id = ${value('site')} and ${isAmong(sql`id`, 'ids')}
      union select a.id, c.parent_id, c.enabled from above a join categories c on c.id = a.parent_id
    ) select distinct id from above where enabled = 0`,
)

/** Which of these tags or categories readers do not see: a category also if it is below a disabled one. */
async function findDisabled(
  db: Db,
  table: 'categories' | 'tags',
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const find = table === 'tags' ? disabledTags : disabledCategories
  return new Set((await find(db, { site: siteId, ids })).map(({ id }) => id))
}

/** Those of these that readers do not see. */
export async function hiddenLinks(
  db: Db,
  siteId: number,
  links: { readonly categories: readonly number[]; readonly tags: readonly number[] },
): Promise<HiddenLinks> {
  return {
    categories: await findDisabled(db, 'categories', siteId, links.categories),
    tags: await findDisabled(db, 'tags', siteId, links.tags),
  }
}
