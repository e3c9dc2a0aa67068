import type { Kysely, QueryExecutorProvider } from 'kysely'
import type { Change, ChangeTable, Dependencies, RowsRead } from './changes.ts'
import type { KeptCounts } from './kept-counts.ts'
import type { Runs } from './kysely-on.ts'
import type { Landmarks } from './landmarks.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Reads. What takes a reader can be handed a writer too, so a query works inside and outside a transaction. */
export type ReadHandle<Tables> = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
> &
  Runs & {
    readonly engine: EngineName
    /** Where a reading may begin in long lists; only of a reader whose results are cached. */
    readonly landmarks?: Landmarks
    /** What was counted before; only where counting is dear, and not in a transaction. */
    readonly counts?: KeptCounts
  }

/** Writes, inside one transaction. It is dead once the transaction has ended. */
export type WriteHandle<Tables> = Kysely<Tables> &
  Runs & {
    readonly engine: EngineName
    /** The database's clock when the transaction began, in milliseconds: what decides what is due. */
    readonly now: number
    /** The same transaction, for a statement that does not say plainly which rows it changes. */
    changing(changes: readonly Change[]): QueryExecutorProvider
    /** Runs after the commit is on disk; never when the transaction is rolled back. */
    afterCommit(effect: () => void): void
  }

export interface SqlEngine<Tables> {
  readonly name: EngineName
  readonly db: ReadHandle<Tables>
  transact<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>, place?: Place): Promise<Result>
  /** The same without time limits: for migrations, backups and other long work. */
  transactAtLength<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>, place?: Place): Promise<Result>
  /** What was changed, by this node and all others. */
  readonly changes: Changes
  /** A reader that notes what it reads, to be cached. */
  watchedReader(site: number | undefined): WatchedReader<Tables>
  /** The database's clock, in milliseconds. */
  now(): Promise<number>
  /** Statements run so far: lets a test prove that a list does not ask once per row. */
  statementCount(): number
  /** Connections in use, idle and waited for. */
  pool(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Where a transaction writes. */
export interface Place {
  /** The site of its rows, where a statement does not say it. */
  readonly site?: number
}

interface Changes extends Pick<ChangeTable, 'last' | 'isCurrent'> {
  /** Takes note of everything that was committed before the call. Done once for each request, before it reads. */
  look(): void | Promise<void>
}

interface WatchedReader<Tables> {
  readonly db: ReadHandle<Tables>
  /** What everything that was read depends on; undefined where something was read that is not watched. */
  dependencies(rows: RowsRead): Dependencies | undefined
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
