import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { Sight } from '../article-rights/articles.policy.ts'
import { FLAG_IDS } from './articles.rules.ts'
import type { TotalKind } from './articles.table.ts'
import { type Asked, FLAGS, narrows, onlyPublished } from './list-query.rules.ts'

/** The total if it need not be counted: it is stored, or only the keyword matters. */
export async function knownTotal(
  db: Db,
  siteId: number,
  sight: Sight,
  { found, ...asked }: Asked,
): Promise<number | undefined> {
  if (found) {
    const isAlone = !narrows(asked) && (asked.status === undefined || asked.status === PUBLISHED)
    return isAlone ? found.total : undefined
  }
  const kept = keptTotal(sight, asked)
  return kept && readKeptTotal(db, siteId, kept)
}

interface Kept {
  readonly kind: TotalKind
  readonly refId: number
  readonly status: number | undefined
}

/** The stored total for exactly this filter, if any; others are counted. */
function keptTotal(sight: Sight, query: Asked): Kept[] | undefined {
  const { status, sort: _, order: _order, ...narrowing } = query
  const asked = Object.entries(narrowing).filter(
    ([name, value]) => value !== undefined && !(name === 'include_children' && value !== 1),
  )
  const list = asked.length === 0 ? WHOLE_SITE : asked.length === 1 ? listOf(asked[0]) : undefined
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

type KeptList = Pick<Kept, 'kind' | 'refId'>
const WHOLE_SITE: KeptList = { kind: 'site', refId: 0 }

function listOf([name, value]: readonly [string, unknown] = ['', undefined]): KeptList | undefined {
  if (typeof value !== 'number') return undefined
  if (name === 'tag_id') return { kind: 'tag', refId: value }
  if (name === 'category_id') return { kind: 'category', refId: value }
  if (name === 'author_id') return { kind: 'author', refId: value }
  const flag = FLAGS.find((flag) => flag === name)
  return flag && value === 1 ? { kind: 'flag', refId: FLAG_IDS[flag] } : undefined
}

const ofStatus = prepared<Kept & { site: number }, { readonly total: number }>(
  ({ value }) => sql`select total from article_totals where site_id = ${value('site')}
    and kind = ${value('kind')} and ref_id = ${value('refId')} and listed = ${value('status')}`,
)
const ofAnyStatus = prepared<Kept & { site: number }, { readonly total: number }>(
  ({ value }) => sql`select total from article_totals where site_id = ${value('site')}
    and kind = ${value('kind')} and ref_id = ${value('refId')} and listed >= 0`,
)

async function readKeptTotal(db: Db, siteId: number, kept: readonly Kept[]): Promise<number> {
  let sum = 0
  for (const one of kept) {
    const read = one.status === undefined ? ofAnyStatus : ofStatus
    for (const { total } of await read(db, { site: siteId, ...one })) sum += total
  }
  return sum
}
