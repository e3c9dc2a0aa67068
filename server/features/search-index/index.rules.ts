import type { RawBuilder, SqlBool } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { Field } from './entries.rules.ts'
import type { Match } from './queries.rules.ts'

interface Entry {
  readonly id: number
  readonly fields: readonly Field[]
}

/** A condition on the article id that restricts a search. */
export type Within = (id: RawBuilder<number>) => RawBuilder<SqlBool>

/** A word that more articles have is a common one. */
export const COMMON = 5_000

export interface Slice {
  readonly limit: number
  readonly offset?: number
  readonly except?: readonly number[]
  /** Whether some of the newest articles probably match. */
  readonly common?: boolean
  readonly within?: Within | undefined
}

interface RankedSlice {
  /** If the first ranks have this many matches, the others may be left out. */
  readonly limit: number
  readonly isOneWord: boolean
  readonly within?: Within | undefined
}

interface Ranked {
  readonly total: number
  readonly ids: readonly (readonly number[])[]
}

/** The search index of one engine. Entries and matches are identified by article id. */
export interface SearchIndex {
  /** Replaces the entries with these ids. */
  put(tx: Tx, entries: readonly Entry[]): Promise<void>
  remove(tx: Tx, id: number): Promise<void>
  /** Removes entries without an article in a range of ids; entries of articles may be removed too. */
  removeStrays(tx: Tx, first: number, last: number): Promise<void>
  /** Empties the index without reading it, so that it works on a damaged one too. */
  clear(tx: Tx): Promise<void>
  /** Called before and after a rebuild. */
  beginRebuild(tx: Tx): Promise<void>
  endRebuild(tx: Tx): Promise<void>
  /** Fills an empty index in a transaction that no one else waits for. */
  filling(tx: Tx, fill: () => Promise<void>): Promise<void>
  /** Cleans up after changes, in steps, and returns whether there may be more. */
  tidySome(tx: Tx, step: 'small' | 'large'): Promise<boolean>
  count(db: Db, match: Match, within?: Within): Promise<number>
  /** The ids of the newest matches, newest first. */
  newest(db: Db, match: Match, slice: Slice): Promise<number[]>
  /** The number of matches, and the newest of each rank. Each rank selects a part of the matches. */
  ranked(db: Db, match: Match, ranks: readonly Match[], slice: RankedSlice): Promise<Ranked>
  /** The newest matches of several queries in one statement. */
  newestOfEach(db: Db, questions: readonly Match[], limit: number, within?: Within): Promise<number[][]>
  /** Whether the article with this id is among the (possibly many) matches. */
  isMatch(id: RawBuilder<number>, match: Match, many: boolean): RawBuilder<SqlBool>
}
