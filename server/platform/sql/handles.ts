import type { Kysely } from 'kysely'
import type { KeptCounts } from './kept-counts.ts'
import type { Landmarks } from './landmarks.ts'
import type { Changes, Stamps } from './stamps.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Reads. What takes a reader can be handed a writer too, so a query works inside and outside a transaction. */
export type ReadHandle<Tables> = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
> & {
  readonly engine: EngineName
  /** Where a reading may begin in long lists; only of a reader that knows what the stamps were before it. */
  readonly landmarks?: Landmarks
  /** What was counted before; only where counting is dear, and not in a transaction. */
  readonly counts?: KeptCounts
}

/** Writes, inside one transaction. It is dead once the transaction has ended. */
export type WriteHandle<Tables> = Kysely<Tables> & {
  readonly engine: EngineName
  /** The database's clock when the transaction began, in milliseconds: what decides what is due. */
  readonly now: number
  /** Runs after the commit is on disk; never when the transaction is rolled back. */
  afterCommit(effect: () => void): void
}

export interface SqlEngine<Tables> {
  readonly name: EngineName
  readonly db: ReadHandle<Tables>
  transact<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>): Promise<Result>
  /** The same without time limits: for migrations, backups and other long work. */
  transactAtLength<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>): Promise<Result>
  /** The tables whose changes are told; stamps stand in this order. */
  readonly watched: readonly string[]
  /** Whether anything that was read has changed since. */
  readonly changes: Changes
  /** A reader that notes which tables it reads, by their numbers in the list of the watched ones. */
  watchedReader(stamps: Stamps): WatchedReader<Tables>
  /** The database's clock, in milliseconds. */
  now(): Promise<number>
  /** Statements run so far: lets a test prove that a list does not ask once per row. */
  statementCount(): number
  /** Connections in use, idle and waited for. */
  pool(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

interface WatchedReader<Tables> {
  readonly db: ReadHandle<Tables>
  /** Undefined where something was read that is not watched. */
  tables(): readonly number[] | undefined
}

/** The database cannot be reached, or gave up: the request may be tried again, nothing was decided. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A named constraint said no. `constraint` follows the convention table_columns_kind. */
export class ConstraintViolated extends Error {
  override name = 'ConstraintViolated'
  constructor(
    readonly kind: 'unique' | 'check' | 'foreign' | 'not-null',
    readonly constraint: string,
    options?: ErrorOptions,
  ) {
    super(`constraint ${constraint} (${kind}) refused the change`, options)
  }
}
