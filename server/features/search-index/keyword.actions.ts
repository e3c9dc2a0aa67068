import { PUBLISHED } from '@inkstone/contract/articles.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { parseQuery } from '../../platform/search/query.ts'
import type { Visibility } from '../article-rights/articles.policy.ts'
import { countWrittenBy } from './articles.store.ts'
import { indexOf } from './index.store.ts'
import { type Match, type QueryVariant, queryBuilderFor, queryVariants } from './queries.rules.ts'

/** The matches of a keyword in a list of articles, within the visible ones. */
export interface FoundByKeyword {
  /** The total without other filters. */
  readonly total: number
  /** Whether the article with this id matches. */
  holds(id: RawBuilder<number>): RawBuilder<SqlBool>
}

const FEW = 500

const NOTHING: FoundByKeyword = { total: 0, holds: () => sql<SqlBool>`1 = 0` }

/** The same matches as a search, in any status. Invisible articles do not influence which query is used. */
export async function findByKeyword(
  db: Db,
  siteId: number,
  sight: Visibility,
  status: number | undefined,
  keyword: string,
): Promise<FoundByKeyword> {
  for (const question of queryVariants(parseQuery(keyword))) {
    const found = await findIn(db, siteId, sight, status, question)
    if (found.total > 0) return found
  }
  return NOTHING
}

async function findIn(
  db: Db,
  siteId: number,
  sight: Visibility,
  status: number | undefined,
  { query, mode }: QueryVariant,
): Promise<FoundByKeyword> {
  const build = queryBuilderFor(db.engine, siteId)
  const published = build.for(query, mode, 'everywhere')
  if (status === PUBLISHED || (sight === 'published' && status === undefined))
    return foundAs(db, published, await indexOf(db).count(db, published))
  if (sight === 'published') return NOTHING
  const unpublished = build.for(query, mode, 'unpublished')
  const others =
    sight === 'all'
      ? await indexOf(db).count(db, unpublished)
      : await countWrittenBy(db, siteId, sight.orWrittenBy, indexOf(db).isMatch(sql`id`, unpublished, false))
  if (status !== undefined) return foundAs(db, unpublished, others)
  return foundAs(db, build.either(published, unpublished), others + (await indexOf(db).count(db, published)))
}

function foundAs(db: Db, match: Match, total: number): FoundByKeyword {
  return { total, holds: (id) => indexOf(db).isMatch(id, match, total > FEW) }
}
