import type { Kysely, QueryExecutorProvider } from 'kysely'
import type { CachedCounts } from './cached-counts.ts'
import type { Change, ChangeTable, Dependencies, RowsRead } from './changes.ts'
import type { QueryRunner } from './kysely-on.ts'
import type { PageAnchors } from './page-anchors.ts'

export type EngineName = 'sqlite' | 'postgres'

/**
 * A read handle. Functions that take it also accept a write handle, so queries work inside and outside a transaction.
 */
export interface ReadHandle<Tables>
  extends Pick<
      Kysely<Tables>,
      'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
    >,
    QueryRunner {
  readonly engine: EngineName
  /** Cached page anchors of long lists; only for cached readers. */
  readonly pageAnchors?: PageAnchors
  /** Cached counts; only if counting is expensive, and not in a transaction. */
  readonly counts?: CachedCounts
}

/** A write handle inside one transaction. It is invalid after the transaction has ended. */
export interface WriteHandle<Tables> extends Kysely<Tables>, QueryRunner {
  readonly engine: EngineName
  /** The clock of the database at the start of the transaction, in milliseconds. It decides what is due. */
  readonly now: number
  /** The same transaction, for a statement that does not make clear which rows it changes. */
  changing(changes: readonly Change[]): QueryExecutorProvider
  /**
   * Differs between transactions that run at the same time, as far as there are slots. A counter that many
   * transactions update has one row per slot, so that they do not wait for each other.
   */
  readonly slot: number
  /** Runs after the commit is on disk, but not after a rollback. */
  afterCommit(effect: () => void): void
}

export interface SqlEngine<Tables> {
  readonly name: EngineName
  readonly db: ReadHandle<Tables>
  transact<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>, place?: Place): Promise<Result>
  /** The same without time limits: for migrations, backups and other long work. */
  transactAtLength<Result>(work: (tx: WriteHandle<Tables>) => Promise<Result>, place?: Place): Promise<Result>
  /** Changes by this node and all others. */
  readonly changes: Changes
  /** A reader that records its dependencies, for the cache. */
  watchedReader(site: number | undefined): WatchedReader<Tables>
  /**
   * A request is about to write. Where reads and writes share the event loop, reads take less of each turn for a moment,
   * because a write needs several turns.
   */
  expectWrite(): void
  /** The clock of the database, in milliseconds. */
  now(): Promise<number>
  /** The number of statements so far, so that tests can detect one query per row. */
  statementCount(): number
  /** Connections in use, idle, and waiting callers. */
  pool(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Where a transaction writes. */
export interface Place {
  /** The site of its rows, if the statement does not contain it. */
  readonly site?: number
}

interface Changes extends Pick<ChangeTable, 'last' | 'isCurrent'> {
  /** Reads all changes committed before the call. Called once per request, before it reads. */
  look(): void | Promise<void>
}

interface WatchedReader<Tables> {
  readonly db: ReadHandle<Tables>
  /** The dependencies of everything that was read; undefined if an unwatched table was read. */
  dependencies(rows: RowsRead): Dependencies | undefined
}

/** The database is unreachable or gave up. The request may be retried; nothing was changed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** A named constraint was violated. `constraint` follows the convention table_columns_kind. */
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
