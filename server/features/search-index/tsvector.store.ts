import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database.ts'
import { createPace } from '../../platform/core/pace.ts'
import { toTsVector } from '../../platform/search/tsvector.ts'
import { COMMON, type SearchIndex, type Slice, type Within } from './index.rules.ts'
import type { Match } from './queries.rules.ts'
import { countMatches, isPhrase, matches } from './tsvector-matches.store.ts'

const RECENT = 200

/** On PostgreSQL: tsvectors in a separate table with a GIN index. */
export const tsvectorIndex: SearchIndex = {
  async put(tx, entries) {
    const ids = entries.map(({ id }) => id)
    const { breathe } = createPace()
    const words: string[] = []
    for (const { fields } of entries) {
      const weighted = fields.map((field) => ({ ...field, weight: 'D' as const }))
      words.push(await toTsVector(weighted, breathe))
    }
    await sql`insert into article_search (article_id, words)
      select * from unnest(${ids}::bigint[], ${words}::tsvector[])
      on conflict (article_id) do update set words = excluded.words`.execute(tx)
  },

  async remove(tx, id) {
    await sql`delete from article_search where article_id = ${id}`.execute(tx)
  },

  // An entry without an article cannot exist here, and one that was missing may be in progress.
  async removeStrays() {},

  async clear(tx) {
    await sql`truncate article_search`.execute(tx)
  },

  // PostgreSQL cleans up automatically.
  async beginRebuild() {},
  async endRebuild() {},

  // Building the GIN index at the end takes a fraction of the time that updating it with each article takes.
  async filling(tx, fill) {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef('article_search_words'::regclass) as definition`.execute(tx)
    await sql`drop index article_search_words`.execute(tx)
    await fill()
    // No index is made while triggers of the table have not run.
    await sql`set constraints all immediate`.execute(tx)
    await sql.raw(rows[0]?.definition ?? '').execute(tx)
  },
  async tidySome() {
    return false
  },

  async count(db, match, within) {
    if (!within) return countMatches(db, match)
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from article_search where ${matches(match)} ${narrowed(within)}`.execute(db)
    return rows[0]?.total ?? 0
  },

  async newest(db, match, slice) {
    const { limit, offset = 0, except = [], common = false, within } = slice
    const recent = common && offset === 0 ? await recentMatches(db, match, slice) : []
    if (recent.length === limit) return recent
    const others = except.length > 0 ? sql`where id not in (${listed(except)})` : sql``
    const { rows } = await sql<{ id: number }>`
      select id from (${newestFirst(match, within)}) as found ${others} limit ${limit} offset ${offset}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  async ranked(db, match, ranks, { limit, isOneWord, within }) {
    const total = await this.count(db, match, within)
    if (total === 0) return { total, ids: [] }
    // A common word is probably in some of the newest titles; several common words rarely are in one.
    if (!isOneWord || total <= COMMON)
      return { total, ids: await this.newestOfEach(db, ranks, limit, within) }
    const ids: number[][] = []
    const found = new Set<number>()
    for (const rank of ranks) {
      if (found.size >= limit) break
      const newest = await this.newest(db, rank, { limit, common: true, within })
      for (const id of newest) found.add(id)
      ids.push(newest)
    }
    return { total, ids }
  },

  async newestOfEach(db, questions, limit, within) {
    const lists = questions.map((match) => sql`array(${newestFirst(match, within)} limit ${limit})`)
    const { rows } = await sql<{ ids: number[] }>`
      select ids from (values ${sql.join(lists.map((list, at) => sql`(${sql.lit(at)}, ${list})`))})
      as asked (number, ids) order by number`.execute(db)
    return rows.map(({ ids }) => ids.map(Number))
  },

  isMatch(id, match) {
    return sql`${id} in (select article_id from article_search where ${matches(match)})`
  },
}

/** The index returns matches unordered. For a common word, reading the latest entries is much cheaper. */
async function recentMatches(db: Db, match: Match, { limit, except = [], within }: Slice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select article_id as id
    from (select article_id, words from article_search order by article_id desc limit ${RECENT}) as recent
    where ${matches(match)} and article_id not in (${listed(except)})
    ${within ? sql`and ${within(sql`recent.article_id`)}` : sql``}
    order by article_id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * All matches, newest first. Without the sum, PostgreSQL would scan ids backwards and unpack the words of every
 * article. For a phrase the index only knows which articles have its words: they are sorted first, and unpacked only as
 * far as needed.
 */
function newestFirst(match: Match, within: Within | undefined): RawBuilder<unknown> {
  const loose = match.replaceAll('<->', '&')
  const candidates = sql`select article_id + 0 as id from article_search where ${matches(loose)} ${narrowed(within)} order by id desc`
  if (!isPhrase(match)) return candidates
  return sql`
    select id from (${candidates} offset 0) as candidate
    where exists (
      select from article_search where article_id = candidate.id and ${matches(match)} offset 0
    )`
}

function narrowed(within: Within | undefined) {
  return within ? sql`and ${within(sql`article_search.article_id`)}` : sql``
}

function listed(ids: readonly number[]) {
  return sql`select unnest(${ids}::bigint[])`
}
