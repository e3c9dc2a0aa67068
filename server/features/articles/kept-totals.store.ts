import { ARCHIVED, DRAFT, PENDING, PUBLISHED } from '@inkstone/contract/articles.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import type { Sight } from './articles.policy.ts'
import { FLAG_IDS } from './articles.rules.ts'
import type { TotalKind } from './articles.table.ts'
import { type Asked, FLAGS, narrows, onlyPublished } from './list-query.rules.ts'

/** The total where it need not be counted: it is kept, or the keyword alone decides. */
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

/** The total that is kept for just this question, where there is one; the others are counted. */
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
  // Everything that is published, and what is one's own and is not.
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

async function readKeptTotal(db: Db, siteId: number, kept: readonly Kept[]): Promise<number> {
  const held = kept.map(({ kind, refId, status }) =>
    status === undefined
      ? sql<SqlBool>`(kind = ${kind} and ref_id = ${refId} and listed >= 0)`
      : sql<SqlBool>`(kind = ${kind} and ref_id = ${refId} and listed = ${status})`,
  )
  const { rows } = await sql<{ total: number }>`
    select total from article_totals where site_id = ${siteId} and (${sql.join(held, sql` or `)})
  `.execute(db)
  return rows.reduce((sum, { total }) => sum + total, 0)
}
