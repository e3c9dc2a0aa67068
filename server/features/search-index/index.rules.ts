import type { RawBuilder, SqlBool } from 'kysely'
import type { Db, Tx } from '../../database.ts'
import type { Match } from './asking.rules.ts'
import type { Field } from './entries.rules.ts'

interface Entry {
  readonly id: number
  readonly fields: readonly Field[]
}

/** A condition on the id of an article: what a search is narrowed to. */
export type Within = (id: RawBuilder<number>) => RawBuilder<SqlBool>

export interface Slice {
  readonly limit: number
  readonly offset?: number
  readonly except?: readonly number[]
  /** Whether some of the newest articles may well be among the matches. */
  readonly common?: boolean
  readonly within?: Within | undefined
}

/** The search index of one engine. Entries and matches go by the ids of their articles. */
export interface SearchIndex {
  /** Puts entries in the place of those that have their ids. */
  put(tx: Tx, entries: readonly Entry[]): Promise<void>
  remove(tx: Tx, id: number): Promise<void>
  /** Removes the entries of a range of ids that belong to no article; those of articles may go as well. */
  removeStrays(tx: Tx, first: number, last: number): Promise<void>
  /** Empties the index without reading it, so that it works on a damaged one too. */
  clear(tx: Tx): Promise<void>
  /** Before and after every entry is put anew. */
  beginRebuild(tx: Tx): Promise<void>
  endRebuild(tx: Tx): Promise<void>
  /** Tidies up some of what a rebuild has left behind, and says whether there may be more. */
  tidySome(tx: Tx): Promise<boolean>
  count(db: Db, match: Match, within?: Within): Promise<number>
  /** The ids of the newest matches, the newest first. */
  newest(db: Db, match: Match, slice: Slice): Promise<number[]>
  /** The same for several questions in one statement. */
  newestOfEach(db: Db, questions: readonly Match[], limit: number, within?: Within): Promise<number[][]>
  /** That the article with this id is among the matches, which may be many. */
  isMatch(id: RawBuilder<number>, match: Match, many: boolean): RawBuilder<SqlBool>
}
