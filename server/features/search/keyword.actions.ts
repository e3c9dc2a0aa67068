import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { type Mode, parseQuery, type Query } from '../../platform/search/query.ts'
import type { Sight } from '../articles/articles.policy.ts'
import { countWrittenBy } from './articles.store.ts'
import { askerOf, type Match, partsOf } from './asking.rules.ts'
import { indexOf } from './index.store.ts'

/** What a keyword comes to in a list of articles, within what is asked to be seen. */
export interface FoundByKeyword {
  /** How many there are if nothing else is asked for. */
  readonly total: number
  /** That the article with this id is among them. */
  holds(id: RawBuilder<number>): RawBuilder<SqlBool>
}

const FEW = 500

const NOTHING: FoundByKeyword = { total: 0, holds: () => sql<SqlBool>`1 = 0` }

/** The same as a search finds, in any status: those with all of the words, or, where there is none, with any of them. */
export async function findByKeyword(
  db: Db,
  siteId: number,
  sight: Sight,
  status: number | undefined,
  keyword: string,
): Promise<FoundByKeyword> {
  const query = parseQuery(keyword)
  for (const [mode, asked] of [
    ['all', query],
    ['any', { terms: partsOf(query).flatMap(({ terms }) => terms) }],
  ] as const) {
    const found = await findIn(db, siteId, sight, status, asked, mode)
    if (found.total > 0) return found
  }
  return NOTHING
}

async function findIn(
  db: Db,
  siteId: number,
  sight: Sight,
  status: number | undefined,
  query: Query,
  mode: Mode,
): Promise<FoundByKeyword> {
  if (query.terms.length === 0) return NOTHING
  const asker = askerOf(db.engine, siteId)
  const published = asker.for(query, mode, 'everywhere')
  if (status === PUBLISHED || (sight === 'published' && status === undefined))
    return foundAs(db, published, await indexOf(db).count(db, published))
  if (sight === 'published') return NOTHING
  const unpublished = asker.for(query, mode, 'unpublished')
  const others =
    sight === 'all'
      ? await indexOf(db).count(db, unpublished)
      : await countWrittenBy(db, siteId, sight.orWrittenBy, indexOf(db).isMatch(sql`id`, unpublished, false))
  if (status !== undefined) return foundAs(db, unpublished, others)
  return foundAs(db, asker.either(published, unpublished), others + (await indexOf(db).count(db, published)))
}

function foundAs(db: Db, match: Match, total: number): FoundByKeyword {
  return { total, holds: (id) => indexOf(db).isMatch(id, match, total > FEW) }
}
