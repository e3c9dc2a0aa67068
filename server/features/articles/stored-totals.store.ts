import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { Visibility } from '../article-rights/articles.policy.ts'
import { FLAG_IDS } from './articles.rules.ts'
import { FLAGS, narrows, onlyPublished, type ResolvedQuery } from './list-query.rules.ts'
import type { TotalKind } from './totals.table.ts'

/** The total if it need not be counted: it is stored, or only the keyword matters. */
export async function knownTotal(
  db: Db,
  siteId: number,
  sight: Visibility,
  { found, ...filters }: ResolvedQuery,
): Promise<number | undefined> {
  if (found) {
    const isAlone = !narrows(filters) && (filters.status === undefined || filters.status === PUBLISHED)
    return isAlone ? found.total : undefined
  }
  const stored = storedTotalsFor(sight, filters)
  return stored && sumStoredTotals(db, siteId, stored)
}

interface StoredTotal {
  readonly kind: TotalKind
  readonly refId: number
  readonly status: number | undefined
}

/** The stored total for exactly this filter, if any; others are counted. */
function storedTotalsFor(sight: Visibility, query: ResolvedQuery): StoredTotal[] | undefined {
  const { status, sort: _, order: _order, ...narrowing } = query
  const filters = Object.entries(narrowing).filter(
    ([name, value]) => value !== undefined && !(name === 'include_children' && value !== 1),
  )
  const list = filters.length === 0 ? WHOLE_SITE : filters.length === 1 ? listOf(filters[0]) : undefined
  if (!list) return undefined
  if (sight === 'all') return [{ ...list, status }]
  if (onlyPublished(sight, query)) return [{ ...list, status: PUBLISHED }]
  if (sight === 'published' || list !== WHOLE_SITE) return undefined
  const own = { kind: 'author', refId: sight.orWrittenBy } as const
  if (status !== undefined) return [{ ...own, status }]
  // All published articles, and the actor's own unpublished ones.
  const unpublished = [DRAFT, PENDING, ARCHIVED].map((status) => ({ ...own, status }))
  return [{ ...WHOLE_SITE, status: PUBLISHED }, ...unpublished]
}

type TotalSubject = Pick<StoredTotal, 'kind' | 'refId'>
const WHOLE_SITE: TotalSubject = { kind: 'site', refId: 0 }

function listOf([name, value]: readonly [string, unknown] = ['', undefined]): TotalSubject | undefined {
  if (typeof value !== 'number') return undefined
  if (name === 'tag_id') return { kind: 'tag', refId: value }
  if (name === 'category_id') return { kind: 'category', refId: value }
  if (name === 'author_id') return { kind: 'author', refId: value }
  const flag = FLAGS.find((flag) => flag === name)
  return flag && value === 1 ? { kind: 'flag', refId: FLAG_IDS[flag] } : undefined
}

const ofStatus = prepared<StoredTotal & { site: number }, { readonly total: number }>(
  ({ value }) => sql`select total from article_totals where site_id = ${value('site')}
    and kind = ${value('kind')} and ref_id = ${value('refId')} and listed = ${value('status')}`,
)
const ofAnyStatus = prepared<StoredTotal & { site: number }, { readonly total: number }>(
  ({ value }) => sql`select total from article_totals where site_id = ${value('site')}
    and kind = ${value('kind')} and ref_id = ${value('refId')} and listed >= 0`,
)

async function sumStoredTotals(db: Db, siteId: number, stored: readonly StoredTotal[]): Promise<number> {
  let sum = 0
  for (const one of stored) {
    const read = one.status === undefined ? ofAnyStatus : ofStatus
    for (const { total } of await read(db, { site: siteId, ...one })) sum += total
  }
  return sum
}
