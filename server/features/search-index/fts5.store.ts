import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database.ts'
import { createPace } from '../../platform/core/pace.ts'
import { toFts5DocumentInSlices } from '../../platform/search/fts5.ts'
import { prepared } from '../../platform/sql/prepared.ts'
import type { SearchIndex, Within } from './index.rules.ts'

const BETWEEN_FIELDS = ' ｜ '
/** The percentage of deleted entries above which FTS5 rewrites a part of the index. */
const WORN_PERCENT = 10
/** FTS5 merges segments within a commit, if there are this many of a size. */
const MERGED_DURING_REBUILD = 8
/** Then it merges only sixteen. */
const NOT_MERGED = 0
/** A page takes up to half a millisecond, in which the service does nothing else. */
const PAGES_PER_MERGE = { small: 8, large: 64 } as const

// One row per statement: for several, SQLite sets a savepoint, at which FTS5 writes to disk.
const putting = prepared<{ id: number; words: string }, never>(
  ({ value }) => sql`insert or replace into article_search (rowid, words)
    values (${value('id')}, ${value('words')})`,
  { late: 'article_search' },
)

const removing = prepared<{ id: number }, never>(
  ({ value }) => sql`delete from article_search where rowid = ${value('id')}`,
  { late: 'article_search' },
)

const counting = prepared<{ match: string }, { readonly total: number }>(
  ({ value }) =>
    sql`select count(*) as total from article_search where article_search match ${value('match')}`,
)

interface Slice {
  readonly match: string
  readonly limit: number
  readonly offset: number
  /** As JSON. */
  readonly except: string
}

const newestFirst = prepared<Slice, { readonly id: number }>(
  ({ value }) => sql`select rowid as id from article_search where article_search match ${value('match')}
    order by rowid desc limit ${value('limit')} offset ${value('offset')}`,
)

const newestOfOthers = prepared<Slice, { readonly id: number }>(
  ({ value }) => sql`select rowid as id from article_search where article_search match ${value('match')}
    and rowid not in (select value from json_each(${value('except')}))
    order by rowid desc limit ${value('limit')} offset ${value('offset')}`,
)

interface RankedQuery {
  readonly match: string
  /** As JSON. */
  readonly ranks: string
  readonly limit: number
}

/**
 * One statement: it is worth a message to a reading thread, which each of its parts is not. A rank with enough matches is
 * the last one.
 */
function selectRanked(
  value: (name: keyof RankedQuery) => RawBuilder<unknown>,
  within?: Within,
): RawBuilder<{ total: number; ids: string | null }> {
  const next = sql`json_extract(${value('ranks')}, '$[' || (place + 1) || ']')`
  return sql`
    select total, case when total > 0 then (
      with recursive found (place, ids) as (
        select -1, '[]'
        union all
        select place + 1, (${newestMatching(next, value('limit'), within)}) from found
          where place + 1 < json_array_length(${value('ranks')}) and json_array_length(ids) < ${value('limit')}
      )
      select json_group_array(json(ids)) from (select ids from found order by place)
    ) end as ids from (select count(*) as total from article_search where ${matches(value('match'))} ${narrowed(within)})`
}

const ranking = prepared<RankedQuery, { readonly total: number; readonly ids: string | null }>(({ value }) =>
  selectRanked(value),
)

/** The newest matches, as JSON. */
function newestMatching(match: RawBuilder<unknown>, limit: RawBuilder<unknown>, within?: Within) {
  return sql`select json_group_array(id) from (
    select rowid as id from article_search where ${matches(match)} ${narrowed(within)}
    order by rowid desc limit ${limit}
  )`
}

/** On SQLite: a contentless FTS5 table, in which the rowid is the article id. */
export const fts5Index: SearchIndex = {
  async put(tx, entries) {
    const { breathe } = createPace()
    for (const { id, fields } of entries) {
      const parts: string[] = []
      for (const { text, scope } of fields) parts.push(await toFts5DocumentInSlices(text, scope, breathe))
      await putting(tx, { id, words: parts.join(BETWEEN_FIELDS) })
    }
  },

  async remove(tx, id) {
    await removing(tx, { id })
  },

  async removeStrays(tx, first, last) {
    await sql`delete from article_search where rowid between ${first} and ${last}`.execute(tx)
  },

  async clear(tx) {
    await sql`insert into article_search (article_search) values ('delete-all')`.execute(tx)
  },

  // When all entries are deleted, FTS5 would rewrite its largest part ten times, which takes three times as long.
  async beginRebuild(tx) {
    await command(tx, 'deletemerge', 0)
    await command(tx, 'automerge', MERGED_DURING_REBUILD)
  },

  // A negative number merges everything.
  async endRebuild(tx) {
    await command(tx, 'deletemerge', WORN_PERCENT)
    await command(tx, 'automerge', NOT_MERGED)
    await command(tx, 'merge', -1)
  },

  async filling(tx, fill) {
    await this.beginRebuild(tx)
    await fill()
    await this.endRebuild(tx)
  },

  async tidySome(tx, step) {
    const before = await changesSoFar(tx)
    await command(tx, 'merge', PAGES_PER_MERGE[step])
    // The command itself counts as a change.
    return (await changesSoFar(tx)) - before > 1
  },

  async count(db, match, within) {
    if (!within) return (await counting(db, { match }))[0]?.total ?? 0
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from article_search where ${matches(sql`${match}`)} ${narrowed(within)}`.execute(
      db,
    )
    return rows[0]?.total ?? 0
  },

  async newest(db, match, { limit, offset = 0, except = [], within }) {
    if (!within) {
      const statement = except.length > 0 ? newestOfOthers : newestFirst
      const found = await statement(db, { match, limit, offset, except: JSON.stringify(except) })
      return found.map(({ id }) => id)
    }
    const others =
      except.length > 0
        ? sql`and rowid not in (select value from json_each(${JSON.stringify(except)}))`
        : sql``
    const { rows } = await sql<{ id: number }>`
      select rowid as id from article_search where ${matches(sql`${match}`)} ${others} ${narrowed(within)}
      order by rowid desc limit ${limit} offset ${offset}`.execute(db)
    return rows.map(({ id }) => id)
  },

  async ranked(db, match, ranks, { limit, within }) {
    const query: RankedQuery = { match, limit, ranks: JSON.stringify(ranks) }
    const [found] = within
      ? (await selectRanked((name) => sql`${query[name]}`, within).execute(db)).rows
      : await ranking(db, query)
    return { total: found?.total ?? 0, ids: JSON.parse(found?.ids ?? '[]') }
  },

  async newestOfEach(db, questions, limit, within) {
    const { rows } = await sql<{ ids: string }>`
      select (${newestMatching(sql`asked.value`, sql`${limit}`, within)}) as ids
      from json_each(${JSON.stringify(questions)}) as asked order by asked.key`.execute(db)
    return rows.map(({ ids }) => JSON.parse(ids) as number[])
  },

  /**
   * For many matches SQLite should build a set and check list rows against it, which the plus sign enforces; for few
   * matches it reads their articles.
   */
  isMatch(id, match, many) {
    const held = many ? sql`+${id}` : id
    return sql`${held} in (select rowid from article_search where ${matches(sql`${match}`)})`
  },
}

async function command(tx: Tx, name: string, value: number): Promise<void> {
  await sql`insert into article_search (article_search, rank) values (${name}, ${value})`.execute(tx)
}

async function changesSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx)
  return rows[0]?.changes ?? 0
}

function narrowed(within: Within | undefined) {
  return within ? sql`and ${within(sql`article_search.rowid`)}` : sql``
}

function matches(match: RawBuilder<unknown>) {
  return sql`article_search match ${match}`
}
