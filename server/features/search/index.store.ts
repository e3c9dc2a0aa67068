import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import { toFts5Document } from '../../platform/search/fts5.ts'
import { toTsVector } from '../../platform/search/tsvector.ts'
import type { Match } from './asking.rules.ts'
import type { Field } from './entries.rules.ts'

export interface Entry {
  readonly id: number
  readonly fields: readonly Field[]
}

const BETWEEN_FIELDS = ' ｜ '

/** Puts entries in the place of those that have their ids. */
export async function putEntries(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (tx.engine === 'postgres') {
    const ids = entries.map(({ id }) => id)
    const words = entries.map(({ fields }) => toTsVector(fields.map((field) => ({ ...field, weight: 'D' }))))
    await sql`insert into article_search (article_id, words)
      select * from unnest(${ids}::bigint[], ${words}::tsvector[])
      on conflict (article_id) do update set words = excluded.words`.execute(tx)
    return
  }
  for (const { id, fields } of entries) {
    const words = fields.map(({ text, scope }) => toFts5Document(text, scope)).join(BETWEEN_FIELDS)
    await sql`insert or replace into article_search (rowid, words) values (${id}, ${words})`.execute(tx)
  }
}

export async function removeEntry(tx: Tx, id: number): Promise<void> {
  await sql`delete from article_search where ${idOf(tx)} = ${id}`.execute(tx)
}

/**
 * Removes the entries of a range of ids, whether there are articles to them or not. On PostgreSQL there always are, and
 * one may be made by somebody else just now.
 */
export async function removeStrays(tx: Tx, first: number, last: number): Promise<void> {
  if (tx.engine === 'sqlite')
    await sql`delete from article_search where rowid between ${first} and ${last}`.execute(tx)
}

/** Empties the index without reading it, so that it works on a damaged one too. */
export async function clearIndex(tx: Tx): Promise<void> {
  await (tx.engine === 'postgres'
    ? sql`truncate article_search`
    : sql`insert into article_search (article_search) values ('delete-all')`
  ).execute(tx)
}

export async function countMatches(db: Db, match: Match): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from article_search where ${matches(db, match)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface Slice {
  readonly limit: number
  readonly offset?: number
  readonly except?: readonly number[]
  /** Whether the words are common: some of the newest articles may well have them. */
  readonly common?: boolean
}

const RECENT = 200

/** The ids of the newest matches. */
export async function newestMatches(db: Db, match: Match, slice: Slice): Promise<number[]> {
  const { limit, offset = 0, except = [], common = false } = slice
  const found = except.length === 0 ? matches(db, match) : and(matches(db, match), isNoneOf(db, except))
  if (db.engine === 'sqlite')
    return idsFrom(
      db,
      sql`select rowid as id from article_search where ${found} order by rowid desc limit ${limit} offset ${offset}`,
    )
  // The index gives all matches in no order. For a common word a look at the latest entries costs much less.
  if (common && offset === 0) {
    const recent = sql`select article_id, words from article_search order by article_id desc limit ${RECENT}`
    const ids = await idsFrom(
      db,
      sql`select article_id as id from (${recent}) as recent where ${found} order by article_id desc limit ${limit}`,
    )
    if (ids.length === limit) return ids
  }
  return idsFrom(
    db,
    sql`select article_id as id from article_search where ${found}
      order by ${byIdWithoutIndex} desc limit ${limit} offset ${offset}`,
  )
}

async function idsFrom(db: Db, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (statement as RawBuilder<{ id: number }>).execute(db)
  return rows.map(({ id }) => id)
}

/** The same for several questions in one statement. */
export async function newestMatchesOfEach(
  db: Db,
  questions: readonly Match[],
  limit: number,
): Promise<number[][]> {
  if (db.engine === 'postgres') {
    const { rows } = await sql<{ ids: number[] }>`
      select array(
        select article_id from article_search where words @@ question::tsquery
        order by ${byIdWithoutIndex} desc limit ${limit}
      ) as ids from unnest(${questions}::text[]) with ordinality as asked (question, number) order by number
    `.execute(db)
    return rows.map(({ ids }) => ids.map(Number))
  }
  const { rows } = await sql<{ ids: string }>`
    select (
      select json_group_array(id) from (
        select rowid as id from article_search where article_search match asked.value
        order by rowid desc limit ${limit}
      )
    ) as ids from json_each(${JSON.stringify(questions)}) as asked order by asked.key
  `.execute(db)
  return rows.map(({ ids }) => JSON.parse(ids) as number[])
}

/**
 * That the article with this id matches. From many matches SQLite makes a set that the rows of a list are held
 * against, which the plus sign tells it; from few it goes to their articles.
 */
export function isMatch(db: Db, id: RawBuilder<number>, match: Match, many: boolean): RawBuilder<SqlBool> {
  const held = many && db.engine === 'sqlite' ? sql`+${id}` : id
  return sql<SqlBool>`${held} in (select ${idOf(db)} from article_search where ${matches(db, match)})`
}

const idOf = ({ engine }: Pick<Db, 'engine'>) =>
  engine === 'sqlite' ? sql<number>`rowid` : sql<number>`article_id`

/** PostgreSQL would walk the ids backwards and read the words of every article on the way, were it not for the sum. */
const byIdWithoutIndex = sql`article_id + 0`

/**
 * PostgreSQL takes a common word for one better looked for in every row, not knowing what unpacking their words
 * costs. A question that it cannot see while it plans makes it use the index.
 */
const matches = ({ engine }: Pick<Db, 'engine'>, match: Match) =>
  engine === 'sqlite'
    ? sql<SqlBool>`article_search match ${match}`
    : sql<SqlBool>`words @@ (select ${match}::tsquery)`

const isNoneOf = ({ engine }: Pick<Db, 'engine'>, ids: readonly number[]) =>
  engine === 'sqlite'
    ? sql<SqlBool>`rowid not in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`article_id not in (select unnest(${ids}::bigint[]))`

const and = (one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>) => sql<SqlBool>`${one} and ${other}`
