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

export interface Slice {
  readonly limit: number
  readonly offset?: number
  readonly except?: readonly number[]
  /** Whether some of the newest articles probably match. */
  readonly common?: boolean
  readonly within?: Within | undefined
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
  /** Cleans up after changes, in steps, and returns whether there may be more. */
  tidySome(tx: Tx, step: 'small' | 'large'): Promise<boolean>
  count(db: Db, match: Match, within?: Within): Promise<number>
  /** The ids of the newest matches, newest first. */
  newest(db: Db, match: Match, slice: Slice): Promise<number[]>
  /** The same for several queries in one statement. */
  newestOfEach(db: Db, questions: readonly Match[], limit: number, within?: Within): Promise<number[][]>
  /** Whether the article with this id is among the (possibly many) matches. */
  isMatch(id: RawBuilder<number>, match: Match, many: boolean): RawBuilder<SqlBool>
}
